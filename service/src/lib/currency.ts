/** Where neither a call nor a merchant's wallet names one. */
export const DEFAULT_CURRENCY = 'USD';

/** ISO 4217's code for no currency: where one has to be named and none is known. Not in use, so nothing is paid in it. */
export const NO_CURRENCY = 'XXX';

/** ISO 4217 codes in use, by the number of digits after the decimal point. Kept as our own list, because the one
 *  inside a runtime's ICU holds withdrawn codes and lacks new ones. Funds, metals and test codes are left out. */
const TWO =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
  'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ' +
  'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD ' +
  'NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN ' +
  'SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG';
const NONE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THREE = 'BHD IQD JOD KWD LYD OMR TND';

const EXPONENTS = new Map<string, number>([
  ...TWO.split(' ').map((code) => [code, 2] as const),
  ...NONE.split(' ').map((code) => [code, 0] as const),
  ...THREE.split(' ').map((code) => [code, 3] as const),
]);

/** Digits after the decimal point of a currency, or null when the code is not one in use. */
export function exponentOf(currency: string): number | null {
  return EXPONENTS.get(currency) ?? null;
}

export function currencies(): string[] {
  return [...EXPONENTS.keys()].sort();
}
