import { expect, test } from 'vitest';
import { asCaller, currentCaller, patienceOf } from '../../../../postgres/caller.ts';
import { DatabaseUnavailable } from '../../../../postgres/failures.ts';
import { openDatabase } from '../../db/open.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import type { Clock } from '../../lib/clock.ts';
import { earlier } from '../../lib/time.ts';
import { heldUntil } from './schedule.ts';
import { waitForOther } from './wait-for-other.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const NEVER = { cut: new AbortController().signal, clock: { now: () => NOW } as Clock };
const QUICK = { waited: 60_000, step: 1 };

interface Row {
  updated_at: Date;
  is_open: boolean;
}

const OPEN: Row = { updated_at: NOW, is_open: true };
const DECIDED: Row = { updated_at: NOW, is_open: false };

/** A call of somebody else, as it is found whenever it is looked at. */
const other = (look: () => Promise<Row | undefined>, id = 'nothing of ours') => ({
  ...{ id, look },
  isOpen: (row: Row) => row.is_open,
});

/** Finds it decided at the n-th look, each of which takes the database so long; like it, refuses who has no time left. */
function looksOf(found: { at: number; eachMs: number }) {
  let looks = 0;
  return async () => {
    looks += 1;
    const caller = currentCaller();
    if (patienceOf(caller, found.eachMs) < found.eachMs) throw new Error('no time left for the database');
    caller!.leftMs -= found.eachMs;
    return looks === found.at ? DECIDED : OPEN;
  };
}

test('a caller who waits for another has its whole patience left for each look', async () => {
  const caller = { lane: 'test', leftMs: 4_500 };
  const look = looksOf({ at: 60, eachMs: 500 });
  expect(await asCaller(caller, () => waitForOther(NEVER, other(look), QUICK))).toBe(DECIDED);
  expect(caller.leftMs).toBe(4_500);
});

test('a look that the database does not answer in time ends the wait', async () => {
  const look = looksOf({ at: 2, eachMs: 5_000 });
  const waiting = asCaller({ lane: 'test', leftMs: 4_500 }, () => waitForOther(NEVER, other(look), QUICK));
  await expect(waiting).rejects.toThrow('no time left');
});

test.each([
  ['still open', OPEN],
  ['not there', undefined],
])('what is %s when it was waited for long enough is null', async (_, row) => {
  const began = performance.now();
  expect(
    await waitForOther(
      NEVER,
      other(async () => row),
      { waited: 50, step: 5 },
    ),
  ).toBeNull();
  expect(performance.now() - began).toBeGreaterThanOrEqual(50);
});

test('a process that stops waits no longer, in the middle of a pause', async () => {
  const cut = new AbortController();
  const looked = other(() => Promise.reject(new Error('looked')));
  const waiting = waitForOther({ ...NEVER, cut: cut.signal }, looked, { waited: 60_000, step: 60_000 });
  cut.abort();
  expect(await waiting).toBeNull();
});

test('what its caller was told is not recorded is not waited for by the next, however well it can be looked for', async () => {
  const database = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', connectionsMax: 1, name: 'lost' });
  const id = 'a capture';
  const limits = { tried: 60_000, waited: 0, pause: 10 };
  const recorded = recordAwaited(database.db, [id], async () => 'taken', limits);
  await expect(recorded).rejects.toBeInstanceOf(DatabaseUnavailable);
  const waiting = waitForOther(
    NEVER,
    other(async () => OPEN, id),
    QUICK,
  );
  await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailable);
  await database.close();
});

test('what is open beyond the time in which its call may be carried out is not waited for', async () => {
  let looks = 0;
  const openSince = (updated_at: Date) =>
    other(async () => {
      looks += 1;
      return looks < 10 ? { updated_at, is_open: true } : DECIDED;
    });
  const held = heldUntil(NOW).getTime() - NOW.getTime();
  expect([await waitForOther(NEVER, openSince(earlier(NOW, held)), QUICK), looks]).toEqual([null, 1]);
  looks = 0;
  expect([await waitForOther(NEVER, openSince(earlier(NOW, held - 1)), QUICK), looks]).toEqual([DECIDED, 10]);
});
