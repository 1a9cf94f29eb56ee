import { MINUTE_MS } from '../../lib/time.ts';

const REMEMBERED_MAX = 10_000;

interface OwnWindows {
  /** Spends one call of a subject, and tells how many it has used in its minute, this one included. */
  spend(subject: string): number;
}

/** Counts calls in this process alone: one fixed minute from the first call of each subject. Of more subjects than it
 *  remembers, the one whose minute began first is forgotten. */
export function ownWindows(steadyMs: () => number = () => performance.now()): OwnWindows {
  // In the order in which their minutes began.
  const windows = new Map<string, { startedMs: number; used: number }>();
  return {
    spend: (subject) => {
      const nowMs = steadyMs();
      const known = windows.get(subject);
      if (known && nowMs - known.startedMs < MINUTE_MS) return (known.used += 1);
      windows.delete(subject);
      windows.set(subject, { startedMs: nowMs, used: 1 });
      const [oldest] = windows.keys();
      if (windows.size > REMEMBERED_MAX && oldest !== undefined) windows.delete(oldest);
      return 1;
    },
  };
}
