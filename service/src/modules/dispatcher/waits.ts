import { within } from '../../lib/within.ts';

/** A doorbell: whoever waits is called when it rings, and a ring while nobody waits is not lost. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, or after `timeoutMs`. One waits at a time. */
  rung(timeoutMs: number): Promise<void>;
}

export function newBell(): Bell {
  let hasRung = false;
  let answer: (() => void) | null = null;
  return {
    ring: () => {
      hasRung = true;
      answer?.();
    },
    rung: async (timeoutMs) => {
      if (!hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        answer = resolve;
        await within(timeoutMs, promise);
        answer = null;
      }
      hasRung = false;
    },
  };
}

/** Makes calls of `work` wait for each other. */
export function inTurn<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
