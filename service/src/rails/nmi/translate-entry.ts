import type { ProviderEntry } from '../rail.ts';
import { actionOf, ON_ITS_WAY, refundStatusOf, STANDING } from './translate.ts';
import { fromWireAmount } from './amount.ts';
import type { BookedAction, BookedTransaction } from './read/query-answer.ts';

const RETURNED = { completed: 'completed', pending: 'pending', failed: 'denied', other: 'other' } as const;

/** What the gateway did by a transaction: a sale, and the void that took it back whole; or a refund, which is one of its own. Null
 *  when it does not say when. What is neither is none of ours. */
export function toEntries(booked: BookedTransaction): ProviderEntry[] | null {
  const all = entriesOf(booked);
  const entries = all.filter((entry) => entry !== null);
  return entries.length < all.length ? null : entries;
}

function entriesOf(booked: BookedTransaction): (ProviderEntry | null)[] {
  const selling = actionOf(booked, 'sale');
  const returning = actionOf(booked, 'refund');
  if (booked.original_id !== null) return returning ? [returnEntry(booked, returning, returning)] : [];
  if (selling === undefined) return [];
  const voiding = booked.actions.find(({ action_type, is_done }) => action_type === 'void' && is_done);
  const isVoided = voiding !== undefined && selling.is_done && booked.condition === 'canceled';
  // What it took back is all that there was.
  return [saleEntry(booked, selling), ...(isVoided ? [returnEntry(booked, voiding, selling)] : [])];
}

function saleEntry(booked: BookedTransaction, selling: BookedAction): ProviderEntry | null {
  const { transaction_id: provider_id, order_id } = booked;
  const of = { kind: 'capture', about_id: order_id, transaction_id: order_id } as const;
  return entryOf(booked, selling, selling, { provider_id, ...of, status: saleStatusOf(booked, selling) });
}

function saleStatusOf({ condition }: BookedTransaction, selling: BookedAction): ProviderEntry['status'] {
  if (condition === 'failed') return 'denied';
  if (ON_ITS_WAY.has(condition)) return 'pending';
  return selling.is_done && (STANDING.has(condition) || condition === 'canceled') ? 'completed' : 'other';
}

function returnEntry(
  booked: BookedTransaction,
  returning: BookedAction,
  amountOf: BookedAction,
): ProviderEntry | null {
  const { transaction_id: provider_id, original_id } = booked;
  const of = { kind: 'refund', about_id: original_id ?? provider_id, transaction_id: null } as const;
  const status = RETURNED[refundStatusOf(booked, returning)];
  return entryOf(booked, returning, amountOf, { provider_id, ...of, status });
}

function entryOf(
  { currency }: BookedTransaction,
  { date }: BookedAction,
  { amount }: BookedAction,
  of: Pick<ProviderEntry, 'provider_id' | 'kind' | 'about_id' | 'transaction_id' | 'status'>,
): ProviderEntry | null {
  if (date === null) return null;
  return {
    ...{ ...of, amount: currency === null ? null : fromWireAmount(amount, currency), currency },
    // It tells what it keeps to nobody.
    provider_fee: null,
    ...{ began_at: date, updated_at: date },
  };
}
