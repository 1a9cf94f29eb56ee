import { asOneOfMany, forMany } from '../../db/share.ts';
import type { Db } from '../../db/tx.ts';
import type { Clock } from '../../lib/clock.ts';
import { coalesce } from '../../lib/coalesce.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { bearersThatExist } from './queries.ts';

// A person who mistypes and a program with an old key stay far below it.
const FAILURES_PER_MINUTE = 60;
const REMEMBERED_MAX = 10_000;
// A key is random and made by us, so one that was wrong never comes to be right; this bounds what a fault would cost.
const WRONG_MS = 10_000;

export interface WrongBearers {
  /** Whether nothing has this hash. Asks the database for those alone that come from where many were wrong, and for all
   *  of them together. */
  has(hash: Buffer, address: string): Promise<boolean>;
  /** Counts a bearer that was refused. */
  add(address: string): void;
}

/** Keeps a flood of bearers that are nobody's from costing a statement each (gap G74). Nobody is refused for the company:
 *  a good bearer from such an address is looked up once a minute more. */
export function wrongBearers(db: Db, clock: Clock): WrongBearers {
  const failures = new Map<string, number>();
  const judged = new Map<string, { isWrong: boolean; untilMs: number }>();
  let fromMs = 0;
  const exists = coalesce((hashes: readonly Buffer[]) =>
    forMany(async () => {
      const found = new Set(await bearersThatExist(db, { hashes, at: clock.now() }));
      return hashes.map((hash) => found.has(hash.toString('hex')));
    }),
  );

  function countIn(nowMs: number): Map<string, number> {
    if (Math.abs(nowMs - fromMs) >= MINUTE_MS) {
      fromMs = nowMs;
      failures.clear();
    }
    return failures;
  }

  function remember(hash: string, judgement: { isWrong: boolean; untilMs: number }): void {
    judged.delete(hash);
    judged.set(hash, judgement);
    const [oldest] = judged.keys();
    if (judged.size > REMEMBERED_MAX && oldest !== undefined) judged.delete(oldest);
  }

  return {
    has: async (hash, address) => {
      const nowMs = clock.wall().getTime();
      const counted = countIn(nowMs);
      const isCrowded = counted.size >= REMEMBERED_MAX && !counted.has(address);
      if (!isCrowded && (counted.get(address) ?? 0) < FAILURES_PER_MINUTE) return false;
      const name = hash.toString('hex');
      const known = judged.get(name);
      if (known && nowMs < known.untilMs) return known.isWrong;
      const isWrong = !(await asOneOfMany(exists(hash)));
      remember(name, { isWrong, untilMs: nowMs + (isWrong ? WRONG_MS : MINUTE_MS) });
      return isWrong;
    },
    add: (address) => {
      const counted = countIn(clock.wall().getTime());
      const before = counted.get(address);
      if (before !== undefined || counted.size < REMEMBERED_MAX) counted.set(address, (before ?? 0) + 1);
    },
  };
}
