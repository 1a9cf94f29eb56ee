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

interface GateOptions {
  places: number;
  /** A lane that everybody else depends on, and how many places are kept for it. Beyond these it is a lane like others.
   *  Null: there are no lanes, whoever comes takes a free place. */
  kept: { lane: string; places: number } | null;
  /** How the names of lanes begin that count together: to all others they are one lane, however many there are. Among them,
   *  one that holds a place takes another only while all of them hold less than half of what one lane may hold, so that the
   *  rest is left to those that hold none. */
  grouped?: string | undefined;
}

/** Shares a number of places among lanes. One that holds none takes any that is free; one that holds some takes another
 *  only while more than half are free. So half is for whoever needs more than one, which includes what is stuck for a
 *  locked table or a slow list, and of the other half a lane has one at most: as many as fit there may be stuck at once,
 *  and whoever asks for the first time finds a place. Within a lane the order is that of arrival. */
export function openGate({ places, kept, grouped }: GateOptions): Gate {
  const held = new Map<string, number>();
  const isGrouped = (lane: string): boolean => grouped !== undefined && lane.startsWith(grouped);
  const lines = openLines(isGrouped);
  let taken = 0;
  const shared = places - (kept?.places ?? 0);
  const reserved = Math.floor(shared / 2);
  const heldBy = (lane: string): number => held.get(lane) ?? 0;
  let takenByGroup = 0;

  const mayEnter = (lane: string): boolean => {
    const free = places - taken;
    if (kept === null || (lane === kept.lane && heldBy(lane) < kept.places)) return free > 0;
    const open = free - Math.max(0, kept.places - heldBy(kept.lane));
    const inGroup = isGrouped(lane);
    if ((inGroup ? takenByGroup : heldBy(lane)) === 0) return open > 0;
    if (open <= reserved) return false;
    return !inGroup || heldBy(lane) === 0 || takenByGroup < (shared - reserved) / 2;
  };

  const take = (lane: string): void => {
    taken += 1;
    held.set(lane, heldBy(lane) + 1);
    if (isGrouped(lane)) takenByGroup += 1;
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
      if (isGrouped(lane)) takenByGroup -= 1;
      while (lines.admitNext(mayEnter));
    },
    figures: () => ({ taken, waiting: lines.size() }),
  };
}
