import type { RefusalCause } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';

/** What whoever asked for a payment reads when the provider refuses to take it, by what that lay in. */
export function refusalFor(by: Exclude<RefusalCause, 'not_approved'>): RefusalName {
  switch (by) {
    case 'buyer':
      return 'payment_declined';
    case 'payee_unverified':
      return 'seller_unverified';
    case 'seller':
      return 'seller_refused';
    case 'terminal':
    case 'request':
      return 'payment_refused';
  }
}

/** The same of an order or a setup that could not be opened. Where a buyer enters a card before there is an order, it may have been
 *  declined there, or not be agreed to yet. */
export function refusalOfOpening(by: RefusalCause): RefusalName {
  if (by === 'buyer') return 'payment_declined';
  if (by === 'not_approved') return 'order_not_approved';
  return by === 'seller' || by === 'payee_unverified' ? 'seller_refused' : 'payment_refused';
}
