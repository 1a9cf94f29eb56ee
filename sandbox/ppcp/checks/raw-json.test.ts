import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberText } from './raw-json.ts';

test('a member comes out byte for byte, spaces and escapes included', () => {
  const source = '{ "a" : "}\\"{", "event" : { "x" : [1, "]", {"y": "\\u00e9"}] } , "z": 1e3 }';
  expect(memberText(source, 'event')).toBe('{ "x" : [1, "]", {"y": "\\u00e9"}] }');
  expect(memberText(source, 'z')).toBe('1e3');
  expect(memberText(source, 'a')).toBe('"}\\"{"');
  expect(memberText(source, 'none')).toBeNull();
  expect(memberText('{}', 'a')).toBeNull();
});

test('any value is found in any surroundings', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.nat(4), (before, value, indent) => {
      const source = JSON.stringify({ before, value, after: before }, null, indent);
      const text = memberText(source, 'value');
      expect(JSON.parse(text ?? 'null')).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
