import { createHash } from 'node:crypto';
import type { JsonValue } from '../openapi.ts';
import { SAMPLE_UUID } from './sample-values.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UPPER = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const BASE64URL = `${BASE62}-_`;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
// The provider's own times, and days.
const WHOLE_SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
// Text that holds JSON has times in it too.
const TIME_INSIDE = /(?<="(\w+)":")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?=")/g;

interface Form {
  kind: string;
  found: RegExp;
  /** The n-th of its kind, the same in every recording. */
  make(n: number): string;
}

const FORMS: readonly Form[] = [
  drawn('referral', /(?<=\?token=)[\w+/]{60,}={0,2}/g, { length: 64, of: BASE62 }),
  drawn('session', /cs_[0-9A-Za-z]{27}/g, { before: 'cs_', length: 27, of: BASE62 }),
  drawn('key', /sk_test_[0-9A-Za-z]{49}/g, { before: 'sk_test_', length: 49, of: BASE62 }),
  drawn('secret', /whsec_[\w-]{43}/g, { before: 'whsec_', length: 43, of: BASE64URL }),
  drawn('token', /(?<![\w-])[\w-]{43}(?![\w-])/g, { length: 43, of: BASE64URL }),
  drawn('dispute', /\bPP-R-[A-Z]{3}-\d{8}\b/g, { before: 'PP-R-GBK-', length: 8, of: DIGITS }),
  drawn('provider', /\b[0-9A-Z]{17}\b/g, { length: 17, of: UPPER }),
  drawn('account', /\b[0-9A-Z]{13}\b/g, { length: 13, of: UPPER }),
  {
    kind: 'uuid',
    found: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    make: (n) => SAMPLE_UUID.slice(0, -2) + (Number.parseInt(SAMPLE_UUID.slice(-2), 16) + n).toString(16),
  },
];

/** When things of an example happen, so that none runs backwards; everything else does at the first moment. */
const FIRST = '2026-01-01T00:00:00.000Z';
const TIMES: Readonly<Record<string, string>> = {
  approved_at: '2026-01-01T00:04:10.000Z',
  captured_at: '2026-01-01T00:04:12.000Z',
  recoverable_until: '2026-01-01T00:10:00.000Z',
  expires_at: '2026-01-01T00:30:00.000Z',
  'refunds.created_at': '2026-01-01T00:20:00.000Z',
  'refunds.completed_at': '2026-01-01T00:20:00.000Z',
  refunded_at: '2026-01-01T00:20:00.000Z',
  response_deadline: '2026-01-11T00:00:00.000Z',
  seller_response_due_date: '2026-01-11T00:00:00.000Z',
  generated_at: '2026-02-01T00:00:00.000Z',
  activation_expires_at: '2026-01-08T00:00:00.000Z',
};

/** Values that are a run's own and have no form to go by. */
const FIELDS: Readonly<Record<string, JsonValue>> = {
  client_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9',
  user_id_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9',
  wallet_client_id: 'AfH2qXWc9sVd3kLmT0',
  wallet_partner_attribution_id: 'Fairway_Channel',
  remote_ip: '203.0.113.7',
  // Whether this very read asked the provider depends on how quick it was.
  wallet_status_reason_fresh: true,
  ms: 84,
  hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  period: '2026-01',
  period_start: '2026-01-01',
  period_end: '2026-01-31',
};

function timeOf(field: string): string {
  return TIMES[field] ?? FIRST;
}

interface Disguise {
  /** The value with everything that is a run's own replaced by something stable of the same form: the same thing by the
   *  same look-alike wherever it stands. Throws where a time is not of the form that is replaced. */
  of(value: JsonValue): JsonValue;
}

/** `places` are addresses of the run and what stands for them. */
export function disguise(places: Readonly<Record<string, string>>): Disguise {
  const seen = new Map<string, string>();
  const counts = new Map<string, number>();
  const alike = ({ kind, make }: Form, real: string) => {
    const known = seen.get(real);
    if (known !== undefined) return known;
    const n = counts.get(kind) ?? 0;
    counts.set(kind, n + 1);
    seen.set(real, make(n));
    return make(n);
  };
  const textOf = (text: string, field: string): string => {
    if (INSTANT.test(text)) return timeOf(field);
    if (WHOLE_SECOND.test(text)) return timeOf(field).replace(/\.\d+/, '');
    if (DAY.test(text)) return FIRST.slice(0, 10);
    if (field.endsWith('_at')) throw new Error(`${field} is ${text}`);
    let shown = text.replace(/\b(evt|we)_([0-9a-f]{32})\b/g, (_whole, kind: string, hex: string) => {
      const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return `${kind}_${alike(FORMS.at(-1)!, uuid).replaceAll('-', '')}`;
    });
    for (const [real, standing] of Object.entries(places)) shown = shown.replaceAll(real, standing);
    shown = shown.replace(TIME_INSIDE, (_whole, name: string) => timeOf(name));
    shown = shown.replace(/"created":\d+/g, `"created":${Date.parse(FIRST) / 1000}`);
    for (const form of FORMS) {
      // What stands for something already is left alone.
      const stands = new Set(seen.values());
      shown = shown.replace(form.found, (real) => (stands.has(real) ? real : alike(form, real)));
    }
    return shown;
  };
  const replaced = (value: JsonValue, field: string, texts: typeof textOf): JsonValue => {
    if (value !== null && field in FIELDS) return FIELDS[field]!;
    if (typeof value === 'string') return texts(value, field);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one: JsonValue) => replaced(one, field, texts));
    const fields = Object.entries(value).map(([name, inner]) => {
      const isTold = `${field}.${name}` in TIMES;
      return [name, replaced(inner, isTold ? `${field}.${name}` : name, texts)];
    });
    return Object.fromEntries(fields) as JsonValue;
  };
  // What is shown in part is replaced last, when the whole of it is known.
  const partOf = (text: string, field: string) => {
    const of = PARTS[field];
    if (!of) return text;
    const [, standing] = [...seen].find(([real]) => of.fits(real, text)) ?? [];
    if (standing === undefined) throw new Error(`${field} is of nothing that was seen whole`);
    return of.part(standing, text.length);
  };
  const whole = (text: string, field: string) => (field in PARTS ? text : textOf(text, field));
  return { of: (value) => replaced(replaced(value, '', whole), '', partOf) };
}

const PARTS: Readonly<
  Record<
    string,
    { fits(real: string, text: string): boolean; part(standing: string, length: number): string }
  >
> = {
  prefix: {
    fits: (real, text) => real.startsWith(text),
    part: (standing, length) => standing.slice(0, length),
  },
  secret_hint: {
    fits: (real, text) => real.endsWith(text),
    part: (standing, length) => standing.slice(-length),
  },
};

function drawn(kind: string, found: RegExp, of: { before?: string; length: number; of: string }): Form {
  const { before = '', length, of: alphabet } = of;
  const make = (n: number) => {
    const bytes = createHash('sha512').update(`${kind} ${n}`).digest();
    return before + [...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('');
  };
  return { kind, found, make };
}
