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
import { channelRoute, created, ok, type Route } from '../../http/route.ts';
import type { ChannelScope } from '../../http/scope.ts';
import { uuidOf } from '../../lib/ids.ts';
import { addressBook, type AddressBook } from '../../lib/public-address.ts';
import { createEndpoint } from './create-endpoint.ts';
import type { Asked } from './owner.ts';
import { operatorEventRoutes } from './operator-routes.ts';
import { listEndpointRows } from './queries.ts';
import { disableEndpoint, enableEndpoint } from './switch-endpoint.ts';
import { updateEndpoint } from './update-endpoint.ts';
import { endpointView } from './view.ts';

const Path = Type.Object({ endpoint_id: EndpointId }, closed);

/** Everything this module serves: a channel's endpoints and the operator's events. */
export function webhookRoutes(ctx: Ctx, addresses: AddressBook = addressBook()): Route[] {
  return [
    ...collectionRoutes(ctx, addresses),
    ...endpointRoutes(ctx, addresses),
    ...operatorEventRoutes(ctx),
  ];
}

function collectionRoutes(ctx: Ctx, addresses: AddressBook): Route[] {
  return [
    channelRoute(
      'endpoints.list',
      { summary: 'List webhook endpoints', responses: { 200: Type.Array(Endpoint) } },
      async ({ scope }) => ok((await listEndpointRows(ctx.db, asked(scope).owner)).map(endpointView)),
    ),
    channelRoute(
      'endpoints.create',
      {
        summary: 'Register a webhook endpoint',
        refusals: ['too_many_endpoints', 'endpoint_unresolved', 'endpoint_private'],
        body: NewEndpoint,
        responses: { 201: EndpointWithSecret },
      },
      async ({ scope, body }) => {
        const row = await createEndpoint(ctx, addresses, { ...asked(scope), endpoint: body });
        return created({ ...endpointView(row), secret: row.secret });
      },
    ),
  ];
}

function endpointRoutes(ctx: Ctx, addresses: AddressBook): Route[] {
  return [
    channelRoute(
      'endpoints.update',
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
        body_when_absent: {},
        responses: { 200: ChangedEndpoint },
      },
      async ({ scope, params, body }) => {
        const row = await updateEndpoint(ctx, addresses, { ...one(scope, params), change: body });
        return ok({ ...endpointView(row), secret: row.secret });
      },
    ),
    channelRoute(
      'endpoints.disable',
      {
        summary: 'Disable a webhook endpoint',
        refusals: ['endpoint_not_found'],
        params: Path,
        responses: { 200: Endpoint },
      },
      async ({ scope, params }) => ok(endpointView(await disableEndpoint(ctx, one(scope, params)))),
    ),
    channelRoute(
      'endpoints.enable',
      {
        summary: 'Enable a webhook endpoint',
        refusals: ['endpoint_not_found'],
        params: Path,
        responses: { 200: Endpoint },
      },
      async ({ scope, params }) => ok(endpointView(await enableEndpoint(ctx, one(scope, params)))),
    ),
    channelRoute(
      'endpoints.rotate',
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

function asked(scope: ChannelScope): Asked {
  return { owner: { channel_id: scope.channel_id }, actor: `key:${scope.key_id}` };
}

function one(scope: ChannelScope, path: { endpoint_id: string }): Asked & { endpoint_id: string } {
  return { ...asked(scope), endpoint_id: uuidOf(path.endpoint_id)! };
}
