import { expect, test, vi } from 'vitest';
import { asCaller, currentCaller } from '../../../postgres/caller.ts';
import { DatabaseUnavailable } from '../../../postgres/failures.ts';
import { grownOldPerCall } from '../../../tests/world/grown-old.ts';
import { asOneOfMany, forMany } from './share.ts';

const never = new Promise<never>(() => undefined);

test('who waits with others waits no longer than alone, and has waited', async () => {
  const caller = { lane: 'read', leftMs: 20 };
  await expect(asCaller(caller, () => asOneOfMany(never))).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(caller.leftMs).toBeLessThan(1);
  await expect(asCaller(caller, () => asOneOfMany(never))).rejects.toBeInstanceOf(DatabaseUnavailable);
});

test('nobody waits with others for as long as two would one after the other, and has the rest of the time left', async () => {
  vi.useFakeTimers();
  const caller = { lane: 'read', leftMs: 4_500 };
  const failure = asCaller(caller, () => asOneOfMany(never)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3_100);
  vi.useRealTimers();
  expect(await failure).toBeInstanceOf(DatabaseUnavailable);
  expect(caller.leftMs).toBeGreaterThan(1_000);
});

test('what comes in time is answered, and the others go on without whoever left', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<string>();
  const [hasty, patient] = [20, 10_000].map((leftMs) =>
    asCaller({ lane: 'read', leftMs }, () => asOneOfMany(answered)),
  );
  await expect(hasty).rejects.toBeInstanceOf(DatabaseUnavailable);
  resolve('answer');
  expect(await patient).toBe('answer');
});

test('what is asked for many is asked in the lane of the first, without its hurry', async () => {
  const caller = { lane: 'admission', leftMs: 5 };
  const seen = await asCaller(caller, () => forMany(async () => currentCaller()));
  expect(seen).toEqual({ lane: 'admission', leftMs: Infinity });
});

test('who waited with others leaves nothing behind that grows old', async () => {
  const waits = () => {
    const caller = { lane: 'read', leftMs: 1_000 };
    const others = Array.from({ length: 4 }, async (_, n) => asCaller(caller, () => asOneOfMany(later(n))));
    return Promise.all(others);
  };
  expect(await grownOldPerCall(waits)).toBeLessThan(50);
});

async function later(turns: number): Promise<void> {
  for (let n = 0; n < turns; n += 1) await Promise.resolve();
}
