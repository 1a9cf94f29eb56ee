import type { Ctx } from '../../context.ts';
import { whyUnfit } from '../../amounts.ts';
import { inTransactionIf, type Tx } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { PageFacet, PinnedPayment, Traits } from '../../rails/rail.ts';
import { refused, type Refused, type Unfit } from '../../refused.ts';
import { accountPaidInto, type AddressedRow, sellerOf } from '../accounts/index.ts';
import { findSession, mayPayFrom } from '../sessions/index.ts';
import { insertIntent, intentOf, whyClosed } from './intent.ts';
import { readPayingMerchant, whyNotPaid } from '../merchants/index.ts';

/** A credential for one page load, and what the provider's script is set up with besides. */
interface MintedCredential {
  readonly kind: 'minted';
  token: string;
  expires_at: Date | null;
  with: Readonly<Record<string, unknown>>;
}

/** What a buyer's page brings the session's provider in with. Where the payment begins in the browser it is written down first,
 *  and nothing else can be paid by the credential, so that a page must be one that may pay. Refused: session_not_found,
 *  other_rail, origin_not_allowed, session_completed, session_capturing,
 *  session_expired, channel_inactive, payments_not_allowed, account_missing, rail_not_configured, vault_not_offered,
 *  too_many_open_orders, provider_unavailable. Spec: Payments; gap G14. */
export async function mintCredential(ctx: Ctx, of: Wanted): Promise<MintedCredential | Refused | Unfit> {
  const intended = await inTransactionIf(
    ctx.db,
    (tx) => intend(tx, ctx, of),
    ({ kind }) => kind === 'intended',
  );
  if (intended.kind !== 'intended') return intended;
  const { page, row, payment } = intended;
  const minted = await page.credential({ seller: await sellerOf(ctx, row), payment });
  if (minted.kind !== 'minted')
    return refused(minted.kind === 'refused' ? 'account_missing' : 'provider_unavailable');
  const { token, expires_at = null, with: more = {} } = minted;
  return { kind: 'minted', token, expires_at, with: more };
}

interface Wanted {
  checkout_session_id: string;
  credential: Traits['credential'];
  origin: string | undefined;
}

interface Intended {
  kind: 'intended';
  page: PageFacet;
  row: AddressedRow;
  payment: PinnedPayment | null;
}

async function intend(tx: Tx, ctx: Ctx, of: Wanted): Promise<Intended | Refused | Unfit> {
  const session = await findSession(tx, of.checkout_session_id);
  if (!session) return refused('session_not_found');
  const merchant = await readPayingMerchant(tx, session.merchant_id, session.rail);
  const kind = ctx.rails.kind(merchant.rail);
  if (kind.traits.credential !== of.credential) return refused('other_rail');
  // A key that anybody may know begins nothing.
  if (kind.traits.begins === 'in_browser' && !mayPayFrom(session, of.origin, ctx.config.base_url))
    return refused('origin_not_allowed');
  const closed = whyClosed(ctx, session);
  if (closed) return closed;
  const notPaid = whyNotPaid(ctx, merchant);
  if (notPaid) return refused(notPaid);
  const account = await accountPaidInto(tx, ctx, merchant, session.rail_account_id);
  if (!account) return refused('account_missing');
  const rail = ctx.rails.get(kind.code);
  if (!rail?.page) return refused('rail_not_configured');
  const savesInstrument = session.amount_cents === 0;
  if (savesInstrument && !rail.vault) return refused('vault_not_offered');
  const intent = intentOf(ctx, { session, merchant, account });
  if (savesInstrument || kind.traits.begins === 'with_order')
    return { kind: 'intended', page: rail.page, row: intent, payment: null };
  const { currency } = session;
  const amount = minor(session.amount_cents);
  const unfit = whyUnfit(kind, { amount, currency });
  if (unfit) return unfit;
  const tooMany = await insertIntent(tx, intent);
  if (tooMany) return tooMany;
  const { id: transaction_id } = intent;
  const payment = { transaction_id, amount, currency, country: merchant.country_code };
  return { kind: 'intended', page: rail.page, row: intent, payment };
}
