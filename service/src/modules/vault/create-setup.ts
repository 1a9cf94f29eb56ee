import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { SetUpOutcome } from '../../rails/rail.ts';
import { refused, type Refused } from '../../refused.ts';
import { type Account, sellerOf } from '../accounts/index.ts';
import {
  customerRefOf,
  OPEN_ORDERS_MAX,
  refusedOpening,
  type SessionRow,
  tooManyOpenOrders,
  waysBack,
} from '../sessions/index.ts';
import { knownAtProvider } from './queries.ts';
import { countOpenSetups, insertSetup, nameSetup, type NewSetupRow } from './setup-queries.ts';

/** The merchant that an instrument is saved for, as far as saving is concerned. */
interface SavingMerchant {
  business_name: string;
  rail: string;
}

interface CreatedSetup {
  order_id: string;
  transaction_id: null;
  status: 'created';
  provider: string;
  approve_url: string | null;
}

/** What came of a setup that was asked for. */
type SetupResult = { readonly kind: 'created'; readonly order: CreatedSetup } | Refused;

/** Asks the provider for what the buyer of a session of amount 0 is to approve. Its id stands where an order's does,
 *  and there is no transaction. Refused: vault_not_offered, too_many_open_orders, rail_not_configured, seller_refused, payment_refused,
 *  provider_unavailable. Spec: Saved instruments; gap G41. */
export async function createSetup(
  ctx: Ctx,
  of: {
    session: SessionRow;
    merchant: SavingMerchant;
    account: Account;
    locale: string | null;
    /** What the provider's fields in the buyer's browser gave. */
    in_hand: string | null;
  },
): Promise<SetupResult> {
  const { session, merchant } = of;
  const rail = ctx.rails.get(merchant.rail);
  if (!rail) return refused('rail_not_configured');
  if (!rail.vault) return refused('vault_not_offered');
  const setup = intentOf(ctx, of);
  const [known] = await knownAtProvider(ctx.db, setup);
  const tooMany = await inTransaction(ctx.db, async (tx) => {
    const counted = { checkout_session_id: session.id, limit: OPEN_ORDERS_MAX };
    const refusal = tooManyOpenOrders(await countOpenSetups(tx, counted));
    if (!refusal) await insertSetup(tx, setup);
    return refusal;
  });
  if (tooMany) return tooMany;
  const outcome = await rail.vault.setUp({
    request_id: setup.id,
    seller: await sellerOf(ctx, setup),
    in_hand: of.in_hand,
    provider_customer_id: known?.provider_customer_id ?? null,
    merchant_name: merchant.business_name,
    ...waysBack(ctx, session.id, of.locale),
  });
  return record(ctx, setup, outcome);
}

function intentOf(
  ctx: Ctx,
  { session, merchant, account }: Omit<Parameters<typeof createSetup>[1], 'locale' | 'in_hand'>,
): NewSetupRow {
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

async function record(ctx: Ctx, setup: NewSetupRow, outcome: SetUpOutcome): Promise<SetupResult> {
  if (outcome.kind !== 'created') return refusedOpening(ctx, setup.merchant_id, outcome);
  const { kind: _kind, ...named } = outcome;
  await nameSetup(ctx.db, setup.id, { ...named, updated_at: ctx.clock.now() });
  const { provider_setup_id: order_id, approve_url } = named;
  const { provider } = setup;
  const order = { order_id, transaction_id: null, status: 'created', provider, approve_url } as const;
  return { kind: 'created', order };
}
