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

/** When it happened: by the provider's clock where it says so, which may differ from ours; never before the capture, nor before
 *  it was asked for. */
export function returnedAt(
  { captured_at }: Pick<TransactionRow, 'captured_at'>,
  at: { returned_at: string | undefined; now: Date; asked_at?: Date },
): Date {
  const said = at.returned_at === undefined ? at.now : momentOf(new Date(at.returned_at), at.now);
  const times = [said, captured_at ?? said, at.asked_at ?? said].map((time) => time.getTime());
  return new Date(Math.max(...times));
}

const REST_OF_SECOND_MS = 999;

// A provider that counts whole seconds means some moment of one: the last that can be, so that it comes behind what was done
// earlier in the same second.
function momentOf(told: Date, now: Date): Date {
  if (told.getMilliseconds() > 0 || now <= told) return told;
  return new Date(Math.min(told.getTime() + REST_OF_SECOND_MS, now.getTime()));
}
