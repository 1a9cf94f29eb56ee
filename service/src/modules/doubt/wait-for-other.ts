import { setTimeout as pause } from 'node:timers/promises';
import { withPatienceAnew } from '../../db/callers.ts';
import { refuseOverdue } from '../../db/overdue.ts';
import { CALL_MS } from '../../lib/call-limit.ts';

interface Limits {
  /** Longer than a call to a provider may take, and shorter than an answer is owed. */
  waited: number;
  step: number;
}

const LIMITS: Limits = { waited: CALL_MS + 2_000, step: 100 };

/** Looks again and again at what another call is about to decide, here or in another process, until `look` finds
 *  something. Null when it was waited for long enough, and when `cut` is aborted: the process is stopping. Refused, with
 *  DatabaseUnavailable, when the database does not take what `id` names from whoever records it. The patience of the caller is for
 *  each look and not for all of them, which are as many as the other call takes. */
export async function waitForOther<T>(
  { cut, id }: { cut: AbortSignal; id: string },
  look: () => Promise<T | null>,
  limits: Limits = LIMITS,
): Promise<T | null> {
  const until = performance.now() + limits.waited;
  while (performance.now() < until) {
    await pause(limits.step, undefined, { signal: cut }).catch(() => undefined);
    if (cut.aborted) return null;
    const found = await withPatienceAnew(look);
    if (found !== null) return found;
    refuseOverdue(id);
  }
  return null;
}
