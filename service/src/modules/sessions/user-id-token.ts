import type { Ctx } from '../../context.ts';
import { later, SECOND_MS } from '../../lib/time.ts';
import { sellerOf } from '../accounts/index.ts';
import { keepToken, readTokenNeed } from './user-id-token-queries.ts';

// Shorter than the provider lets one live.
const USABLE_SECONDS = 600;
const WAIT_MS = 2_000;

/** Makes sure that a session of amount 0 has a live token for the provider's script, when its merchant can save
 *  instruments. Without an answer of the provider it goes without, until the next client token is minted. Waits two
 *  seconds at most; an answer that comes later is kept all the same. Gap G40. */
export async function provideUserIdToken(ctx: Ctx, sessionId: string): Promise<void> {
  const minted = mint(ctx, sessionId).catch((error: unknown) => {
    ctx.log.error({ event: 'user_id_token.failed', err: error }, 'minting a user id token failed');
  });
  await Promise.race([minted, passed(WAIT_MS)]);
}

async function mint(ctx: Ctx, sessionId: string): Promise<void> {
  const now = ctx.clock.now();
  const { code } = ctx.rails.onboarding();
  const need = await readTokenNeed(ctx.db, sessionId, code);
  if (!need?.can_vault || need.wallet_merchant_id === null) return;
  if (need.expires_at !== null && need.expires_at > now) return;
  const { provider_customer_id } = need;
  const seller = await sellerOf(ctx, need);
  const outcome = await ctx.rails.get(code)?.page?.saverToken?.({ seller, provider_customer_id });
  if (outcome?.kind !== 'minted') return;
  const expires_at = later(now, USABLE_SECONDS * SECOND_MS);
  await keepToken(ctx.db, { checkout_session_id: sessionId, token: outcome.token, expires_at });
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
