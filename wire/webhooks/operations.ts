import { Type } from 'typebox';
import { CHANNEL, MERCHANT, type Operations } from '../operation.ts';
import { EndpointDeliveries, EndpointDeliveryQuery, EndpointPath as Path } from './deliveries.ts';
import { ChangedEndpoint, Endpoint, EndpointChange, EndpointWithSecret, NewEndpoint } from './schemas.ts';

// A merchant's own endpoints are under the rules of a channel's: what both sets have alike is said once.
const OF_CHANNEL = { accepts: CHANNEL, tag: 'Webhook endpoints' } as const;
const OF_MERCHANT = { accepts: MERCHANT, tag: 'Merchant webhook endpoints' } as const;

const LIST = {
  method: 'GET',
  summary: 'List webhook endpoints',
  notes: 'Newest first, disabled ones included, without secrets.',
  responses: { 200: Type.Array(Endpoint) },
} as const;
const CREATE = {
  method: 'POST',
  summary: 'Register a webhook endpoint',
  body: NewEndpoint,
  responses: { 201: EndpointWithSecret },
} as const;
const UPDATE = {
  method: 'PATCH',
  summary: 'Change a webhook endpoint',
  params: Path,
  body: EndpointChange,
  refusals: [
    'endpoint_not_found',
    'endpoint_enabled',
    'endpoint_needs_rotation',
    'endpoint_stale',
    'endpoint_unresolved',
    'endpoint_private',
  ],
  responses: { 200: ChangedEndpoint },
} as const;
const DISABLE = {
  method: 'DELETE',
  summary: 'Disable a webhook endpoint',
  params: Path,
  refusals: ['endpoint_not_found'],
  responses: { 200: Endpoint },
} as const;
const ENABLE = { ...DISABLE, method: 'POST', summary: 'Enable a webhook endpoint' } as const;
const ROTATE = {
  method: 'POST',
  summary: 'Rotate the signing secret',
  notes: 'The new secret signs from this answer on; the old one signs nothing any more.',
  params: Path,
  refusals: ['endpoint_not_found'],
  responses: { 200: EndpointWithSecret },
} as const;
const DELIVERIES = {
  method: 'GET',
  summary: 'List the deliveries of a webhook endpoint',
  notes:
    'That of the newest event first, each with its attempts and with when it is posted next. A call goes by a thousand ' +
    'events at most, so a page may be shorter than its limit, or empty, and not be the last: go on from `next_cursor` ' +
    'until it is null. What is finished is listed for as long as it is kept.',
  parameter_notes: {
    state: 'The state of the delivery.',
    cursor: '`next_cursor` of the page before.',
  },
  params: Path,
  query: EndpointDeliveryQuery,
  refusals: ['endpoint_not_found'],
  responses: { 200: EndpointDeliveries },
} as const;

export const ENDPOINT_OPERATIONS = {
  'endpoints.list': {
    ...LIST,
    path: '/api/channel/webhook-endpoints',
    ...OF_CHANNEL,
    budget: 60,
  },
  'endpoints.create': {
    ...CREATE,
    path: '/api/channel/webhook-endpoints',
    ...OF_CHANNEL,
    budget: 20,
    notes:
      'The address must be https on port 443 and its host must resolve to a public address; it is not ' +
      'called. The answer holds the signing secret, this once. A channel has at most 10 endpoints, disabled ' +
      'ones included.',
    refusals: ['too_many_endpoints', 'endpoint_unresolved', 'endpoint_private'],
  },
  'endpoints.update': {
    ...UPDATE,
    path: '/api/channel/webhook-endpoints/:endpoint_id',
    ...OF_CHANNEL,
    budget: 20,
    notes:
      'Changes what is sent, at least one field, and leaves the rest. `event_types` replaces the whole ' +
      'list. The address of an enabled endpoint is not replaced: disable it first. Another host needs ' +
      '`rotate_secret`. `secret` is set only when it was rotated.',
  },
  'endpoints.disable': {
    ...DISABLE,
    path: '/api/channel/webhook-endpoints/:endpoint_id',
    ...OF_CHANNEL,
    budget: 20,
    notes:
      'Stops deliveries and keeps the endpoint and its history. Deliveries that wait are set aside for good.',
  },
  'endpoints.enable': {
    ...ENABLE,
    path: '/api/channel/webhook-endpoints/:endpoint_id/enable',
    ...OF_CHANNEL,
    budget: 20,
    notes: 'Takes up deliveries again, with the same id, address, secret and list, for events from now on.',
  },
  'endpoints.rotate': {
    ...ROTATE,
    path: '/api/channel/webhook-endpoints/:endpoint_id/rotate-secret',
    ...OF_CHANNEL,
    budget: 10,
  },
  'endpoints.deliveries': {
    ...DELIVERIES,
    path: '/api/channel/webhook-endpoints/:endpoint_id/deliveries',
    ...OF_CHANNEL,
    budget: 60,
  },
  'merchant_endpoints.list': {
    ...LIST,
    path: '/api/merchant/webhook-endpoints',
    ...OF_MERCHANT,
    budget: 60,
  },
  'merchant_endpoints.create': {
    ...CREATE,
    path: '/api/merchant/webhook-endpoints',
    ...OF_MERCHANT,
    budget: 20,
    notes:
      "Under the rules for a channel's. A merchant has at most 10 endpoints, disabled ones included, whatever " +
      'its channel has.',
    example: {
      url: 'https://shop.example.com/webhooks',
      event_types: ['payment.captured', 'payment.refunded'],
    },
    refusals: ['too_many_merchant_endpoints', 'endpoint_unresolved', 'endpoint_private'],
  },
  'merchant_endpoints.update': {
    ...UPDATE,
    path: '/api/merchant/webhook-endpoints/:endpoint_id',
    ...OF_MERCHANT,
    budget: 20,
    notes: "Under the rules for a channel's: disable it before its address is replaced.",
    example: { event_types: ['payment.captured', 'payment.refunded', 'dispute.created'] },
  },
  'merchant_endpoints.disable': {
    ...DISABLE,
    path: '/api/merchant/webhook-endpoints/:endpoint_id',
    ...OF_MERCHANT,
    budget: 20,
    notes: 'Stops deliveries and keeps the endpoint. Deliveries that wait are set aside for good.',
  },
  'merchant_endpoints.enable': {
    ...ENABLE,
    path: '/api/merchant/webhook-endpoints/:endpoint_id/enable',
    ...OF_MERCHANT,
    budget: 20,
    notes: 'Takes up deliveries again, for events from now on.',
  },
  'merchant_endpoints.rotate': {
    ...ROTATE,
    path: '/api/merchant/webhook-endpoints/:endpoint_id/rotate-secret',
    ...OF_MERCHANT,
    budget: 10,
  },
  'merchant_endpoints.deliveries': {
    ...DELIVERIES,
    path: '/api/merchant/webhook-endpoints/:endpoint_id/deliveries',
    ...OF_MERCHANT,
    budget: 60,
  },
} as const satisfies Operations;
