import type { Logger } from 'pino';
import type { Db } from '../../db/tx.ts';
import type { Clock } from '../../lib/clock.ts';
import { type RunFigures, watchRuns, type WatchOptions } from '../../lib/watched-runs.ts';
import { within } from '../../lib/within.ts';
import { attemptDelivery, type AttemptParts } from './attempt.ts';
import {
  claimDue,
  type Claimed,
  lookout as newLookout,
  newAllowance,
  type Reach,
} from '../deliveries/index.ts';
import { followRounds } from './rounds.ts';
import { inTurn } from './waits.ts';

// Posted and not recorded yet. Claims go through the same database, so only one that answers some statements and not others
// could bring it this far.
const UNRECORDED_MAX = 1_000;
const PASSES = { name: 'deliveries.claim', everyMs: 100, limitMs: 30_000 };
// Deliveries are signed by the host's clock. From one that is this far off the database's, receivers may refuse them for
// their age, and each would cost an attempt: the other processes make them.
const SKEW_MAX_SECONDS = 60;

export interface Dispatcher {
  /** Claims once and begins what was claimed. Returns whether another pass may find more at once. */
  pass(): Promise<boolean>;
  /** The leases of the attempts under way. */
  leases(): { id: number; token: string }[];
  /** How many attempts were made since the start. */
  attempts(): number;
  /** Waits until one of those under way has ended; for ever when there is none. */
  anyEnded(): Promise<void>;
  /** Waits until nothing is under way, no longer than so many milliseconds. */
  allEnded(timeoutMs: number): Promise<void>;
  stopClaiming(): void;
  /** How the claims go. */
  figures(): RunFigures;
}

interface DispatcherOptions {
  db: Db;
  clock: Clock;
  log: Logger;
  leaseSeconds: number;
  attempt: AttemptParts;
  /** A retry is due in so many seconds. */
  onRetry: (seconds: number) => void;
  /** An attempt ended that had kept others from beginning. */
  onRoom: () => void;
  onEnd?: WatchOptions['onEnd'];
}

/** Holds what is under way in this process: claims within the allowance, makes the attempts, frees their room. */
export function newDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, clock, leaseSeconds, log, onEnd } = options;
  const watched = watchRuns({ ...PASSES, log, onEnd });
  const [allowance, lookout] = [newAllowance(), newLookout()];
  const rounds = followRounds(allowance);
  const held = new Map<string, { id: number; token: string; ended: Promise<void> }>();
  let cursor: string | null = null;
  let attempts = 0;
  let isStopped = false;

  function begin(claimed: Claimed): void {
    const { id, token } = claimed;
    allowance.begin(claimed);
    const ended = attemptDelivery(options.attempt, claimed, (reach) => makeRoom(claimed, reach)).then(
      ({ recorded, retry_seconds }) => {
        held.delete(token);
        if (recorded !== 'due') attempts += 1;
        if (recorded === 'waiting') options.onRetry(retry_seconds);
      },
      (error: unknown) => {
        // Its lease lapses, and the attempt counts then.
        log.error({ err: error, delivery_id: id }, 'an attempt could not be recorded');
        held.delete(token);
      },
    );
    held.set(token, { id, token, ended });
  }

  function makeRoom(claimed: Claimed, reach: Reach): void {
    if (allowance.end(claimed, reach) && rounds.isRoomWanted) options.onRoom();
  }

  async function pass(): Promise<boolean> {
    if (isStopped || Math.abs(clock.skewSeconds) > SKEW_MAX_SECONDS) return false;
    if (allowance.room() === 0 || held.size - allowance.inFlight >= UNRECORDED_MAX) {
      rounds.hadNoRoom();
      return false;
    }
    const claim = await claimDue(db, { cursor, allowance, lookout, leaseSeconds, now: clock.now() });
    cursor = claim.cursor;
    claim.claimed.forEach(begin);
    return rounds.saw(claim);
  }

  return {
    // One claim at a time in this process: the loop and a drain take turns.
    pass: inTurn(() => watched.run(pass)),
    leases: () => [...held.values()].map(({ id, token }) => ({ id, token })),
    attempts: () => attempts,
    anyEnded: () => Promise.race([...held.values()].map(({ ended }) => ended)),
    allEnded: (timeoutMs) => within(timeoutMs, Promise.all([...held.values()].map(({ ended }) => ended))),
    stopClaiming: () => {
      isStopped = true;
    },
    figures: () => watched.figures(),
  };
}
