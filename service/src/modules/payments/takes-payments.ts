import type { Ctx } from '../../context.ts';
import type { PayingMerchant } from './queries.ts';

/** Whether a payment to the merchant may be begun: the operator does not hold it, and one that consents to an account at the
 *  provider is ready there. Which account it is paid into is told by `accountPaidInto`. */
export function takesPayments(
  { rails }: Pick<Ctx, 'rails'>,
  merchant: Pick<PayingMerchant, 'rail' | 'payment_hold' | 'checkout_enabled'>,
): boolean {
  if (merchant.payment_hold) return false;
  return rails.kind(merchant.rail).traits.seller === 'configured' || merchant.checkout_enabled;
}
