import { capture, makeCapture, refund } from '../../world/actors.ts';
import type { Answer, World } from '../../world/world.ts';
import type { DatabaseWorld } from './world.ts';

/** An operation that needs `transactions`. */
export interface TableAsk {
  what: string;
  ask(view: World): Promise<Answer>;
}

/** More operations than there are places for lanes that hold none (`postgres/gate.ts`); a list comes first. */
export async function asksOfTransactions(world: DatabaseWorld): Promise<TableAsk[]> {
  const { merchant } = world;
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  const { session_id, capture_id, order_id, transaction_id } = await makeCapture(world.through(0), merchant);
  const refunded = { amount: '1.00', key: capture_id };
  return [
    { what: 'a list', ask: (view) => view.call('GET', '/api/transactions', as) },
    { what: 'a transaction', ask: (view) => view.call('GET', `/api/transactions/${transaction_id}`, as) },
    { what: 'a public read', ask: (view) => view.call('GET', `/api/checkout-sessions/${session_id}`) },
    { what: 'a capture', ask: (view) => capture(view, merchant, order_id) },
    { what: 'a refund', ask: (view) => refund(view, merchant, capture_id, refunded) },
    { what: 'filters', ask: (view) => view.call('GET', '/api/transactions/filter-options', as) },
    {
      what: 'the provider’s view',
      ask: (view) => view.call('GET', `/api/transactions/${transaction_id}/provider-detail`, as),
    },
  ];
}
