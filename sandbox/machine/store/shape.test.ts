import { describe, expect, test } from 'vitest';
import {
  anything,
  flag,
  list,
  mapOf,
  misfitOf,
  number,
  object,
  optional,
  orNull,
  text,
  words,
} from './shape.ts';

const AMOUNT = object({ value: text }, ({ value }: { value: string }) => /^\d+$/.test(value));
const SHAPE = object({
  id: text,
  count: number,
  open: flag,
  state: words({ NEW: true, OLD: true }),
  amount: orNull(AMOUNT),
  parts: list(object({ name: text, note: optional(text) })),
  names: mapOf(text),
  sent: anything,
});
const whole = {
  ...{ id: 'a', count: 1, open: false, state: 'OLD', amount: { value: '7' }, sent: null },
  ...{ parts: [{ name: 'b' }, { name: 'c', note: null }], names: { one: 'x' } },
};

describe('a value', () => {
  test.each([
    ['all of its members', whole],
    ['more than its members', { ...whole, more: 1 }],
    ['null where it may be', { ...whole, amount: null }],
    ['nothing in its lists', { ...whole, parts: [], names: {} }],
  ])('of %s fits its shape', (_what, value) => {
    expect(misfitOf(SHAPE, value)).toBeNull();
  });

  test.each<[string, unknown]>([
    ['', []],
    ['', 'text'],
    ['/id', { ...whole, id: undefined }],
    ['/count', { ...whole, count: '1' }],
    ['/open', { ...whole, open: null }],
    ['/state', { ...whole, state: 'toString' }],
    ['/amount', { ...whole, amount: { value: 'x' } }],
    ['/amount/value', { ...whole, amount: { value: 7 } }],
    ['/parts', { ...whole, parts: {} }],
    ['/parts/1/name', { ...whole, parts: [{ name: 'b' }, {}] }],
    ['/parts/0/note', { ...whole, parts: [{ name: 'b', note: 1 }] }],
    ['/names/one', { ...whole, names: { one: 1 } }],
    ['/sent', { ...whole, sent: undefined }],
  ])('does not at "%s"', (at, value) => {
    expect(misfitOf(SHAPE, value)).toBe(at);
  });
});
