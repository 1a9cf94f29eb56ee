import { expect, test } from 'vitest';
import { asCaller } from '../../../postgres/caller.ts';
import { grownOldPerCall } from '../../../tests/world/grown-old.ts';
import { coalesce, coalesceAlike } from './coalesce.ts';

test('calls alike that arrive together are answered together, however many kinds there were before', async () => {
  const batches: (readonly string[])[] = [];
  const add = coalesceAlike(
    (call: string) => call[0]!,
    async (calls: readonly string[]) => {
      batches.push(calls);
      return calls;
    },
  );
  const others = Array.from({ length: 3_000 }, (_, n) => String.fromCodePoint(0x1000 + n));
  expect(await Promise.all(others.map(add))).toEqual(others);
  for (const other of others) await add(other);
  batches.length = 0;
  expect(await Promise.all(['a1', 'b1', 'a2', 'a3'].map(add))).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(batches.toSorted()).toEqual([['a1', 'a2', 'a3'], ['b1']]);
});

test('what one turn of the loop brings is asked together, whoever came first', async () => {
  const batches: (readonly string[])[] = [];
  const add = coalesce(
    async (calls: readonly string[]) => {
      batches.push(calls);
      return calls;
    },
    { lanes: 2 },
  );
  const first = add('first');
  // As calls of other sockets do: each when all that the one before set off is done.
  for (let hop = 0; hop < 20; hop += 1) await Promise.resolve();
  expect(await Promise.all([first, add('second'), add('third')])).toEqual(['first', 'second', 'third']);
  expect(batches).toEqual([['first', 'second', 'third']]);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what the next turns bring joins as long as each brings more, for eight turns', async () => {
  const batches: (readonly string[])[] = [];
  const add = coalesce(async (calls: readonly string[]) => {
    batches.push(calls);
    return calls;
  });
  const alone = add('alone');
  await turn();
  await turn();
  expect(batches).toEqual([['alone']]);
  await alone;
  const calls = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
  const answers = [add(calls[0]!)];
  for (const call of calls.slice(1)) {
    answers.push(add(call));
    await turn();
  }
  expect(await Promise.all(answers)).toEqual(calls);
  expect(batches.flat()).toEqual(['alone', ...calls]);
  expect(batches[1]).toEqual(calls.slice(0, 9));
});

test('a call leaves nothing behind that grows old', async () => {
  const add = coalesceAlike(
    (call: string) => call,
    async (calls: readonly string[]) => calls,
  );
  const caller = { lane: 'read', leftMs: 1_000 };
  expect(await grownOldPerCall(() => asCaller(caller, () => add('a')))).toBeLessThan(100);
});
