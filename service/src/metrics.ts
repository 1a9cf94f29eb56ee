import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Where a process's figures are kept: its own memory and event loop from the start, the rest as the parts that know
 *  it register it. */
export interface Metrics {
  readonly registry: Registry;
  /** Takes the line that a rail writes for each call it made. */
  readonly countProviderCall: (line: { event: string; [key: string]: unknown }) => void;
  readonly countAttempt: (attempt: { result: string; error: string | null; ms: number }) => void;
  /** Takes where a delivery went by an attempt. */
  readonly countDelivery: (next: string) => void;
}

// A call is given up after twenty seconds, and most deliveries end well before.
const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Opens the figures of one process. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'fairway_' });
  return {
    registry,
    countProviderCall: providerCalls(registry),
    countAttempt: attempts(registry),
    countDelivery: deliveries(registry),
  };
}

function providerCalls(registry: Registry): Metrics['countProviderCall'] {
  const calls = new Counter({
    name: 'fairway_provider_calls_total',
    help: 'Calls to payment providers, by operation and what became of them.',
    labelNames: ['rail', 'operation', 'outcome'],
    registers: [registry],
  });
  const took = new Histogram({
    name: 'fairway_provider_call_seconds',
    help: 'How long calls to payment providers took, by operation.',
    labelNames: ['rail', 'operation'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return ({ event, rail, operation, outcome, ms }) => {
    if (event !== 'provider_call') return;
    const labels = { rail: String(rail), operation: String(operation) };
    calls.inc({ ...labels, outcome: String(outcome) });
    took.observe(labels, Number(ms) / 1000);
  };
}

function attempts(registry: Registry): Metrics['countAttempt'] {
  const made = new Counter({
    name: 'fairway_delivery_attempts_total',
    help: 'Attempts to deliver an event, by what became of them; error is empty where there was none.',
    labelNames: ['result', 'error'],
    registers: [registry],
  });
  const took = new Histogram({
    name: 'fairway_delivery_attempt_seconds',
    help: 'How long attempts to deliver took.',
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return ({ result, error, ms }) => {
    made.inc({ result, error: error ?? '' });
    took.observe(ms / 1000);
  };
}

const ENDS = ['delivered', 'failed'];

function deliveries(registry: Registry): Metrics['countDelivery'] {
  const ended = new Counter({
    name: 'fairway_deliveries_ended_total',
    help: 'Deliveries that are over: delivered, or failed, which are not tried again.',
    labelNames: ['state'],
    registers: [registry],
  });
  // The first of a kind would otherwise be no increase.
  for (const state of ENDS) ended.inc({ state }, 0);
  return (next) => {
    if (ENDS.includes(next)) ended.inc({ state: next });
  };
}
