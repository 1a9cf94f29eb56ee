import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { withValueAt } from '../../http/values.ts';
import { orThrow } from '../../refused.ts';
import { createBuyerOrder, createMerchantOrder } from './create-order.ts';
import { mintCredential } from './mint-credential.ts';

const TOKEN = ['body', 'payment_token'];

export function orderRoutes(ctx: Ctx): Route[] {
  return [...openingRoutes(ctx), ...credentialRoutes(ctx)];
}

function openingRoutes(ctx: Ctx): Route[] {
  return [
    route('orders.create', async ({ scope, body }) => {
      const { checkout_session_id: session_id, ...given } = body;
      const request = { ...given, session_id, merchant_id: scope.merchant_id };
      const made = await withValueAt(TOKEN, () => createMerchantOrder(ctx, request));
      return created(orThrow(made).order);
    }),
    route('buyer.order', async ({ params, body, headers }) => {
      const request = { ...body, session_id: params.checkout_session_id, origin: headers['origin'] };
      const made = await withValueAt(TOKEN, () => createBuyerOrder(ctx, request));
      return created(orThrow(made).order);
    }),
  ];
}

// Each is of the rails whose pages are given such a credential.
function credentialRoutes(ctx: Ctx): Route[] {
  return [
    route('payments.embed_token', async ({ body, headers }) => {
      const { origin } = headers;
      const minted = await mintCredential(ctx, { ...body, origin, credential: 'embed_token' });
      const { token, expires_at, with: more } = orThrow(minted);
      return ok({ token, expires_at: expires_at?.toISOString(), ...more });
    }),
    route('payments.tokenization_key', async ({ body, headers }) => {
      const { origin } = headers;
      const minted = await mintCredential(ctx, { ...body, origin, credential: 'tokenization_key' });
      const { token: tokenization_key, with: more } = orThrow(minted);
      return ok({ tokenization_key, ...more });
    }),
  ];
}
