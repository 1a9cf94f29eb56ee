import type { FuncKeywordDefinition } from 'ajv';
import { holdsCardNumber } from '../lib/card-number.ts';
import { exponentOf } from '../lib/currency.ts';
import { isUuid } from '../lib/ids.ts';

const EMAIL_MAX = 254;
// A local part and a domain of at least two labels, without the quoted and bracketed forms nobody uses.
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

// ISO 3166-1 alpha-2, officially assigned.
const COUNTRIES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
    'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
    'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
    'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
    'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
    'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

export function isEmail(text: string): boolean {
  const local = text.slice(0, text.indexOf('@'));
  return text.length <= EMAIL_MAX && EMAIL.test(text) && !/^\.|\.\.|\.$/.test(local);
}

// A host that parsers take, but that could end a list in a header of ours, is none that anybody has.
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;
// What a parser passes over and a header or a page might not.
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** An address on the web: http or https with a host, never credentials. */
function isWebUrl(text: string): boolean {
  // Without its slashes a browser would read the address relative to the page that holds the link.
  if (CONTROLS.test(text) || !/^https?:\/\/[^/\\]/i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return HOST.test(url.hostname) && url.username === '' && url.password === '';
}

// Schemes that would run or show something of their own in the buyer's browser.
const UNSAFE_SCHEMES = /^(?:javascript|vbscript|data|file|blob|filesystem|about|view-source|ws|wss|ftp):/i;

/** Where a buyer goes after a payment: an address on the web, or what an app of the shop's own answers to. */
function isReturnUrl(text: string): boolean {
  if (/^https?:/i.test(text)) return isWebUrl(text);
  const isApp = /^[a-z][a-z0-9+.-]*:\/\/[^\s]/i.test(text) && URL.canParse(text);
  return isApp && !CONTROLS.test(text) && !UNSAFE_SCHEMES.test(text);
}

/** An origin: scheme, host and port, nothing behind. */
function isOrigin(text: string): boolean {
  if (!isWebUrl(text)) return false;
  const url = new URL(text);
  return url.origin === text.toLowerCase().replace(/\/$/, '') || `${url.origin}/` === text.toLowerCase();
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

// A date that no calendar holds is refused: Date.parse would carry 30 February over into March.
function isDateTime(text: string): boolean {
  const [, year, month, day] = DATE_TIME.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day || Number.isNaN(Date.parse(text))) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The text formats that schemas name. */
export const FORMATS = {
  email: isEmail,
  uuid: isUuid,
  country: (text: string) => COUNTRIES.has(text),
  currency: (text: string) => exponentOf(text) !== null,
  'web-url': isWebUrl,
  'return-url': isReturnUrl,
  origin: isOrigin,
  'iso-date-time': isDateTime,
  prose: (text: string) => !holdsCardNumber(text),
};

/** Marks an object of anything in which the number of a card may not stand, but in the members that are ids of somebody's. */
export const CARDLESS_KEYWORD: FuncKeywordDefinition = {
  keyword: 'cardless',
  type: 'object',
  validate: ({ but }: { but: readonly string[] }, value: Record<string, unknown>) =>
    !Object.entries(value).some(
      ([name, one]) => !but.includes(name) && holdsCardNumber(JSON.stringify([name, one])),
    ),
};

/** Marks a decimal amount, a JSON number or a string read by grammar. Its own value gives the bounds as text. */
export const AMOUNT_KEYWORD: FuncKeywordDefinition = {
  keyword: 'amount',
  type: ['number', 'string'],
  errors: true,
  validate: checkAmount,
};

// Ajv reads a keyword's errors from a property of the function it called.
function checkAmount(bounds: { positive: boolean; max: string }, value: string | number): boolean {
  const found = amountProblem(bounds, value);
  checkAmount.errors = found ? [{ keyword: 'amount', params: { ...found } }] : [];
  return found === null;
}
checkAmount.errors = [] as { keyword: string; params: Record<string, unknown> }[];

export interface AmountProblemFound {
  type: string;
  msg: string;
  ctx?: Record<string, unknown>;
}

// The bounds have two decimals, so hundredths and a flag for anything finer decide exactly.
function amountProblem(
  bounds: { positive: boolean; max: string },
  value: string | number,
): AmountProblemFound | null {
  const text = typeof value === 'number' ? numberText(value) : value;
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (!match || (typeof value === 'string' && match[1] === '-' && !/[1-9]/.test(text))) {
    return { type: 'decimal_parsing', msg: 'Input should be a valid decimal' };
  }
  const fraction = match[3] ?? '';
  const magnitude = BigInt(match[2]! + fraction.slice(0, 2).padEnd(2, '0'));
  const finer = /[1-9]/.test(fraction.slice(2));
  const negative = match[1] === '-' && (magnitude > 0n || finer);
  const isZero = magnitude === 0n && !finer;
  if (bounds.positive && (negative || isZero)) {
    return { type: 'greater_than', msg: 'Input should be greater than 0', ctx: { gt: 0 } };
  }
  if (negative)
    return { type: 'greater_than_equal', msg: 'Input should be greater than or equal to 0', ctx: { ge: 0 } };
  const max = BigInt(bounds.max.replace('.', ''));
  if (magnitude > max || (magnitude === max && finer)) {
    const msg = `Input should be less than or equal to ${bounds.max}`;
    return { type: 'less_than_equal', msg, ctx: { le: Number(bounds.max) } };
  }
  return null;
}

/** A JSON number's decimal text, without an exponent. */
export function numberText(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [mantissa, exponent] = text.split('e') as [string, string];
  const digits = Math.max(0, -Number(exponent) + (mantissa.split('.')[1]?.length ?? 0));
  return Number(exponent) > 0 ? BigInt(value).toString() : value.toFixed(Math.min(100, digits));
}
