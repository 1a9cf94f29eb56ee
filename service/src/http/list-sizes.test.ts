import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { NewSession } from '../../../wire/sessions/schemas.ts';
import { listSizesOf } from './list-sizes.ts';
import { finderOf } from './validation.ts';

describe('a list that is too long', () => {
  const find = finderOf(NewSession, 'body');

  test('is refused for that alone: what is in it is not judged', () => {
    const items = Array.from({ length: 9_000 }, () => ({}));
    expect(find({ amount: 'x', items })).toEqual([
      expect.objectContaining({ type: 'too_long', loc: ['body', 'items'] }),
    ]);
  });

  test('of an allowed length each entry is judged', () => {
    expect(find({ amount: '1.00', items: [{}, {}] }).map(({ loc }) => loc)).toEqual([
      ['body', 'items', 0, 'name'],
      ['body', 'items', 0, 'unit_amount'],
      ['body', 'items', 1, 'name'],
      ['body', 'items', 1, 'unit_amount'],
    ]);
  });
});

test('a schema without a bounded list has no sizes', () => {
  expect(listSizesOf(Type.Object({ a: Type.Array(Type.String()), b: Type.String() }))).toBeNull();
});
