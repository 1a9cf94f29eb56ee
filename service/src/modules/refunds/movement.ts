import type { Movement } from '../ledger/index.ts';
import type { TransactionRow } from '../payments/index.ts';
import type { RefundRow } from './queries.ts';

/** What a refund or a reversal moves: the merchant's money back to the buyer, and what the platform gives back of its fee. */
export function returnMovement(
  of: Pick<TransactionRow, 'channel_id' | 'currency' | 'captured_at'>,
  refund: Pick<
    RefundRow,
    'id' | 'transaction_id' | 'merchant_id' | 'origin' | 'amount_cents' | 'platform_fee_refund_cents'
  >,
  at: { occurred_at: Date; posted_at: Date },
): Movement {
  const { transaction_id, merchant_id } = refund;
  const { channel_id, currency, captured_at } = of;
  return {
    ...{ source_id: refund.id, transaction_id, channel_id, merchant_id, currency, captured_at },
    ...at,
    amounts: {
      [refund.origin === 'reversal' ? 'reversal' : 'refund']: refund.amount_cents,
      fee_return: refund.platform_fee_refund_cents,
    },
  };
}

/** When it happened: by the provider's clock where it says so, never before the capture. */
export function returnedAt(
  { captured_at }: Pick<TransactionRow, 'captured_at'>,
  at: { told: string | undefined; now: Date },
): Date {
  const said = at.told === undefined ? at.now : new Date(at.told);
  return captured_at !== null && said < captured_at ? captured_at : said;
}
