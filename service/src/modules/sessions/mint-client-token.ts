import type { Ctx } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { sellerOf } from '../accounts/index.ts';
import { readPublicSession } from './read-public.ts';
import { isExpired } from './rules.ts';
import { provideUserIdToken } from './user-id-token.ts';

/** A short-lived token for the provider's script in the buyer's browser; one for each page load. A session of amount 0
 *  has its user id token renewed with it. Refuses:
 *  session_not_found, session_capturing, session_completed, session_expired,
 *  wallet_not_connected, provider_unavailable. Spec: Checkout sessions, client token. */
export async function mintClientToken(ctx: Ctx, sessionId: string): Promise<{ client_token: string }> {
  const session = await readPublicSession(ctx.db, sessionId);
  if (!session) throw new Refusal('session_not_found');
  if (session.status === 'completed') throw new Refusal('session_completed');
  if (session.status === 'capturing') throw new Refusal('session_capturing');
  if (isExpired(session, ctx.clock.now())) throw new Refusal('session_expired');
  const { code, traits } = ctx.rails.kind(session.payment_provider);
  const isOffered = traits.approval === 'redirect';
  if (!isOffered || session.wallet_merchant_id === null) throw new Refusal('wallet_not_connected');
  const page = ctx.rails.get(code)?.page;
  if (!page) throw new Refusal('rail_not_configured');
  const { rail_account_id, merchant_id, wallet_merchant_id } = session;
  const seller = await sellerOf(ctx, { rail_account_id, merchant_id, provider: code, wallet_merchant_id });
  const [outcome] = await Promise.all([
    page.credential(seller),
    session.amount_cents === 0 && provideUserIdToken(ctx, session.id),
  ]);
  if (outcome.kind === 'minted') return { client_token: outcome.token };
  if (outcome.kind === 'refused') throw new Refusal('wallet_not_connected');
  throw new Refusal('provider_unavailable');
}
