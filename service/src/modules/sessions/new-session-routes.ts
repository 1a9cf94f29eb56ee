import type { Static } from 'typebox';
import { type NewSession } from '../../../../wire/sessions/schemas.ts';
import type { Ctx } from '../../context.ts';
import type { StoredItem } from '../../db/stored.ts';
import { readAmount, withAmountAt } from '../../http/amounts.ts';
import { readIdempotencyKey, saysReplayed, withKey } from '../../http/idempotency.ts';
import { AS_JSON, type Route, route } from '../../http/route.ts';
import { withValueAt } from '../../http/values.ts';
import { checkAddresses } from '../../http/web-addresses.ts';
import { DEFAULT_CURRENCY } from '../../lib/currency.ts';
import { orThrow } from '../../refused.ts';
import { fingerprintOf } from '../answers/index.ts';
import { sessionCreator, type SessionPlan } from './create-session.ts';
import { checkCustomerRef } from './customer-ref.ts';
import { createdView } from './view.ts';

const DEFAULT_CATEGORY = 'DIGITAL_GOODS';
const CUSTOMER_REF = ['body', 'metadata', 'customer_ref'];
const RETURNED_TO = ['success_url', 'cancel_url'] as const;

type Body = Static<typeof NewSession>;

export function newSessionRoute(ctx: Ctx): Route {
  const createSession = sessionCreator(ctx);
  return route('sessions.create', async ({ scope, body, headers }) => {
    const key = readIdempotencyKey(headers);
    const addresses = RETURNED_TO.map((field) => ({ loc: ['body', field], address: body[field] }));
    checkAddresses(ctx.config, addresses);
    const plan = planOf(body);
    const asked = {
      plan,
      key: key === null ? null : { key, fingerprint: fingerprintOf(body) },
      answerOf: (session: Parameters<typeof createdView>[1]) =>
        JSON.stringify(createdView(ctx, session, scope.business_name)),
    };
    if (plan.amount_cents === 0) {
      await withValueAt(CUSTOMER_REF, () => checkCustomerRef(body.metadata?.['customer_ref']));
    }
    const create = async () => orThrow(await createSession(scope, asked));
    const { answer, session } = await withAmountAt(['body', 'amount'], body.amount, () => withKey(create));
    // It is text already: the same bytes that are kept for a repeated call.
    return { status: 201, body: answer, headers: { ...AS_JSON, ...saysReplayed(session === null) } };
  });
}

function planOf(body: Body): SessionPlan {
  const currency = body.currency ?? DEFAULT_CURRENCY;
  return {
    amount_cents: readAmount(body.amount, currency, ['body', 'amount']),
    currency,
    expires_in_minutes: body.expires_in_minutes ?? null,
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
  };
}

function itemsOf(items: Body['items'] | null, currency: string): StoredItem[] | null {
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
