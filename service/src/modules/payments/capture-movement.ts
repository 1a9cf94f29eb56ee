import type { Movement } from '../ledger/index.ts';
import type { TransactionRow } from './transaction-row.ts';

/** The columns of a transaction that its capture is posted by. */
export const POSTED_COLUMNS = [
  'id',
  'channel_id',
  'merchant_id',
  'currency',
  'captured_at',
  'amount_cents',
  'provider_fee_cents',
  'platform_fee_cents',
] as const satisfies (keyof TransactionRow)[];

/** What a capture moves: the buyer's money to the merchant, and from there the provider's fee, where it is known, and the
 *  platform's. */
export function captureMovement(
  captured: Pick<TransactionRow, (typeof POSTED_COLUMNS)[number]>,
  posted_at: Date,
): Movement {
  const { id, channel_id, merchant_id, currency } = captured;
  const captured_at = captured.captured_at!;
  return {
    ...{ source_id: id, transaction_id: id, channel_id, merchant_id, currency },
    ...{ occurred_at: captured_at, captured_at, posted_at },
    amounts: {
      capture: captured.amount_cents,
      provider_fee: captured.provider_fee_cents,
      platform_fee: captured.platform_fee_cents,
    },
  };
}
