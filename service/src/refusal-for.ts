import type { RefusalCause } from './rails/rail.ts';
import type { RefusalName } from './refusals.ts';

/** What whoever asked for a payment reads when the provider refuses to take it, by what that lay in. */
export function refusalFor(by: Exclude<RefusalCause, 'not_approved'>): RefusalName {
  switch (by) {
    case 'buyer':
      return 'payment_declined';
    case 'payee_unverified':
      return 'seller_unverified';
    case 'payee_restricted':
    case 'seller':
      return 'seller_refused';
    case 'terminal':
    case 'request':
      return 'payment_refused';
  }
}

/** The same of an order or a saved instrument, of which no money is taken yet: an account that cannot receive it is told as
 *  one that refuses. Where a buyer enters a card before there is an order, they may not have agreed to it yet. */
export function refusalOfOpening(by: RefusalCause): RefusalName {
  switch (by) {
    case 'buyer':
      return 'payment_declined';
    case 'not_approved':
      return 'order_not_approved';
    case 'seller':
    case 'payee_restricted':
    case 'payee_unverified':
      return 'seller_refused';
    case 'terminal':
    case 'request':
      return 'payment_refused';
  }
}
