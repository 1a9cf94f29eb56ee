import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { NewSession } from '../../../../wire/session.ts';
import type { Ctx } from '../../context.ts';
import { inexactAmount, readAmount } from '../../http/amounts.ts';
import type { MerchantScope } from '../../http/scope.ts';
import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import { newSessionId } from '../../lib/ids.ts';
import { isLoopback } from '../../lib/own-site.ts';
import { minor } from '../../lib/money.ts';
import { InvalidFields, keyOfOtherBody, Refusal } from '../../refusals.ts';
import type { StoredItem } from './queries.ts';
import { insertSession, type NewSessionRow, readAnswer } from './insert-session.ts';
import { checkCustomerRef } from './customer-ref.ts';
import { provideUserIdToken } from './user-id-token.ts';
import { createdView } from './view.ts';

const DEFAULT_CURRENCY = 'USD';
const DEFAULT_MINUTES = 30;
const DEFAULT_CATEGORY = 'DIGITAL_GOODS';

/** Creates a session and raises checkout.session.created, in one statement. Under an Idempotency-Key the first answer
 *  is kept and given again. Refuses: currency_not_settled, and 422 for the key with another body.
 *  Spec: Checkout session. Gaps: G8, G9. */
export async function createSession(
  ctx: Ctx,
  scope: MerchantScope,
  input: { body: Static<typeof NewSession>; idempotency_key: string | null },
): Promise<string> {
  checkReturnUrls(ctx, input.body);
  const row = rowOf(ctx, scope, input.body);
  const rail = ctx.rails.get(scope.payment_provider);
  if (rail && !rail.isExact(minor(row.amount_cents), row.currency)) {
    throw inexactAmount(['body', 'amount'], input.body.amount);
  }
  if (row.amount_cents === 0) checkCustomerRef(input.body.metadata);
  const settles = scope.wallet_primary_currency;
  if (scope.payment_provider === 'ppcp' && settles !== null && settles !== row.currency) {
    throw new Refusal('currency_not_settled', {
      extra: { session_currency: row.currency, settlement_currency: settles },
    });
  }
  const answer = JSON.stringify(createdView(ctx, row, scope.business_name));
  const key = input.idempotency_key;
  const claim = key === null ? null : { key, fingerprint: fingerprintOf(input.body), answer };
  const inserted = await insertSession(ctx, row, claim);
  if (inserted) {
    if (inserted.is_routed) ctx.wake('deliveries');
    if (row.amount_cents === 0) await provideUserIdToken(ctx, row.id);
    return answer;
  }
  const kept = await readAnswer(ctx.db, { merchant_id: scope.merchant_id, key: key! });
  if (kept && kept.fingerprint.equals(claim!.fingerprint)) return kept.answer;
  throw keyOfOtherBody(key!);
}

// Real buyers are not sent over a connection that anybody may read; this machine is no connection.
function checkReturnUrls(ctx: Ctx, body: Static<typeof NewSession>): void {
  if (ctx.config.environment === 'test') return;
  const open = (['success_url', 'cancel_url'] as const).filter((field) => isOpenHttp(body[field]));
  const msg = 'Value error, a live environment takes https addresses';
  if (open.length > 0) {
    throw new InvalidFields(
      open.map((field) => ({ type: 'value_error', loc: ['body', field], msg, input: body[field] })),
    );
  }
}

function isOpenHttp(address: string | null | undefined): boolean {
  const url = address ? new URL(address) : null;
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
}

function rowOf(ctx: Ctx, scope: MerchantScope, body: Static<typeof NewSession>): NewSessionRow {
  const now = ctx.clock.now();
  const currency = body.currency ?? DEFAULT_CURRENCY;
  const minutes = body.expires_in_minutes ?? DEFAULT_MINUTES;
  return {
    id: newSessionId(),
    merchant_id: scope.merchant_id,
    channel_id: scope.channel_id,
    amount_cents: readAmount(body.amount, currency, ['body', 'amount']),
    currency,
    expires_at: new Date(now.getTime() + minutes * 60_000),
    external_order_id: body.external_order_id ?? null,
    description: body.description ?? null,
    buyer_email: body.buyer_email ?? null,
    success_url: body.success_url ?? null,
    cancel_url: body.cancel_url ?? null,
    allowed_origins: body.allowed_origins ?? null,
    items: itemsOf(body.items ?? null, currency),
    metadata: body.metadata ?? null,
    requires_shipping: body.requires_shipping ?? null,
    shipping_address: body.shipping_address ?? null,
    shipping_amount_cents: body.shipping_amount_cents ?? null,
    created_at: now,
  };
}

function itemsOf(items: Static<typeof NewSession>['items'] | null, currency: string): StoredItem[] | null {
  if (!items) return null;
  return items.map((item, index) => ({
    name: item.name,
    unit_amount_cents: readAmount(item.unit_amount, currency, ['body', 'items', index, 'unit_amount']),
    category: item.category ?? DEFAULT_CATEGORY,
    description: item.description ?? null,
    quantity: item.quantity ?? 1,
    sku: item.sku ?? null,
  }));
}

function fingerprintOf(body: Static<typeof NewSession>): Buffer {
  return createHash('sha256')
    .update(canonicalJson(body as Json))
    .digest();
}
