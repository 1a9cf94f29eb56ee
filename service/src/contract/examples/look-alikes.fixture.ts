import { createHash } from 'node:crypto';
import type { OperationId } from '../../http/operations.ts';
import type { JsonValue } from '../openapi.ts';
import { FIELDS, FIRST, TIMES } from './look-alike-values.fixture.ts';
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

// Says that it is one, and for whom.
const JWT = `${['{"alg":"ES512","typ":"JWT"}', '{"scopes":["embed"]}'].map(base64url).join('.')}.`;

const FORMS: readonly Form[] = [
  drawn('referral', /(?<=\?token=)[\w+/]{60,}={0,2}/g, { length: 64, of: BASE62 }),
  drawn('jwt', /\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, { before: JWT, length: 48, of: BASE62 }),
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
    make: (n) => SAMPLE_UUID.slice(0, -4) + (Number.parseInt(SAMPLE_UUID.slice(-4), 16) + n).toString(16),
  },
];

/** Where an event stands in the feed: the number that its cursor begins with. */
const PLACE: Form = { kind: 'place', found: /$^/g, make: (n) => String(48_211 + n) };

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

// Ids with a prefix, and cursors, carry a uuid without its dashes.
function withIds(text: string, alike: (form: Form, real: string) => string): string {
  return text.replace(/\b(evt_|we_|\d+\.)([0-9a-f]{32})\b/g, (_whole, before: string, hex: string) => {
    const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    const kind = /^\d/.test(before) ? `${alike(PLACE, before)}.` : before;
    return kind + alike(FORMS.at(-1)!, uuid).replaceAll('-', '');
  });
}

// An operation's own moment goes before that of its noun, and that before the field's.
function timeOf(field: string, id: OperationId): string {
  const own = [id, ...id.split('.').toReversed()].map((of) => TIMES[`${of}.${field}`]);
  return own.find((time) => time !== undefined) ?? TIMES[field] ?? FIRST;
}

interface Disguise {
  /** The value with everything that is a run's own replaced by something stable of the same form: the same thing by the
   *  same look-alike wherever it stands. Throws where a time is not of the form that is replaced. */
  of(value: JsonValue, id: OperationId): JsonValue;
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
  const textOf = (text: string, field: string, id: OperationId): string => {
    if (INSTANT.test(text)) return timeOf(field, id);
    if (WHOLE_SECOND.test(text)) return timeOf(field, id).replace(/\.\d+/, '');
    if (DAY.test(text)) return FIRST.slice(0, 10);
    if (field.endsWith('_at')) throw new Error(`${field} is ${text}`);
    // A browser signs a text for its passkey, and it is sent as base64url.
    if (field === 'clientDataJSON') {
      return base64url(textOf(Buffer.from(text, 'base64url').toString(), '', id));
    }
    let shown = withIds(text, alike);
    for (const [real, standing] of Object.entries(places)) shown = shown.replaceAll(real, standing);
    shown = shown.replace(TIME_INSIDE, (_whole, name: string) => timeOf(name, id));
    shown = shown.replace(/"created":\d+/g, `"created":${Date.parse(FIRST) / 1000}`);
    for (const form of FORMS) {
      // What stands for something already is left alone.
      const stands = new Set(seen.values());
      shown = shown.replace(form.found, (real) => (stands.has(real) ? real : alike(form, real)));
    }
    return shown;
  };
  const replaced = (
    value: JsonValue,
    field: string,
    texts: (text: string, field: string) => string,
  ): JsonValue => {
    if (field in FIELDS && typeof value === typeof FIELDS[field]) return FIELDS[field]!;
    if (typeof value === 'string') return texts(value, field);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one: JsonValue) => replaced(one, field, texts));
    const fields = Object.entries(value).map(([name, inner]) => {
      const isTold = `${field}.${name}` in TIMES || `${field}.${name}` in FIELDS;
      return [name, replaced(inner, isTold ? `${field}.${name}` : name, texts)];
    });
    return Object.fromEntries(fields) as JsonValue;
  };
  return {
    of: (value, id) => {
      const whole = (text: string, field: string) => (field in PARTS ? text : textOf(text, field, id));
      return replaced(replaced(value, '', whole), '', (text, field) => partOf(seen, text, field));
    },
  };
}

// What is shown in part is replaced last, when the whole of it is known.
function partOf(seen: ReadonlyMap<string, string>, text: string, field: string): string {
  const of = PARTS[field];
  if (!of) return text;
  const [, standing] = [...seen].find(([real]) => of.fits(real, text)) ?? [];
  if (standing === undefined) throw new Error(`${field} is of nothing that was seen whole`);
  return of.part(standing, text.length);
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
