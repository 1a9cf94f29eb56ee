import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test('a text is cut to its limit, never inside a character', () => {
  expect(shorten('x'.repeat(500), 127)).toHaveLength(127);
  expect(shorten(`${'x'.repeat(126)}😀 and more`, 127)).toBe('x'.repeat(126));
});

test('a text stays on one line, and what is nothing is told as nothing', () => {
  expect(shorten('first\r\nsecond\u0000', 127)).toBe('first second');
  expect([shorten('\n', 127), shorten(null, 127), shorten(undefined, 127)]).toEqual([null, null, null]);
});
