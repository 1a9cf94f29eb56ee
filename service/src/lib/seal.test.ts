import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveKey, seal, unseal } from './seal.ts';

const key = deriveKey('a secret of at least thirty-two characters', 'tests');
const text = fc.string({ unit: 'grapheme', maxLength: 200 });

test('what was sealed opens under the same key and bound', () => {
  fc.assert(
    fc.property(text, text, (plain, bound) => {
      expect(unseal(key, seal(key, plain, bound), bound)).toBe(plain);
    }),
  );
});

test('a changed byte, anywhere, does not open', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 1, max: 255 }), (plain, at, change) => {
      const sealed = seal(key, plain, 'row');
      const index = at % sealed.length;
      sealed[index] = sealed[index]! ^ change;
      expect(() => unseal(key, sealed, 'row')).toThrow();
    }),
  );
});

// Of an empty text only the tag is left to shorten.
test.each(['plain', ''])('the sealed text %j does not open when it was shortened, however much', (plain) => {
  const sealed = seal(key, plain, 'row');
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => unseal(key, sealed.subarray(0, length), 'row')).toThrow();
  }
});

test('a value moved to another row, or read under another key, does not open', () => {
  const sealed = seal(key, 'plain', 'row 1');
  expect(() => unseal(key, sealed, 'row 2')).toThrow();
  expect(() =>
    unseal(deriveKey('another secret of thirty-two characters', 'tests'), sealed, 'row 1'),
  ).toThrow();
});

test('the same text sealed twice looks different and does not show', () => {
  const [one, other] = [seal(key, 'plain text', 'row'), seal(key, 'plain text', 'row')];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('plain text')).toBe(false);
});

test('a derived key is 256 bits, the same each time, and another for another purpose', () => {
  expect(deriveKey('secret', 'one').symmetricKeySize).toBe(32);
  expect(deriveKey('secret', 'one').equals(deriveKey(Buffer.from('secret'), 'one'))).toBe(true);
  expect(deriveKey('secret', 'one').equals(deriveKey('secret', 'two'))).toBe(false);
});
