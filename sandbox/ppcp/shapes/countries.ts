const EURO =
  'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM GP GF MQ RE YT AD VA ME'.split(' ');

const CURRENCIES: Readonly<Record<string, string>> = {
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CN: 'CNY',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HK: 'HKD',
  HU: 'HUF',
  IL: 'ILS',
  JP: 'JPY',
  LI: 'CHF',
  MX: 'MXN',
  MY: 'MYR',
  NO: 'NOK',
  NZ: 'NZD',
  PH: 'PHP',
  PL: 'PLN',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TW: 'TWD',
};

/** The currency of a new account in a country: the provider's where it holds that of the country, else dollars. */
export function currencyOf(country: string): string {
  return EURO.includes(country) ? 'EUR' : (CURRENCIES[country] ?? 'USD');
}
