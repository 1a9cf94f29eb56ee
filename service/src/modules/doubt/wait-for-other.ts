import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { withPatienceAnew } from '../../db/callers.ts';
import { refuseOverdue } from '../../db/overdue.ts';
import { CALL_MS } from '../../lib/call-limit.ts';
import { heldUntil } from './schedule.ts';

interface Limits {
  /** Longer than a call to a provider may take, and shorter than an answer is owed. */
  waited: number;
  step: number;
}

const LIMITS: Limits = { waited: CALL_MS + 2_000, step: 100 };

/** What another call is about to decide. */
interface Other<Row> {
  /** By which whoever records it is known. */
  id: string;
  look: () => Promise<Row | undefined>;
  /** Whether it is being asked for, since its `updated_at`. */
  isOpen: (row: Row) => boolean;
}

/** Looks again and again at what another call is about to decide, here or in another process, until it is not open any more. Null
 *  when it was waited for long enough, or is open beyond its time: only a sweep is at it then. Null also when `cut` is aborted: the
 *  process is stopping. Refused, with DatabaseUnavailable, when the database does not take what `id` names from whoever records it.
 *  The patience of the caller is for each look and not for all of them, which are as many as the other call takes. */
export async function waitForOther<Row extends { updated_at: Date }>(
  { cut, clock }: Pick<Ctx, 'cut' | 'clock'>,
  { id, look, isOpen }: Other<Row>,
  limits: Limits = LIMITS,
): Promise<Row | null> {
  const until = performance.now() + limits.waited;
  while (performance.now() < until) {
    await pause(limits.step, undefined, { signal: cut }).catch(() => undefined);
    if (cut.aborted) return null;
    const found = await withPatienceAnew(look);
    if (found && !isOpen(found)) return found;
    if (found && clock.now() >= heldUntil(found.updated_at)) return null;
    refuseOverdue(id);
  }
  return null;
}
