import { Type } from 'typebox';
import { closed } from '../../../../wire/shapes.ts';
import {
  ChangedEndpoint,
  Endpoint,
  EndpointChange,
  EndpointId,
  EndpointWithSecret,
  NewEndpoint,
} from '../../../../wire/webhook.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, tenantRoute, type Route } from '../../http/route.ts';
import type { ChannelScope, MerchantScope } from '../../scope.ts';
import { uuidOf } from '../../lib/ids.ts';
import { addressBook, type AddressBook } from '../../lib/public-address.ts';
import { createEndpoint } from './create-endpoint.ts';
import { askedBy, type Asked } from './owner.ts';
import { operatorEventRoutes } from './operator-routes.ts';
import { listEndpointRows } from './queries.ts';
import { disableEndpoint, enableEndpoint } from './switch-endpoint.ts';
import { updateEndpoint } from './update-endpoint.ts';
import { endpointView } from './view.ts';

const Path = Type.Object({ endpoint_id: EndpointId }, closed);

/** The two sets of operations on endpoints, by the owner whose endpoints they are. */
const SETS = ['endpoints', 'merchant_endpoints'] as const;
type EndpointSet = (typeof SETS)[number];

const TOO_MANY = {
  endpoints: 'too_many_endpoints',
  merchant_endpoints: 'too_many_merchant_endpoints',
} as const;

interface Parts {
  ctx: Ctx;
  addresses: AddressBook;
}

/** Everything this module serves: a channel's endpoints, a merchant's own, and the operator's events. */
export function webhookRoutes(ctx: Ctx, addresses: AddressBook = addressBook()): Route[] {
  const parts = { ctx, addresses };
  return [
    ...SETS.flatMap((set) => [...collectionRoutes(set, parts), ...endpointRoutes(set, parts)]),
    ...operatorEventRoutes(ctx),
  ];
}

function collectionRoutes(set: EndpointSet, { ctx, addresses }: Parts): Route[] {
  return [
    tenantRoute(
      `${set}.list`,
      { summary: 'List webhook endpoints', responses: { 200: Type.Array(Endpoint) } },
      async ({ scope }) => ok((await listEndpointRows(ctx.db, askedBy(scope).owner)).map(endpointView)),
    ),
    tenantRoute(
      `${set}.create`,
      {
        summary: 'Register a webhook endpoint',
        refusals: [TOO_MANY[set], 'endpoint_unresolved', 'endpoint_private'],
        body: NewEndpoint,
        responses: { 201: EndpointWithSecret },
      },
      async ({ scope, body }) => {
        const row = await createEndpoint(ctx, addresses, { ...askedBy(scope), endpoint: body });
        return created({ ...endpointView(row), secret: row.secret });
      },
    ),
  ];
}

function endpointRoutes(set: EndpointSet, { ctx, addresses }: Parts): Route[] {
  return [
    tenantRoute(
      `${set}.update`,
      {
        summary: 'Change a webhook endpoint',
        refusals: [
          'endpoint_not_found',
          'endpoint_enabled',
          'endpoint_needs_rotation',
          'endpoint_stale',
          'endpoint_unresolved',
          'endpoint_private',
        ],
        params: Path,
        body: EndpointChange,
        responses: { 200: ChangedEndpoint },
      },
      async ({ scope, params, body }) => {
        const row = await updateEndpoint(ctx, addresses, { ...one(scope, params), change: body });
        return ok({ ...endpointView(row), secret: row.secret });
      },
    ),
    tenantRoute(
      `${set}.disable`,
      {
        summary: 'Disable a webhook endpoint',
        refusals: ['endpoint_not_found'],
        params: Path,
        responses: { 200: Endpoint },
      },
      async ({ scope, params }) => ok(endpointView(await disableEndpoint(ctx, one(scope, params)))),
    ),
    tenantRoute(
      `${set}.enable`,
      {
        summary: 'Enable a webhook endpoint',
        refusals: ['endpoint_not_found'],
        params: Path,
        responses: { 200: Endpoint },
      },
      async ({ scope, params }) => ok(endpointView(await enableEndpoint(ctx, one(scope, params)))),
    ),
    tenantRoute(
      `${set}.rotate`,
      {
        summary: 'Rotate the signing secret',
        refusals: ['endpoint_not_found'],
        params: Path,
        responses: { 200: EndpointWithSecret },
      },
      async ({ scope, params }) => {
        const change = { rotate_secret: true };
        const row = await updateEndpoint(ctx, addresses, { ...one(scope, params), change });
        return ok({ ...endpointView(row), secret: row.secret });
      },
    ),
  ];
}

function one(
  scope: ChannelScope | MerchantScope,
  path: { endpoint_id: string },
): Asked & { endpoint_id: string } {
  return { ...askedBy(scope), endpoint_id: uuidOf(path.endpoint_id)! };
}
