import type { Ctx } from '../../context.ts';
import { isTaken } from '../../amounts.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { PageFacet, PinnedPayment, Traits } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { accountPaidInto, type AddressedRow, sellerOf } from '../accounts/index.ts';
import { findSession, isExpired, mayPayFrom, type SessionRow } from '../sessions/index.ts';
import { insertIntent, intentOf } from './intent.ts';
import { type PayingMerchant, readPayingMerchant } from '../payments/index.ts';

/** A credential for one page load, and what the provider's script is set up with besides. */
export interface MintedCredential {
  token: string;
  expires_at: Date | null;
  with: Readonly<Record<string, unknown>>;
}

/** What a buyer's page brings the session's provider in with. Where the payment begins in the browser it is written down first,
 *  and nothing else can be paid by the credential, so that a page must be one that may pay. Refuses: session_not_found, other_rail, origin_not_allowed, session_completed, session_capturing,
 *  session_expired, channel_inactive, payments_not_allowed, account_missing, rail_not_configured, vault_not_offered,
 *  too_many_open_orders, provider_unavailable. Spec: Payments; gap G14. */
export async function mintCredential(ctx: Ctx, of: Wanted): Promise<MintedCredential> {
  const { page, row, payment } = await inTransaction(ctx.db, (tx) => intend(tx, ctx, of));
  const minted = await page.credential({ seller: await sellerOf(ctx, row), payment });
  if (minted.kind === 'minted')
    return { token: minted.token, expires_at: minted.expires_at ?? null, with: minted.with ?? {} };
  if (minted.kind === 'refused') throw new Refusal('account_missing');
  throw new Refusal('provider_unavailable');
}

interface Wanted {
  checkout_session_id: string;
  credential: Traits['credential'];
  origin: string | undefined;
}

interface Intended {
  page: PageFacet;
  row: AddressedRow;
  payment: PinnedPayment | null;
}

async function intend(tx: Tx, ctx: Ctx, of: Wanted): Promise<Intended> {
  const session = await findSession(tx, of.checkout_session_id);
  if (!session) throw new Refusal('session_not_found');
  const merchant = await readPayingMerchant(tx, session.merchant_id, session.rail);
  const kind = ctx.rails.kind(merchant.rail);
  if (kind.traits.credential !== of.credential) throw new Refusal('other_rail');
  // A key that anybody may know begins nothing.
  if (kind.traits.begins === 'in_browser' && !mayPayFrom(session, of.origin, ctx.config.base_url))
    throw new Refusal('origin_not_allowed');
  requireOpen(ctx, session, merchant);
  const account = await accountPaidInto(tx, ctx, merchant, session.rail_account_id);
  if (!account) throw new Refusal('account_missing');
  const rail = ctx.rails.get(kind.code);
  if (!rail?.page) throw new Refusal('rail_not_configured');
  const savesInstrument = session.amount_cents === 0;
  if (savesInstrument && !rail.vault) throw new Refusal('vault_not_offered');
  const intent = intentOf(ctx, { session, merchant, account });
  if (savesInstrument || kind.traits.begins === 'with_order')
    return { page: rail.page, row: intent, payment: null };
  const { amount_cents, currency } = session;
  isTaken(kind, { amount: minor(amount_cents), currency, settles: null });
  await insertIntent(tx, intent);
  const { id: transaction_id } = intent;
  const { country_code: country } = merchant;
  const pinned = { transaction_id, checkout_session_id: session.id, amount: minor(amount_cents) };
  return { page: rail.page, row: intent, payment: { ...pinned, currency, country } };
}

function requireOpen(ctx: Ctx, session: SessionRow, merchant: PayingMerchant): void {
  if (session.status === 'completed') throw new Refusal('session_completed');
  if (session.status === 'capturing') throw new Refusal('session_capturing');
  if (isExpired(session, ctx.clock.now())) throw new Refusal('session_expired');
  if (!merchant.channel_active) throw new Refusal('channel_inactive');
  if (merchant.payment_hold) throw new Refusal('payments_not_allowed');
}
