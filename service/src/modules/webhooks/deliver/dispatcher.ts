import type { Logger } from 'pino';
import type { Db } from '../../../db/tx.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Attempted, attemptDelivery, type AttemptParts } from './attempt.ts';
import { allowance as newAllowance } from './breaker.ts';
import { claimDue, type Claimed } from './claim.ts';
import { inTurn, within } from './waits.ts';

export interface Dispatcher {
  /** Claims once and begins what was claimed. Returns whether another pass may find more at once. */
  pass(): Promise<boolean>;
  /** The leases of the attempts under way. */
  leases(): { id: number; token: string }[];
  /** How many attempts were made since the start. */
  attempts(): number;
  anyEnded(): Promise<void>;
  /** Waits until nothing is under way, no longer than so many milliseconds. */
  allEnded(timeoutMs: number): Promise<void>;
  stopClaiming(): void;
}

export interface DispatcherOptions {
  db: Db;
  clock: Clock;
  log: Logger;
  leaseSeconds: number;
  attempt: AttemptParts;
  /** A retry is due in so many seconds. */
  onRetry: (seconds: number) => void;
  /** An attempt ended that had kept others from beginning. */
  onRoom: () => void;
}

/** Holds what is under way in this process: claims within the allowance, makes the attempts, frees their room. */
export function newDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, clock, leaseSeconds } = options;
  const allowance = newAllowance();
  const held = new Map<string, { id: number; token: string; ended: Promise<void> }>();
  let cursor: string | null = null;
  let claimedInRound = 0;
  let attempts = 0;
  let isStopped = false;

  function begin(claimed: Claimed): void {
    const { id, token } = claimed;
    allowance.begin(claimed);
    const ended = attemptDelivery(options.attempt, claimed).then(
      (attempted) => end(claimed, attempted),
      (error: unknown) => {
        // Its lease lapses, and the attempt counts then.
        options.log.error({ err: error, delivery_id: id }, 'an attempt could not be recorded');
        end(claimed, null);
      },
    );
    held.set(token, { id, token, ended });
  }

  function end(claimed: Claimed, attempted: Attempted | null): void {
    held.delete(claimed.token);
    const wasInTheWay = allowance.end(claimed, attempted?.reached ?? 'unknown');
    if (attempted && attempted.recorded !== 'due') attempts += 1;
    if (attempted?.recorded === 'waiting') options.onRetry(attempted.retry_seconds);
    if (wasInTheWay) options.onRoom();
  }

  return {
    // One claim at a time in this process: the loop and a drain take turns.
    pass: inTurn(async () => {
      if (isStopped || allowance.room() === 0) return false;
      const claim = await claimDue(db, { cursor, allowance, leaseSeconds, now: clock.now() });
      cursor = claim.cursor;
      claim.claimed.forEach(begin);
      claimedInRound += claim.claimed.length;
      if (cursor !== null) return true;
      // A whole round over the endpoints that found nothing it may begin is a reason to wait.
      const hasFound = claimedInRound > 0;
      claimedInRound = 0;
      return hasFound;
    }),
    leases: () => [...held.values()].map(({ id, token }) => ({ id, token })),
    attempts: () => attempts,
    anyEnded: () => Promise.race([...held.values()].map(({ ended }) => ended)),
    allEnded: (timeoutMs) => within(timeoutMs, Promise.all([...held.values()].map(({ ended }) => ended))),
    stopClaiming: () => {
      isStopped = true;
    },
  };
}
