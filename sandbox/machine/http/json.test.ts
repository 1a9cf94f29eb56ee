import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

describe('parsing what a caller sent', () => {
  it.each([
    ['NUL', '{"a":"x\\u0000"}'],
    ['NUL behind a backslash', '{"a":"\\\\\\u0000"}'],
    ['NUL in a key', '{"\\u0000":1}'],
    ['half a surrogate pair', '{"a":"\\ud83d"}'],
    ['broken JSON', '{"a":'],
  ])('refuses %s', (_what, text) => {
    expect(parseJson(text)).toBeUndefined();
  });

  it.each([
    ['a whole surrogate pair', { a: '😀' }],
    ['a text that spells NUL', { a: '\\u0000' }],
    ['a text that spells half a pair', { a: '\\ud83d' }],
    ['a kept JSON text with escapes', { body: '{"name":"\\ud83d\\ude00"}' }],
  ])('keeps %s', (_what, value) => {
    expect(parseJson(JSON.stringify(value))).toEqual(value);
  });
});
