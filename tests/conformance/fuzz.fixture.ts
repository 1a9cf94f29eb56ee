import fc from 'fast-check';

// Parameters of no operation, or of some library in between.
const STRANGE_PARAMETERS = ['__proto__', 'constructor', 'x[y]'];
const STRANGE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', '', '$ref', 'a.b', '\u0000'];
const TOO_LARGE = 300 * 1024;

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

// JSON is built as text, so that doubled keys and numbers beyond a double can be written at all.
function jsonOf(fields: readonly string[]) {
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fields) },
    fc.constantFrom(...STRANGE_KEYS),
  );
  return fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(quoted, numberText, fc.constantFrom('null', 'true', 'false', '{}', '[]')),
      tie('object'),
      tie('array'),
    ),
    object: fc
      .array(fc.tuple(key, tie('value')), { maxLength: 6 })
      .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
    array: fc.array(tie('value'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
  }));
}

function bodiesOf(json: { object: fc.Arbitrary<string>; value: fc.Arbitrary<string> }) {
  return fc.oneof(
    { weight: 40, arbitrary: json.object },
    { weight: 10, arbitrary: json.value },
    { weight: 5, arbitrary: nasty },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        '{"a":1,"a":2}',
        `${'['.repeat(9000)}${']'.repeat(9000)}`,
        `{"a":${'{"a":'.repeat(4000)}`,
        '\ufeff{}',
      ),
    },
    { weight: 1, arbitrary: fc.constant(`"${'x'.repeat(TOO_LARGE)}"`) },
  );
}

function queriesOf(names: readonly string[]) {
  const name = fc.constantFrom(...names, ...STRANGE_PARAMETERS);
  return fc
    .array(fc.tuple(name, fc.oneof(nasty, numberText)), { maxLength: 3 })
    .map((pairs) => pairs.map(([one, value]) => `${encodeText(one)}=${encodeText(value)}`).join('&'));
}

const header = fc.oneof(
  fc.constantFrom('', 'k'.repeat(129), 'k'.repeat(6000), 'a b', '\u00ff\u00fe', '"', '0'),
  fc.uuid(),
);
const contentType = fc.constantFrom(
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'x',
  'multipart/form-data',
);
const authorization = fc.oneof(
  header,
  header.map((text) => `Bearer ${text}`),
);

/** Any call of an operation, made of the names that its interface knows and of what nobody expects. */
export function anyCallWith(names: { fields: readonly string[]; parameters: readonly string[] }) {
  const json = jsonOf(names.fields);
  return fc.record({
    /** Fields of a good body to replace, by their position, each with a JSON text. */
    mutations: fc.array(fc.tuple(fc.nat(20), json.value), { maxLength: 3 }),
    mutate: fc.boolean(),
    body: fc.option(bodiesOf(json), { nil: undefined, freq: 6 }),
    query: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, queriesOf(names.parameters)),
    id: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, nasty),
    /** Which of those who may call: by position, the first more often. Null: nobody. */
    by: fc.oneof({ weight: 8, arbitrary: fc.nat(5) }, fc.constant(null)),
    headers: fc.record(
      {
        'idempotency-key': header,
        origin: header,
        'x-forwarded-for': header,
        'x-merchant-id': header,
        authorization,
        cookie: header,
      },
      { requiredKeys: [] },
    ),
    content_type: fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, contentType),
  });
}
export type FuzzedCall = ReturnType<typeof anyCallWith> extends fc.Arbitrary<infer T> ? T : never;

/** The body's JSON text: a good one with a few fields replaced, or anything at all. */
export function bodyOf(fuzzed: FuzzedCall, good: Record<string, unknown> | undefined): string | undefined {
  if (!good || !fuzzed.mutate) return fuzzed.body;
  const fields = Object.entries(good).map(([name, value]) => [name, JSON.stringify(value)]);
  for (const [at, text] of fuzzed.mutations) if (fields.length > 0) fields[at % fields.length]![1] = text;
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
