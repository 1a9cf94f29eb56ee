import { expect, test } from 'vitest';
import { asCaller, currentCaller, patienceOf } from '../../../../postgres/caller.ts';
import { DatabaseUnavailable } from '../../../../postgres/failures.ts';
import { openDatabase } from '../../db/open.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import { waitForOther } from './wait-for-other.ts';

const NEVER = { cut: new AbortController().signal, id: 'nothing of ours' };
const QUICK = { waited: 60_000, step: 1 };

/** Finds something at the n-th look, each of which takes the database so long; like it, refuses who has no time left. */
function looksOf(found: { at: number; eachMs: number }) {
  let looks = 0;
  return async () => {
    looks += 1;
    const caller = currentCaller();
    if (patienceOf(caller, found.eachMs) < found.eachMs) throw new Error('no time left for the database');
    caller!.leftMs -= found.eachMs;
    return looks === found.at ? `found at ${looks}` : null;
  };
}

test('a caller who waits for another has its whole patience left for each look', async () => {
  const caller = { lane: 'test', leftMs: 4_500 };
  const look = looksOf({ at: 60, eachMs: 500 });
  expect(await asCaller(caller, () => waitForOther(NEVER, look, QUICK))).toBe('found at 60');
  expect(caller.leftMs).toBe(4_500);
});

test('a look that the database does not answer in time ends the wait', async () => {
  const look = looksOf({ at: 2, eachMs: 5_000 });
  const waiting = asCaller({ lane: 'test', leftMs: 4_500 }, () => waitForOther(NEVER, look, QUICK));
  await expect(waiting).rejects.toThrow('no time left');
});

test('nothing found in time is null', async () => {
  const began = performance.now();
  expect(await waitForOther(NEVER, async () => null, { waited: 50, step: 5 })).toBeNull();
  expect(performance.now() - began).toBeGreaterThanOrEqual(50);
});

test('a process that stops waits no longer, in the middle of a pause', async () => {
  const cut = new AbortController();
  const waiting = waitForOther({ ...NEVER, cut: cut.signal }, () => Promise.reject(new Error('looked')), {
    waited: 60_000,
    step: 60_000,
  });
  cut.abort();
  expect(await waiting).toBeNull();
});

test('what its caller was told is not recorded is not waited for by the next, however well it can be looked for', async () => {
  const database = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', connectionsMax: 1, name: 'lost' });
  const id = 'a capture';
  const limits = { tried: 60_000, waited: 0, pause: 10 };
  const recorded = recordAwaited(database.db, [id], async () => 'taken', limits);
  await expect(recorded).rejects.toBeInstanceOf(DatabaseUnavailable);
  const waiting = waitForOther({ ...NEVER, id }, async () => null, QUICK);
  await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailable);
  await database.close();
});
