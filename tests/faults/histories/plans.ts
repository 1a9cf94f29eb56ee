import type { Chance } from '../world/chance.ts';

/** What may happen to one payment, in the order in which it is tried; what cannot be done then is refused. */
export type Step =
  | { kind: 'pay'; amount: string; currency: string; funding_source: string | null }
  | { kind: 'refund'; amount: string | null }
  | { kind: 'refund_there'; amount: string | null }
  | { kind: 'reverse'; amount: string | null }
  | { kind: 'dispute'; amount: string | null }
  | { kind: 'resolve'; outcome: string }
  | { kind: 'wait' };

/** What happens to everybody between two steps. */
export interface Turn {
  advance_seconds: number;
  /** How the provider's notices travel from now on. */
  notices: 'deliver' | 'duplicate' | 'shuffle' | 'hold' | null;
  /** What the provider fails in, a few times. */
  fault: { operation: string; mode: string; times: number } | null;
  /** After how long a process is killed; null leaves both alone. */
  kill_after_ms: number | null;
}

export interface BatchPlan {
  histories: Step[][];
  turns: Turn[];
  /** Whether what is held of the provider's notices in the end never arrives. */
  are_held_lost: boolean;
}

const STEPS_MAX = 6;
const DAY = 86_400;
// Units of each currency that are there to be returned in whole ones; the provider takes no decimals of the last two.
const MONEY = [
  { currency: 'USD', amounts: ['0.05', '1.00', '19.99', '20.00', '733.33', '9999.99'] },
  { currency: 'EUR', amounts: ['0.07', '12.34', '100.00'] },
  { currency: 'JPY', amounts: ['1', '700', '12345'] },
  { currency: 'HUF', amounts: ['30', '9001'] },
] as const;
const PARTS = ['0.01', '0.05', '0.50', '1.00', '7.77', '12.34', '600', null] as const;
const FUNDING = ['pending', 'pending_declined', 'card', 'card_declined'] as const;
const OUTCOMES = ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER'] as const;
const MODES = ['error', 'error_after_commit', 'reset', 'reset_after_commit', 'garbage'] as const;
const OPERATIONS = [
  'orders.create',
  'orders.capture',
  'orders.read',
  'captures.read',
  'captures.refund',
  'disputes.read',
  'search.read',
] as const;
const MOVES = [0, 1, 40, 3_600, 7 * 3_600, DAY, 3 * DAY] as const;
const TRAVELS = ['deliver', 'duplicate', 'shuffle', 'hold'] as const;

/** The same seed, the same plan. */
export function planBatch(chance: Chance, histories: number): BatchPlan {
  return {
    histories: Array.from({ length: histories }, (_, nth) => planHistory(chance.fork(nth))),
    turns: Array.from({ length: STEPS_MAX }, (_, nth) => planTurn(chance.fork(100_000 + nth))),
    are_held_lost: chance.fork(200_000).is(0.3),
  };
}

function planHistory(chance: Chance): Step[] {
  const money = chance.is(0.6) ? MONEY[0] : chance.pick(MONEY);
  const { currency } = money;
  const funding_source = chance.is(0.15) ? chance.pick(FUNDING) : null;
  const paid: Step = { kind: 'pay', amount: chance.pick<string>(money.amounts), currency, funding_source };
  const more = chance.between(0, STEPS_MAX);
  return [paid, ...Array.from({ length: more }, () => planStep(chance))];
}

function planStep(chance: Chance): Step {
  const amount = chance.pick(PARTS);
  const nth = chance.between(0, 100);
  if (nth < 45) return { kind: 'refund', amount };
  if (nth < 65) return { kind: 'refund_there', amount };
  if (nth < 72) return { kind: 'reverse', amount };
  if (nth < 82) return { kind: 'dispute', amount };
  if (nth < 90) return { kind: 'resolve', outcome: chance.pick(OUTCOMES) };
  return { kind: 'wait' };
}

function planTurn(chance: Chance): Turn {
  return {
    advance_seconds: chance.pick(MOVES),
    notices: chance.is(0.5) ? chance.pick(TRAVELS) : null,
    fault: chance.is(0.4)
      ? { operation: chance.pick(OPERATIONS), mode: chance.pick(MODES), times: chance.between(1, 6) }
      : null,
    kill_after_ms: chance.is(0.2) ? chance.between(0, 400) : null,
  };
}
