import type { Ctx } from '../../context.ts';
import { minor, toTrimmedDecimal } from '../../lib/money.ts';
import type { PageKit, RailKind } from '../../rails/rail.ts';
import type { NewSessionRow } from './insert-sessions.ts';
import type { PublicSessionRow } from './read-public.ts';
import { isExpired } from './rules.ts';

/** The answer to a creation. Spec: Checkout sessions. */
export function createdView(ctx: Ctx, session: NewSessionRow, merchantName: string) {
  return {
    ...coreView(ctx, { ...session, merchant_name: merchantName }),
    status: 'open',
    created_at: session.created_at.toISOString(),
    allowed_origins: session.allowed_origins,
    cancel_url: session.cancel_url,
    success_url: session.success_url,
    description: session.description,
    external_order_id: session.external_order_id,
  };
}

function coreView(
  ctx: Ctx,
  session: { id: string; merchant_name: string; amount_cents: number; currency: string; expires_at: Date },
) {
  return {
    id: session.id,
    checkout_session_id: session.id,
    merchant_name: session.merchant_name,
    amount: toTrimmedDecimal(minor(session.amount_cents), session.currency),
    currency: session.currency,
    environment: ctx.config.environment,
    expires_at: session.expires_at.toISOString(),
    checkout_url: `${ctx.config.base_url}/checkout/${session.id}`,
    embed_url: `${ctx.config.base_url}/embed/${session.id}`,
  };
}

/** The buyer-safe view: every field is named here, so that nothing else of a session can leak. Spec:
 *  Checkout sessions. */
export function publicView(ctx: Ctx, session: PublicSessionRow) {
  const kind = ctx.rails.kind(session.payment_provider);
  const supported_funding = offersFor(kind, session);
  const kit = kitOf(ctx, { ...session, supported_funding });
  // Only a seller who consented at the provider has a connection to show.
  const isOnboarded = kind.traits.seller === 'onboarded';
  return {
    ...coreView(ctx, session),
    status: isExpired(session, ctx.clock.now()) ? 'expired' : session.status,
    allowed_origins: session.allowed_origins,
    cancel_url: session.cancel_url,
    success_url: session.success_url,
    description: session.description,
    external_order_id: session.external_order_id,
    branding: { brand_color: session.brand_color, logo_url: session.logo_url },
    collect_buyer_email: session.collect_buyer_email && !session.knows_email && session.amount_cents > 0,
    items: itemsView(session),
    pay_later_messaging: isOnboarded ? session.pay_later : null,
    payment: paymentView(session),
    payment_provider: session.payment_provider,
    wallet_acdc_status: isOnboarded ? session.acdc_status : null,
    wallet_apple_pay_status: isOnboarded ? session.apple_pay_status : null,
    wallet_google_pay_status: isOnboarded ? session.google_pay_status : null,
    wallet_client_id: kit?.client_id ?? null,
    wallet_merchant_id: isOnboarded ? session.wallet_merchant_id : null,
    wallet_partner_attribution_id: kit?.partner_attribution_id ?? null,
    preselect_wallet: session.preselect_wallet && supported_funding.includes('paypal'),
    requires_shipping: session.requires_shipping,
    shipping_amount_cents: session.shipping_amount_cents,
    supported_funding,
    user_id_token: userIdToken(ctx, session),
    vault_setup: session.amount_cents === 0,
  };
}

function userIdToken(ctx: Ctx, session: PublicSessionRow): string | null {
  const { id_token, id_token_expires_at } = session;
  const now = ctx.clock.now();
  const isLive = id_token_expires_at !== null && id_token_expires_at > now;
  return isLive && session.status === 'open' && !isExpired(session, now) ? id_token : null;
}

function itemsView(session: PublicSessionRow) {
  return (session.items ?? []).map((item) => ({
    name: item.name,
    unit_amount: toTrimmedDecimal(minor(item.unit_amount_cents), session.currency),
    quantity: item.quantity,
    category: item.category,
    description: item.description,
    sku: item.sku,
  }));
}

function paymentView(session: PublicSessionRow) {
  if (session.payment_order_id === null) return null;
  return {
    provider_order_id: session.payment_order_id,
    status: session.payment_status!,
    ...(session.payment_captured_at ? { captured_at: session.payment_captured_at.toISOString() } : {}),
    ...(session.payment_capture_id ? { provider_capture_id: session.payment_capture_id } : {}),
  };
}

function offersFor(kind: RailKind, session: PublicSessionRow): string[] {
  const offered = kind.offers({
    is_attached: session.wallet_merchant_id !== null,
    saves_instrument: session.amount_cents === 0,
    currency: session.currency,
    country: session.wallet_country ?? session.country_code,
    pay_later_is_off: session.pay_later?.enabled === false,
    acdc_status: session.acdc_status,
    apple_pay_status: session.apple_pay_status,
    google_pay_status: session.google_pay_status,
  });
  const { allowed_funding: allowed } = session;
  // A rail's own way, its first, cannot be left out.
  return offered.filter((way, nth) => nth === 0 || allowed === null || allowed.includes(way));
}

/** What brings the provider into the page of a session; null where this deployment has no such provider. */
export function kitOf(
  ctx: Ctx,
  session: Pick<
    PublicSessionRow,
    'payment_provider' | 'shown' | 'wallet_merchant_id' | 'amount_cents' | 'currency' | 'allowed_funding'
  > & { supported_funding: readonly string[] },
): PageKit | null {
  const { payment_provider, wallet_merchant_id, amount_cents, currency, supported_funding } = session;
  const page = ctx.rails.get(payment_provider)?.page;
  const [provider_account, shown] = [wallet_merchant_id, session.shown ?? {}];
  const { allowed_funding } = session;
  const saves_instrument = amount_cents === 0;
  const paged = { provider_account, shown, currency, supported_funding, allowed_funding, saves_instrument };
  return page?.kit(paged) ?? null;
}
