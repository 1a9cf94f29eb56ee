import { expect, test } from 'vitest';
import { plainIdAt, textAt } from './json.ts';

test.each(['8AB12345CD678901E', 'INV2-XXXX-0000', 'b6a0_1', 'x'.repeat(255)])('an id is %s', (id) =>
  expect(plainIdAt({ id }, 'id')).toBe(id),
);

test.each([
  ['bytes that are no text', '\ufffd\ufffd'],
  ['more than any id', 'x'.repeat(30_000)],
  ['a text of words', 'not found'],
  ['nothing', ''],
  ['a number', 7],
])('an id is not %s', (_what, id) => {
  expect(plainIdAt({ id }, 'id')).toBeNull();
});

test('a text is one that a database can keep', () => {
  expect(textAt({ name: 'Zoë' }, 'name')).toBe('Zoë');
  expect([textAt({ name: '\0' }, 'name'), textAt({ name: '\ud800' }, 'name')]).toEqual([null, null]);
});
