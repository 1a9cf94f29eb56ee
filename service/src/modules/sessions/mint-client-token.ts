import type { Ctx } from '../../context.ts';
import { refused, type Refused } from '../../refused.ts';
import { sellerOf } from '../accounts/index.ts';
import { readPublicSession } from './read-public.ts';
import { isExpired } from './rules.ts';
import { provideUserIdToken } from './user-id-token.ts';

/** A short-lived token for the provider's script in the buyer's browser; one for each page load. A session of amount 0
 *  has its user id token renewed with it. Refused: session_not_found, session_capturing, session_completed, session_expired,
 *  wallet_not_connected, rail_not_configured, provider_unavailable. Spec: Checkout sessions. */
export async function mintClientToken(
  ctx: Ctx,
  sessionId: string,
): Promise<{ readonly kind: 'minted'; readonly client_token: string } | Refused> {
  const session = await readPublicSession(ctx.db, sessionId);
  if (!session) return refused('session_not_found');
  if (session.status === 'completed') return refused('session_completed');
  if (session.status === 'capturing') return refused('session_capturing');
  if (isExpired(session, ctx.clock.now())) return refused('session_expired');
  const { code, traits } = ctx.rails.kind(session.payment_provider);
  const isOffered = traits.credential === 'client_token';
  if (!isOffered || session.wallet_merchant_id === null) return refused('wallet_not_connected');
  const page = ctx.rails.get(code)?.page;
  if (!page) return refused('rail_not_configured');
  const { rail_account_id, merchant_id, wallet_merchant_id } = session;
  const seller = await sellerOf(ctx, { rail_account_id, merchant_id, provider: code, wallet_merchant_id });
  const [outcome] = await Promise.all([
    page.credential({ seller, payment: null }),
    session.amount_cents === 0 && provideUserIdToken(ctx, session.id),
  ]);
  if (outcome.kind === 'minted') return { kind: 'minted', client_token: outcome.token };
  if (outcome.kind === 'refused') return refused('wallet_not_connected');
  return refused('provider_unavailable');
}
