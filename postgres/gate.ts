import { DatabaseUnavailable } from './failures.ts';
import { openLines } from './lines.ts';
import { whenLate } from './when-late.ts';

const WAITING_MAX = 5_000;

export interface Gate {
  /** Takes a place for a lane, waiting for one at most `ms`. Rejects with DatabaseUnavailable. */
  enter(lane: string, ms: number): Promise<void>;
  leave(lane: string): void;
  figures(): { taken: number; waiting: number };
}

export interface GateOptions {
  places: number;
  /** A lane that is never refused a place that is free, and how many are kept for it. Null: there are no lanes, whoever
   *  comes takes a free place. */
  kept: { lane: string; places: number } | null;
}

/** Shares a number of places among lanes. A lane may take another place while more are free than it holds: one that
 *  is stuck, for a locked table or a slow list, ends up with half of the places, the next with half of the rest, and
 *  whoever asks for the first time finds one. Within a lane the order is that of arrival. */
export function openGate({ places, kept }: GateOptions): Gate {
  const held = new Map<string, number>();
  const lines = openLines();
  let taken = 0;

  const mayEnter = (lane: string): boolean => {
    const free = places - taken;
    if (kept === null || lane === kept.lane) return free > 0;
    return free - kept.places > (held.get(lane) ?? 0);
  };

  const take = (lane: string): void => {
    taken += 1;
    held.set(lane, (held.get(lane) ?? 0) + 1);
  };

  const wait = (lane: string, ms: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const heard = whenLate(ms, () => {
        lines.leave(entry);
        reject(new DatabaseUnavailable(`no connection was free within ${Math.round(ms)} ms`));
      });
      const entry = lines.join(lane, () => {
        heard();
        take(lane);
        resolve();
      });
    });

  return {
    enter: async (lane, ms) => {
      // Who comes later does not pass those of the same lane who wait.
      if (!lines.has(lane) && mayEnter(lane)) return take(lane);
      if (lines.size() >= WAITING_MAX || ms <= 0)
        throw new DatabaseUnavailable('too many wait for a connection');
      return wait(lane, ms);
    },
    leave: (lane) => {
      taken -= 1;
      // Kept at none: there are few lanes, and an entry that comes and goes costs more than one that stays.
      held.set(lane, held.get(lane)! - 1);
      while (lines.admitNext(mayEnter));
    },
    figures: () => ({ taken, waiting: lines.size() }),
  };
}
