import { type TProperties, type TSchema, Type } from 'typebox';

/** What the provider's interface is made of. Every bound here is one that the provider documents and refuses by. */

/** An object of these members and no others. */
export function closed(required: TProperties, optional: TProperties = {}): TSchema {
  return Type.Object({ ...required, ...withOptional(optional) }, { additionalProperties: false });
}

/** An object with these members; others may stand beside them. */
export function open(required: TProperties, optional: TProperties = {}): TSchema {
  return Type.Object({ ...required, ...withOptional(optional) });
}

function withOptional(members: TProperties): TProperties {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]));
}

/** The shapes that others refer to by name, each compiled once. */
export const SHARED: TSchema[] = [];

/** A shape that stands in many places. */
export function shared(name: string, schema: TSchema): TSchema {
  const $id = `provider:${name}`;
  SHARED.push({ ...schema, $id });
  return Type.Unsafe({ $ref: $id });
}

/** One of these words, separated by spaces. */
export function oneOf(words: string): TSchema {
  return Type.Unsafe({ type: 'string', enum: words.split(/\s+/) });
}

export function text(max: number, pattern?: string): TSchema {
  return Type.String({ minLength: 1, maxLength: max, ...(pattern ? { pattern } : {}) });
}

export function listOf(items: TSchema, max: number, min = 0): TSchema {
  return Type.Array(items, { minItems: min, maxItems: max });
}

/** A word of the provider that it adds to at any time. */
export const Word = text(255, '^[0-9A-Z_]+$');
export const Yes = Type.Boolean();
/** An order, a capture or a refund. */
export const ResourceId = text(36, '^[A-Z0-9]+$');
/** An account, of a seller or of a buyer: without the digits and letters that look alike. */
export const AccountId = Type.String({ pattern: '^[2-9A-HJ-NP-Z]{13}$' });
export const Time = Type.String({ format: 'date-time', minLength: 20, maxLength: 64 });
export const Day = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });
export const Email = Type.String({ format: 'email', minLength: 3, maxLength: 254 });
export const Country = Type.String({ pattern: '^([A-Z]{2}|C2)$' });
export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$' });
export const Url = Type.String({ format: 'uri', minLength: 1, maxLength: 4_000 });
/** A token, or the mark that the log puts in its place. */
export const Secret = text(16_384);

/** An amount as the provider tells it. */
export const ToldMoney = closed({
  currency_code: CurrencyCode,
  value: Type.String({ pattern: '^-?\\d+(\\.\\d+)?$', maxLength: 32 }),
});

/** An amount as it may be sent: never negative, and without decimals in the currencies that take none here. */
export const GivenMoney = Type.Unsafe({
  ...ToldMoney,
  properties: {
    currency_code: CurrencyCode,
    value: Type.String({ pattern: '^\\d{1,15}(\\.\\d{1,3})?$', maxLength: 32 }),
  },
  if: { properties: { currency_code: { enum: ['HUF', 'JPY', 'TWD'] } } },
  then: { properties: { value: { pattern: '^\\d+$' } } },
});

export const Money = shared('Money', ToldMoney);
export const SentMoney = shared('SentMoney', GivenMoney);

const Link = closed(
  { href: Type.String({ format: 'uri' }), rel: text(64, '^[a-z_-]+$') },
  {
    method: oneOf('GET POST PUT DELETE HEAD CONNECT OPTIONS PATCH'),
    encType: text(64),
    description: text(500),
  },
);
const LinkList = listOf(shared('Link', Link), 32);
export const Links = shared('Links', LinkList);

/** Links among which each of these relations stands. */
export function linksWith(...relations: string[]): TSchema {
  const each = relations.map((rel) => ({ contains: { properties: { rel: { const: rel } } } }));
  return Type.Unsafe({ ...LinkList, allOf: each });
}

export const AddressShape = closed(
  { country_code: Country },
  {
    address_line_1: text(300),
    address_line_2: text(300),
    admin_area_2: text(120),
    admin_area_1: text(300),
    postal_code: text(60),
  },
);

export const Address = shared('Address', AddressShape);

export const PersonName = closed({}, { given_name: text(140), surname: text(140), full_name: text(300) });
export const Phone = closed(
  { phone_number: closed({ national_number: text(14, '^\\d+$') }, { country_code: text(3, '^\\d+$') }) },
  { phone_type: Word },
);
