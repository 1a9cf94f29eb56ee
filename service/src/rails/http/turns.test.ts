import { expect, test } from 'vitest';
import { inBackground } from '../../lib/background.ts';
import { createTurns } from './turns.ts';

const CALLS_MAX = 64;
const BACKGROUND_MAX = 48;
const LONG_MS = 120_000;

const DONE = { kind: 'done' } as const;
/** Calls of a provider of their own, and how many of them have begun. */
function newTurns() {
  const inTurn = createTurns({ rail: 'test', log: () => undefined });
  let begun = 0;
  const call = (limitMs: number, until: Promise<void> = Promise.resolve()) =>
    inTurn({ operation: 'call', limitMs }, async () => {
      begun += 1;
      await until;
      return { answer: DONE, status: 200, debug_id: null };
    });
  return { call, begun: () => begun };
}
const times = <T>(count: number, call: () => Promise<T>) => Promise.all(Array.from({ length: count }, call));
const kindsOf = (answers: readonly { kind: string }[]) => [...new Set(answers.map(({ kind }) => kind))];

test('whoever waits for an answer finds a place behind a background that hangs', async () => {
  const { call, begun } = newTurns();
  const open = Promise.withResolvers<void>();
  const hanging = inBackground(() => times(CALLS_MAX, () => call(LONG_MS, open.promise)));
  await expect.poll(begun).toBe(BACKGROUND_MAX);
  expect(kindsOf(await times(CALLS_MAX - BACKGROUND_MAX, () => call(LONG_MS)))).toEqual(['done']);
  open.resolve();
  expect(kindsOf(await hanging)).toEqual(['done']);
});

test('what waited in the background in vain leaves its place there to the next', async () => {
  const { call, begun } = newTurns();
  const open = Promise.withResolvers<void>();
  const hanging = times(CALLS_MAX, () => call(LONG_MS, open.promise));
  await expect.poll(begun).toBe(CALLS_MAX);
  const inVain = await inBackground(() => times(BACKGROUND_MAX, () => call(2)));
  expect(kindsOf(inVain)).toEqual(['unreachable']);
  open.resolve();
  await hanging;
  expect(await inBackground(() => call(LONG_MS))).toEqual(DONE);
});
