import fc from 'fast-check';

const FIELDS = [
  'amount',
  'name',
  'email',
  'business_name',
  'country_code',
  'owner_email',
  'currency',
  'items',
  'metadata',
  'url',
  'event_types',
  'description',
  'reconnect',
  'password',
  'rotate_secret',
  'expires_in_minutes',
  'allowed_origins',
  'shipping_address',
  'shipping_amount_cents',
  'checkout_session_id',
  'funding_source',
  'wallet_client_metadata_id',
  'external_order_id',
  'success_url',
  'payment_hold',
  'branding',
  'pay_later',
  'platform_fee_percent',
  'active',
  'since',
  'dry_run',
  'id',
  'event_type',
  'resource',
];
const PARAMETERS = [
  'limit',
  'offset',
  'search',
  'email',
  'status',
  'from_date',
  'to_date',
  'onboarding_status',
  'processor',
  'payment_method',
  'type',
  'state',
  'since',
  'merchant_id',
  '__proto__',
  'constructor',
  'x[y]',
];

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '‮',
    '%',
    '_',
    '\\',
    "'; --",
    '${x}',
    '../..',
    '\r\nx: y',
    '1e400',
    '-0',
    '9'.repeat(400),
    '2026-13-45',
    '+275760-09-13',
    '-271821-04-20',
    '0000-00-00',
    '9999-12-31T23:59:59.999999Z',
    'https://a.invalid',
    'https://[::1',
    'NaN',
    'a@b.cc',
    'x'.repeat(3000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const numberText = fc.constantFrom(
  '0',
  '-0',
  '-1',
  '1e308',
  '1e-308',
  '1e400',
  '9007199254740993',
  '0.1e-7',
  '999999.99',
);
const quoted = nasty.map((text) => JSON.stringify(text));
const plainKey = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FIELDS) },
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', '', '$ref', 'a.b', '\u0000'),
);

// JSON is built as text, so that doubled keys and numbers beyond a double can be written at all.
const json = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(quoted, numberText, fc.constantFrom('null', 'true', 'false', '{}', '[]')),
    tie('object'),
    tie('array'),
  ),
  object: fc
    .array(fc.tuple(plainKey, tie('value')), { maxLength: 6 })
    .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  array: fc.array(tie('value'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
}));
const body = fc.oneof(
  { weight: 8, arbitrary: json.object },
  { weight: 2, arbitrary: json.value },
  nasty,
  fc.constantFrom(
    '{"a":1,"a":2}',
    `${'['.repeat(9000)}${']'.repeat(9000)}`,
    `{"a":${'{"a":'.repeat(4000)}`,
    '\ufeff{}',
  ),
);
const parameters = fc
  .array(fc.tuple(fc.constantFrom(...PARAMETERS), fc.oneof(nasty, numberText)), { maxLength: 3 })
  .map((pairs) => pairs.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join('&'));
const header = fc.oneof(
  fc.constantFrom('', 'k'.repeat(129), 'k'.repeat(6000), 'a b', '\u00ff\u00fe', '"', '0'),
  fc.uuid(),
);
/** One call, whatever operation it is sent to. */
export const anyCall = fc.record({
  /** Fields of a good body to replace, by their position, each with a JSON text. */
  mutations: fc.array(fc.tuple(fc.nat(20), json.value), { maxLength: 3 }),
  mutate: fc.boolean(),
  body: fc.option(body, { nil: undefined, freq: 6 }),
  query: parameters,
  id: fc.option(nasty, { nil: undefined, freq: 2 }),
  as: fc.constantFrom('allowed', 'allowed', 'allowed', 'allowed', 'nobody'),
  headers: fc.record(
    { 'idempotency-key': header, origin: header, 'x-forwarded-for': header, 'x-merchant-id': header },
    { requiredKeys: [] },
  ),
});
export type FuzzedCall = typeof anyCall extends fc.Arbitrary<infer T> ? T : never;

/** The body's JSON text: a good one with a few fields replaced, or anything at all. */
export function bodyOf(fuzzed: FuzzedCall, good: Record<string, unknown> | undefined): string | undefined {
  if (!good || !fuzzed.mutate) return fuzzed.body;
  const fields = Object.entries(good).map(([name, value]) => [name, JSON.stringify(value)]);
  for (const [at, text] of fuzzed.mutations) fields[at % fields.length]![1] = text;
  return `{${fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** A lone surrogate has no encoding: its bytes are written as they would be if it had one. */
export function encodeText(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0)!;
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
      return `%ed%${(0x80 | ((code >> 6) & 0x3f)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`;
    })
    .join('');
}
