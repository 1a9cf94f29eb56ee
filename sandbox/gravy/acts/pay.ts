import { transact } from '../../machine/world.ts';
import type { CardOutcome, Transaction } from '../shapes/kinds.ts';
import { GravyProblem, refuseField } from '../shapes/problem.ts';
import type { GravyWorld } from '../shapes/world.ts';
import { numberFor, readCard } from './cards.ts';
import { pinnedBy, verifyToken, type Pinned } from './tokens.ts';
import { createTransaction, type NewTransaction } from './transactions.ts';

export const PAY_OUTCOMES: readonly CardOutcome[] = [
  'approved',
  'declined',
  'capture_declined',
  'capture_pending',
];

/** What the browser's fields do when a buyer pays: by the token that the platform made for this payment. */
export async function payByToken(
  world: GravyWorld,
  order: { embed_token: string; outcome: CardOutcome },
): Promise<Transaction> {
  const pinned = pinnedBy(await verifyToken(world, order.embed_token));
  const card = readCard({ number: numberFor(order.outcome), expiration_date: '12/40' });
  return transact(world, (tx) =>
    createTransaction(tx, world, {
      ...pinnedFields(pinned),
      card,
      payment_method_id: null,
      store: false,
      country: 'US',
      intent: 'authorize',
      external_identifier: null,
      payment_source: 'ecommerce',
      merchant_initiated: false,
      is_subsequent_payment: false,
    }),
  );
}

/** What a token leaves no choice of. Refuses a token that is for another merchant account. */
export function pinnedFields(
  pinned: Pinned,
): Pick<
  NewTransaction,
  'account_id' | 'merchant_account_id' | 'amount' | 'currency' | 'metadata' | 'checkout_session_id'
> {
  const { account } = pinned.keyed;
  if (pinned.merchant_account_id !== account.names['merchant_account_id']) throw new GravyProblem(403);
  if (pinned.amount <= 0) refuseField('/amount', 'must be greater than zero');
  return {
    account_id: account.account_id,
    merchant_account_id: pinned.merchant_account_id,
    amount: pinned.amount,
    currency: pinned.currency,
    metadata: pinned.metadata,
    checkout_session_id: pinned.checkout_session_id,
  };
}
