import type { ArmedFaults } from './store/armed-faults.ts';
import type { LoggedCall } from './store/call-log.ts';
import { type Db, inTransaction, type Tx } from './store/sql.ts';

/** A time source. The caller may move it; all provider time comes from it. */
export interface Clock {
  now(): Date;
}

/** Sees what passes between the parties and the platform, each as it happens; it must not throw. */
export interface Witness {
  call(call: LoggedCall): void;
  /** The body of a notice and the wing that sends it, once for each attempt to send it. */
  notice(body: string, wing: string): void;
}

/** What every handler needs, built once at the start. A wing adds what its party alone knows. */
export interface World {
  readonly db: Db;
  readonly clock: Clock;
  /** Multiplies the delays between attempts of a notice. */
  readonly retryScale: number;
  /** The public address, known once the server listens. */
  readonly address: { url: string };
  readonly armed: ArmedFaults;
  /** Transactions that queued a notice, so that the sender is woken when they commit. */
  readonly raisedIn: WeakSet<object>;
  /** Wakes the sender of notices; set when it starts. */
  readonly sender: { wake: () => void };
  /** Moves the clock when this process owns it, else null. */
  readonly moveClock: ((offsetSeconds: number) => void) | null;
  readonly witness: Witness | null;
}

/** Runs one read-modify-write and, when it queued a notice, wakes the sender after the commit. */
export async function transact<T>(world: World, work: (tx: Tx) => Promise<T>): Promise<T> {
  let raised = false;
  const result = await inTransaction(world.db, async (tx) => {
    const answer = await work(tx);
    raised = world.raisedIn.has(tx);
    return answer;
  });
  if (raised) world.sender.wake();
  return result;
}

/** A moment as most parties write it: RFC 3339 with seconds and `Z`. */
export function timestamp(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** The moment `seconds` after now, by the parties' clock. */
export function later(world: World, seconds: number): Date {
  return new Date(world.clock.now().getTime() + seconds * 1000);
}

/** How many whole seconds a moment is ahead of the wall clock. */
export function secondsAhead(now: Date): number {
  return Math.round((now.getTime() - Date.now()) / 1000);
}
