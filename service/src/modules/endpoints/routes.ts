import { defaultOf } from '../../../../wire/shapes.ts';
import { EndpointDeliveryQuery } from '../../../../wire/webhooks/deliveries.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { withValueAt } from '../../http/values.ts';
import type { ChannelScope, MerchantScope } from '../../scope.ts';
import { uuidOf } from '../../lib/ids.ts';
import { addressBook, type AddressBook } from '../../lib/public-address.ts';
import { createEndpoint } from './create-endpoint.ts';
import { listDeliveries } from './list-deliveries.ts';
import { askedBy, type Asked } from './owner.ts';
import { listEndpointRows } from './queries.ts';
import { disableEndpoint, enableEndpoint } from './switch-endpoint.ts';
import { updateEndpoint } from './update-endpoint.ts';
import { endpointView } from './view.ts';

/** The two sets of operations on endpoints, by the owner whose endpoints they are. */
const SETS = ['endpoints', 'merchant_endpoints'] as const;
type EndpointSet = (typeof SETS)[number];

const URL_FIELD = ['body', 'url'];
const DELIVERIES = defaultOf(EndpointDeliveryQuery.properties.limit);

interface Parts {
  ctx: Ctx;
  addresses: AddressBook;
}

/** A channel's endpoints, and a merchant's own. */
export function endpointRoutes(ctx: Ctx, addresses: AddressBook = addressBook()): Route[] {
  const parts = { ctx, addresses };
  return SETS.flatMap((set) => [...collectionRoutes(set, parts), ...memberRoutes(set, parts)]);
}

function collectionRoutes(set: EndpointSet, { ctx, addresses }: Parts): Route[] {
  return [
    route(`${set}.list`, async ({ scope }) =>
      ok((await listEndpointRows(ctx.db, askedBy(scope).owner)).map(endpointView)),
    ),
    route(`${set}.create`, async ({ scope, body }) => {
      const asked = { ...askedBy(scope), endpoint: body };
      const row = await withValueAt(URL_FIELD, () => createEndpoint(ctx, addresses, asked));
      return created({ ...endpointView(row), secret: row.secret });
    }),
  ];
}

function memberRoutes(set: EndpointSet, { ctx, addresses }: Parts): Route[] {
  return [
    route(`${set}.update`, async ({ scope, params, body }) => {
      const asked = { ...one(scope, params), change: body };
      const row = await withValueAt(URL_FIELD, () => updateEndpoint(ctx, addresses, asked));
      return ok({ ...endpointView(row), secret: row.secret });
    }),
    route(`${set}.disable`, async ({ scope, params }) =>
      ok(endpointView(await disableEndpoint(ctx, one(scope, params)))),
    ),
    route(`${set}.enable`, async ({ scope, params }) =>
      ok(endpointView(await enableEndpoint(ctx, one(scope, params)))),
    ),
    route(`${set}.rotate`, async ({ scope, params }) => {
      const change = { rotate_secret: true };
      const row = await updateEndpoint(ctx, addresses, { ...one(scope, params), change });
      return ok({ ...endpointView(row), secret: row.secret });
    }),
    route(`${set}.deliveries`, async ({ scope, params, query }) => {
      const { state, cursor, limit = DELIVERIES } = query;
      return ok(await listDeliveries(ctx.db, one(scope, params), { state, cursor, limit }));
    }),
  ];
}

function one(
  scope: ChannelScope | MerchantScope,
  path: { endpoint_id: string },
): Asked & { endpoint_id: string } {
  return { ...askedBy(scope), endpoint_id: uuidOf(path.endpoint_id)! };
}
