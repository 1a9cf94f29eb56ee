import type { AttemptRow } from './attempts.ts';
import type { DeliveryRow } from './of-endpoint.ts';

/** How far a delivery has come, as it is told to everyone who may see it. */
export function progressView(delivery: Omit<DeliveryRow, 'url'>) {
  const { state, attempts, next_attempt_at, finished_at } = delivery;
  return {
    state,
    attempts_made: attempts,
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
  };
}

/** An attempt as its owner is told of it: not by which address the receiver was reached. */
export function attemptView({ n, started_at, ms, status, error_class }: AttemptRow) {
  return { n, started_at: started_at.toISOString(), ms, status, error: error_class };
}
