import type { Seller, WantedOrder } from '../../rails/rail.ts';
import type { TransactionRow } from '../payments/index.ts';

/** How an order of ours is asked for at its provider. */
export function wantedOrder(
  { id: transaction_id, currency }: Pick<TransactionRow, 'id' | 'currency'>,
  provider_order_id: string,
  seller: Seller,
): WantedOrder {
  return { provider_order_id, transaction_id, seller, currency };
}
