import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonProblem, parseStrictJson, refuseTooMany } from './strict-json.ts';

function attempt(parse: (text: string) => unknown, text: string): { value: unknown } | null {
  try {
    return { value: parse(text) };
  } catch (error) {
    if (error instanceof JsonProblem || error instanceof SyntaxError) return null;
    throw error;
  }
}

function offsetOf(text: string): number {
  return attemptAt(() => parseStrictJson(text));
}

function attemptAt(read: () => unknown): number {
  try {
    read();
  } catch (error) {
    if (error instanceof JsonProblem) return error.offset;
  }
  throw new Error('it was accepted');
}

// Almost JSON: a document with a few characters changed.
const damaged = fc
  .tuple(
    fc.json(),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[]",:0123456789eE.+-tfn\\u \n/*\'')), { maxLength: 3 }),
  )
  .map(([text, changes]) =>
    changes.reduce((sum, [at, character]) => {
      const index = sum.length === 0 ? 0 : at % sum.length;
      return sum.slice(0, index) + character + sum.slice(index + 1);
    }, text),
  );

describe('beside the language’s own parser', () => {
  test('whatever is accepted has the same value there', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        const strict = attempt(parseStrictJson, text);
        if (strict) expect(strict).toEqual(attempt(JSON.parse, text));
      }),
      { numRuns: 2000 },
    );
  });

  test('ordinary documents are accepted', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000')),
      fc.integer({ min: -999_999_999, max: 999_999_999 }),
      fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
      fc.boolean(),
      fc.constant(null),
    );
    const key = fc.string({ unit: 'grapheme-ascii' }).filter((name) => name !== '__proto__');
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof({ maxDepth: 6 }, leaf, fc.array(tie('value')), fc.dictionary(key, tie('value'))),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2, '\t'), (document, blanks) => {
        const text = JSON.stringify(document, null, blanks);
        expect(parseStrictJson(` ${text}\r\n`)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('accepts', () => {
  test.each<[string, unknown]>([
    ['{}', {}],
    ['[ ]', []],
    ['"\\u00e9\\/\\n"', 'é/\n'],
    ['"\\ud83d\\ude00"', '\u{1f600}'],
    ['123456789012345', 123_456_789_012_345],
    ['0.1', 0.1],
    ['-12.50', -12.5],
    ['1e2', 100],
    ['100000000000000000000', 1e20],
    ['0.000', 0],
    ['0.1e-7', 1e-8],
    ['1.50E+3', 1_500],
    ['1795703819788123', 1_795_703_819_788_123],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['3.141592653589793', Math.PI],
    ['0.30000000000000004', 0.1 + 0.2],
    ['{"constructor":1,"prototype":{"x":2}}', { constructor: 1, prototype: { x: 2 } }],
    ['{"toString":1,"hasOwnProperty":2}', { toString: 1, hasOwnProperty: 2 }],
    ['{"a":{"x":1},"b":{"x":1}}', { a: { x: 1 }, b: { x: 1 } }],
  ])('%s', (text, value) => {
    expect(parseStrictJson(text)).toEqual(value);
  });

  test('thirty-two levels, and not one more', () => {
    expect(parseStrictJson(`${'['.repeat(32)}1${']'.repeat(32)}`)).toBeInstanceOf(Array);
    expect(attempt(parseStrictJson, `${'['.repeat(33)}1${']'.repeat(33)}`)).toBeNull();
  });

  test('thirty-two levels, and not one more, also when nothing stands in the innermost', () => {
    expect(parseStrictJson(`${'['.repeat(32)}${']'.repeat(32)}`)).toBeInstanceOf(Array);
    expect(attempt(parseStrictJson, `${'['.repeat(33)}${']'.repeat(33)}`)).toBeNull();
    expect(parseStrictJson(`${'{"a":'.repeat(31)}{}${'}'.repeat(31)}`)).toBeInstanceOf(Object);
    expect(attempt(parseStrictJson, `${'{"a":'.repeat(32)}{}${'}'.repeat(32)}`)).toBeNull();
  });

  test('what has no end', () => {
    expect(attempt(parseStrictJson, '['.repeat(200_000))).toBeNull();
    expect(attempt(parseStrictJson, '{"a":'.repeat(40_000))).toBeNull();
  });

  test('ten thousand values, and not one more', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => ({})));
    expect(parseStrictJson(list(9_999))).toHaveLength(9_999);
    expect(attempt(parseStrictJson, list(10_000))).toBeNull();
  });

  test('the longest text that a body can carry, with an escape in it', () => {
    const text = `${'é'.repeat(120_000)}\n${'x'.repeat(10_000)}`;
    expect(parseStrictJson(JSON.stringify(text))).toBe(text);
  });
});

// Looked through anew from each of them it would take a quarter of an hour.
test('a number has any number of zeros', () => {
  const zeros = '0'.repeat(1_000_000);
  expect(attempt(parseStrictJson, `0.1${zeros}1`)).toBeNull();
  expect(parseStrictJson(`0.1${zeros}`)).toBe(0.1);
  expect(attempt(parseStrictJson, `1${zeros}`)).toBeNull();
});

describe('refuses', () => {
  test.each([
    ['a key that stands twice', '{"a":1,"a":1}'],
    ['a key that stands twice, once in disguise', '{"a":1,"\\u0061":2}'],
    ['a key that stands twice further down', '[{"x":{"a":1,"b":2,"a":3}}]'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['__proto__ in disguise', '{"__proto\\u005f_":1}'],
    ['NUL in a text', '"\\u0000"'],
    ['NUL in a key', '{"a\\u0000":1}'],
    ['a bare control character', '"\u0001"'],
    ['a lone high surrogate', '"\\ud83d"'],
    ['a lone low surrogate', '"x\\ude00"'],
    ['surrogates in the wrong order', '"\\ude00\\ud83d"'],
    ['a lone surrogate in a key', '{"\\ud800":1}'],
    ['a number of seventeen digits', '12345678901234567'],
    ['a whole number next to what a double can hold', '9007199254740993'],
    ['a digit more than a double has', '3.1415926535897931'],
    ['a fraction of seventeen digits', '0.12345678901234567'],
    ['a number beyond every double', '1e400'],
    ['a number that would vanish', '1e-400'],
    ['a leading zero', '01'],
    ['a plus sign', '+1'],
    ['a bare fraction', '.5'],
    ['an unfinished fraction', '1.'],
    ['an unfinished exponent', '1e'],
    ['NaN', 'NaN'],
    ['Infinity', '-Infinity'],
    ['a hexadecimal number', '0x10'],
    ['a trailing comma', '[1,]'],
    ['a trailing comma in an object', '{"a":1,}'],
    ['a comment', '{}/* */'],
    ['single quotes', "{'a':1}"],
    ['a bare key', '{a:1}'],
    ['a missing colon', '{"a" 1}'],
    ['two documents', '{} {}'],
    ['half a word', 'tru'],
    ['an unknown escape', '"\\x41"'],
    ['an unfinished escape', '"\\u12"'],
    ['an unfinished text', '"abc'],
    ['a byte order mark', '\ufeff{}'],
    ['another kind of blank', '\u00a0{}'],
    ['nothing', ''],
    ['blanks only', ' \n'],
  ])('%s', (_name, text) => {
    expect(() => parseStrictJson(text)).toThrow(JsonProblem);
  });

  test('and says where', () => {
    expect(offsetOf('{"a":1,"a":2}')).toBe(7);
    expect(offsetOf('[1,')).toBe(3);
    expect(offsetOf('{} x')).toBe(3);
    expect(offsetOf('[12345678901234567]')).toBe(1);
  });
});

test('a document cannot give an object a foreign prototype', () => {
  const object = parseStrictJson('{"proto":{},"a":{}}') as object;
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
});

describe('before it is a string', () => {
  const judge = (text: string) => () => refuseTooMany(Buffer.from(text));

  test('a text with more than ten thousand values is refused, whatever else is wrong with it', () => {
    expect(judge(`{"first":1,"first":2,"items":[${'{},'.repeat(20_000)}{}]}`)).toThrow(
      'More than 10000 values',
    );
    expect(judge('1,'.repeat(20_000))).toThrow('More than 10000 values');
  });

  test('the place where it ended is told in characters', () => {
    const before = `["é€😀"${',1'.repeat(9_998)}`;
    const found = attemptAt(judge(`${before},1${',1'.repeat(20)}]`));
    expect(found).toBe(before.length + 2);
  });

  test('commas in its strings do not count, behind quotes and backslashes either', () => {
    const commas = ','.repeat(20_000);
    for (const text of [commas, `"${commas}`, `\\${commas}`, `\\"${commas}`, `é${commas}\n`]) {
      const written = JSON.stringify([text, text]);
      expect(judge(written)).not.toThrow();
      expect(parseStrictJson(written)).toEqual([text, text]);
    }
  });

  test('it is refused only when reading it would be', () => {
    const value = fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant({ a: '","' })), { maxLength: 12 });
    fc.assert(
      fc.property(value, fc.integer({ min: 9_980, max: 10_020 }), (some, length) => {
        const text = JSON.stringify([...some, ...Array.from({ length: length - some.length }, () => 0)]);
        const isRead = attempt(parseStrictJson, text) !== null;
        if (isRead) expect(judge(text)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});
