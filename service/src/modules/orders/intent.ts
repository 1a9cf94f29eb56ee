import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { refused, type Refused } from '../../refused.ts';
import type { Account } from '../accounts/index.ts';
import { isExpired, OPEN_ORDERS_MAX, type SessionRow, tooManyOpenOrders } from '../sessions/index.ts';
import type { PayingMerchant } from '../merchants/index.ts';
import {
  countOpenOrders,
  insertTransaction,
  methodChosen,
  newTransaction,
  type NewTransactionRow,
} from '../payments/index.ts';

/** Why nothing is begun for a session now; null where something may be. */
export function whyClosed({ clock }: Ctx, session: SessionRow): Refused | null {
  if (session.status === 'completed') return refused('session_completed');
  if (session.status === 'capturing') return refused('session_capturing');
  return isExpired(session, clock.now()) ? refused('session_expired') : null;
}

/** The row of a payment for a session that is about to be begun. */
export function intentOf(
  ctx: Ctx,
  of: { session: SessionRow; merchant: PayingMerchant; account: Account },
  chosen: {
    funding_source?: string | null | undefined;
    wallet_client_metadata_id?: string | null | undefined;
    buyer_email?: string | null | undefined;
  } = {},
): NewTransactionRow {
  const { session } = of;
  const { approval } = ctx.rails.kind(of.merchant.rail).traits;
  return newTransaction(ctx, of, {
    checkout_session_id: session.id,
    external_order_id: session.external_order_id,
    amount_cents: session.amount_cents,
    currency: session.currency,
    provider_client_metadata_id: chosen.wallet_client_metadata_id ?? null,
    payment_method: methodChosen(chosen.funding_source, approval),
    buyer_email: chosen.buyer_email ?? session.buyer_email,
    description: session.description,
  });
}

/** Writes it down before its provider hears of it. Null when it was; else why not: too_many_open_orders. */
export async function insertIntent(tx: Tx, intent: NewTransactionRow): Promise<Refused | null> {
  const counted = { checkout_session_id: intent.checkout_session_id!, limit: OPEN_ORDERS_MAX };
  const tooMany = tooManyOpenOrders(await countOpenOrders(tx, counted));
  if (!tooMany) await insertTransaction(tx, intent);
  return tooMany;
}
