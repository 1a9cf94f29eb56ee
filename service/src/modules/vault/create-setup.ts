import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { SetUpOutcome } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { type Account, sellerOf } from '../accounts/index.ts';
import { customerRefOf, OPEN_ORDERS_MAX, requireRoomForOrder, type SessionRow } from '../sessions/index.ts';
import { knownAtProvider } from './queries.ts';
import { countOpenSetups, insertSetup, nameSetup, type NewSetupRow } from './setup-queries.ts';

/** The merchant that an instrument is saved for, as far as saving is concerned. */
export interface SavingMerchant {
  business_name: string;
  rail: string;
}

export interface CreatedSetup {
  order_id: string;
  transaction_id: null;
  status: 'created';
  provider: string;
  approve_url: string | null;
}

/** Asks the provider for what the buyer of a session of amount 0 is to approve. Its id stands where an order's does,
 *  and there is no transaction. Refuses: vault_not_offered, too_many_open_orders, rail_not_configured, seller_refused, payment_refused,
 *  provider_unavailable. Spec: Saved instrument; gap G41. */
export async function createSetup(
  ctx: Ctx,
  of: { session: SessionRow; merchant: SavingMerchant; account: Account },
): Promise<CreatedSetup> {
  const { session, merchant } = of;
  const rail = ctx.rails.get(merchant.rail);
  if (!rail) throw new Refusal('rail_not_configured');
  if (!rail.vault) throw new Refusal('vault_not_offered');
  const setup = intentOf(ctx, of);
  const [known] = await knownAtProvider(ctx.db, setup);
  await inTransaction(ctx.db, async (tx) => {
    const counted = { checkout_session_id: session.id, limit: OPEN_ORDERS_MAX };
    requireRoomForOrder(await countOpenSetups(tx, counted));
    await insertSetup(tx, setup);
  });
  const page = `${ctx.config.base_url}/checkout/${session.id}`;
  const outcome = await rail.vault.setUp({
    request_id: setup.id,
    seller: await sellerOf(ctx, setup),
    provider_customer_id: known?.provider_customer_id ?? null,
    merchant_name: merchant.business_name,
    return_url: `${page}/return`,
    cancel_url: `${page}?canceled=1`,
  });
  return record(ctx, setup, outcome);
}

function intentOf(ctx: Ctx, { session, merchant, account }: Parameters<typeof createSetup>[1]): NewSetupRow {
  const now = ctx.clock.now();
  return {
    id: uuidAt(now),
    merchant_id: session.merchant_id,
    checkout_session_id: session.id,
    customer_ref: customerRefOf(session),
    provider: merchant.rail,
    rail_account_id: account.id,
    wallet_merchant_id: account.provider_account,
    created_at: now,
  };
}

// A setup whose creation was not heard of is worth nothing: no buyer has seen it. A sweep takes its row away.
async function record(ctx: Ctx, setup: NewSetupRow, outcome: SetUpOutcome): Promise<CreatedSetup> {
  switch (outcome.kind) {
    case 'unknown':
    case 'unreachable':
      throw new Refusal('provider_unavailable');
    case 'refused':
      throw new Refusal(outcome.by === 'seller' ? 'seller_refused' : 'payment_refused');
    case 'created': {
      const { kind: _kind, ...named } = outcome;
      await nameSetup(ctx.db, setup.id, { ...named, updated_at: ctx.clock.now() });
      const { provider_setup_id: order_id, approve_url } = named;
      return { order_id, transaction_id: null, status: 'created', provider: setup.provider, approve_url };
    }
  }
}
