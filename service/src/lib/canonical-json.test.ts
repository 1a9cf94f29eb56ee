import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json } from './canonical-json.ts';

// A second writer that shares nothing with the first: characters one by one, keys compared code point by code point.
function written(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return `${Object.is(value, -0) ? 0 : value}`;
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${(value as Json[]).map(written).join(',')}]`;
  const members = Object.entries(value).toSorted(([left], [right]) => compared(left, right));
  return `{${members.map(([key, member]) => `${quoted(key)}:${written(member)}`).join(',')}}`;
}

const SHORT: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quoted(text: string): string {
  const units = text.split('').map((unit) => {
    const code = unit.charCodeAt(0);
    if (SHORT[unit] !== undefined) return SHORT[unit];
    return code >= 0x20 && code < 0x7f ? unit : `\\u${(0x10000 + code).toString(16).slice(1)}`;
  });
  return `"${units.join('')}"`;
}

function compared(left: string, right: string): number {
  const [a, b] = [left, right].map((text) => Array.from(text, (character) => character.codePointAt(0)!));
  for (let index = 0; index < Math.min(a!.length, b!.length); index += 1) {
    if (a![index] !== b![index]) return a![index]! - b![index]!;
  }
  return a!.length - b!.length;
}

const jsonOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Json> =>
  fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      text,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(text, tie('value'), { maxKeys: 8 }),
    ),
  })).value;

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'0123456789') }),
);

test('agrees with a second writer on any value', () => {
  fc.assert(
    fc.property(jsonOf(anyText), (value) => {
      expect(canonicalJson(value)).toBe(written(value));
    }),
    { numRuns: 1000 },
  );
});

test('reads back as the value it was made of, and writes that the same again', () => {
  fc.assert(
    fc.property(jsonOf(anyText), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
    }),
  );
});

test('is one line of ASCII without a blank between tokens', () => {
  fc.assert(
    fc.property(jsonOf(anyText), (value) => {
      expect(canonicalJson(value)).toMatch(/^[ -~]*$/);
    }),
  );
  expect(canonicalJson({ a: [1, { b: ' ' }], c: true })).toBe('{"a":[1,{"b":" "}],"c":true}');
});

test('does not depend on the order in which keys were set', () => {
  expect(canonicalJson({ b: 1, a: 2 })).toBe(canonicalJson({ a: 2, b: 1 }));
});

test.each<[string, Json, string]>([
  ['integer-like keys among others', { b: 1, 10: 2, 9: 3, a: 4 }, '{"10":2,"9":3,"a":4,"b":1}'],
  ['capitals before small letters', { a: 1, B: 2, _: 3 }, '{"B":2,"_":3,"a":1}'],
  ['keys beyond the basic plane last', { '\u{1f600}': 1, '\uffff': 2 }, '{"\\uffff":2,"\\ud83d\\ude00":1}'],
  ['line separators', '\u2028\u2029', '"\\u2028\\u2029"'],
  ['a surrogate pair', '\u{1f600}', '"\\ud83d\\ude00"'],
  ['a lone surrogate', '\ud800x\udc00', '"\\ud800x\\udc00"'],
  ['control characters', '\u0000\u001f\u007f\n\t"\\/', '"\\u0000\\u001f\\u007f\\n\\t\\"\\\\/"'],
  ['letters with marks', 'Zoë', '"Zo\\u00eb"'],
  ['minus zero', -0, '0'],
  ['a large number', 1e21, '1e+21'],
  ['a small number', 1e-7, '1e-7'],
  ['an exact integer', Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['nothing', {}, '{}'],
  ['an empty list', [], '[]'],
])('writes %s', (_name, value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %d', (value) => {
  expect(() => canonicalJson({ a: [value] })).toThrow(RangeError);
});
