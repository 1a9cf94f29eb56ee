import type { Db } from '../../db/tx.ts';
import { nextLookAt } from '../../lib/next-look.ts';
import { DAY_MS } from '../../lib/time.ts';
import type { ProviderDispute } from '../../rails/rail.ts';
import { findByCapture, type TransactionRow } from '../payments/index.ts';
import type { DisputeRow } from './dispute-row.ts';

/** By then it is no payment of ours: a buyer has as long to dispute one. */
const LOOKED_FOR_MS = 180 * DAY_MS;

type Disputed = Pick<
  DisputeRow,
  'provider' | 'provider_account' | 'rail_account_id' | 'merchant_id' | 'provider_transaction_id'
>;

/** The payment that is disputed: of the same capture, account and merchant, or none. */
export async function paymentOf(db: Db, dispute: Disputed): Promise<TransactionRow | null> {
  const { provider_transaction_id: provider_capture_id, merchant_id } = dispute;
  if (provider_capture_id === null) return null;
  const found = await findByCapture(db, { provider_capture_id, within: { merchant_id } });
  const isDisputed = found?.provider === dispute.provider && isTakenBy(found, dispute);
  return isDisputed ? found : null;
}

/** Whether a payment was taken by this account. */
export function isTakenBy(
  { wallet_merchant_id, rail_account_id }: TransactionRow,
  account: { provider_account: string; rail_account_id: string | null },
): boolean {
  return wallet_merchant_id === null
    ? rail_account_id !== null && rail_account_id === account.rail_account_id
    : wallet_merchant_id === account.provider_account;
}

/** What a dispute repeats of its payment. */
export function orderOf({ id, checkout_session_id, external_order_id }: TransactionRow) {
  return { transaction_id: id, checkout_session_id, external_order_id };
}

/** When the payment of a dispute that has none is looked for; null when it names none. */
export function firstMatchAt(
  dispute: Pick<ProviderDispute, 'provider_transaction_id'>,
  now: Date,
): Date | null {
  return dispute.provider_transaction_id === null ? null : nextLook(now, now);
}

/** When the payment of a dispute is looked for again; null when it is looked for no more. */
export function nextLook(since: Date, now: Date): Date | null {
  return now.getTime() - since.getTime() > LOOKED_FOR_MS ? null : nextLookAt(since, now);
}
