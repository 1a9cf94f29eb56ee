import { Type } from 'typebox';
import type { Described } from './described.ts';
import { Notice } from './notices.ts';
import { closed, Links, listOf, oneOf, open, Secret, text, Time, Url } from './scalars.ts';

const Seconds = Type.Integer({ minimum: 1, maximum: 32_400 });
const EventTypes = listOf(open({ name: text(50) }), 500, 1);
const Webhook = closed({ id: text(50), url: Url, event_types: EventTypes }, { links: Links });
const WebhookId = text(50, '^[0-9a-zA-Z-]+$');
const EventId = text(50, '^WH-[0-9A-Z-]+$');

/** Credentials: the platform's own, and what the buyer's browser is given. */
export const TOKEN_CALLS: readonly Described[] = [
  {
    method: 'POST',
    path: '/v1/oauth2/token',
    family: 'oauth',
    sends: 'form',
    body: closed(
      { grant_type: oneOf('client_credentials') },
      {
        response_type: oneOf('id_token client_token'),
        target_customer_id: text(22, '^[0-9a-zA-Z_-]+$'),
        intent: oneOf('sdk_init'),
        'domains[]': text(253),
      },
    ),
    answers: {
      200: closed(
        { access_token: Secret, token_type: oneOf('Bearer'), expires_in: Seconds },
        { scope: text(16_384), app_id: text(50), nonce: text(200), id_token: Secret },
      ),
    },
    requestId: 'never',
  },
  {
    method: 'POST',
    path: '/v1/identity/generate-token',
    family: 'other',
    body: closed({}, { customer_id: text(22, '^[0-9a-zA-Z_-]+$') }),
    answers: { 200: closed({ client_token: Secret, expires_in: Seconds }, { id_token: Secret }) },
    assertion: 'required',
  },
];

/** What the provider tells of its own accord, and whether it was the provider. */
export const NOTIFICATION_CALLS: readonly Described[] = [
  {
    method: 'GET',
    path: '/v1/notifications/certs/{certificate_id}',
    family: 'other',
    params: { certificate_id: text(128, '^[A-Za-z0-9_-]+$') },
    answers: { 200: Type.String({ pattern: '^-----BEGIN CERTIFICATE-----\\n' }) },
    requestId: 'never',
    assertion: 'never',
  },
  {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    family: 'other',
    body: closed({
      auth_algo: text(100),
      cert_url: Url,
      transmission_id: text(50),
      transmission_sig: text(500),
      transmission_time: Time,
      webhook_id: WebhookId,
      webhook_event: Notice,
    }),
    answers: { 200: closed({ verification_status: oneOf('SUCCESS FAILURE') }) },
    requestId: 'never',
  },
  {
    method: 'GET',
    path: '/v1/notifications/webhooks',
    family: 'other',
    query: closed({}, { anchor_type: oneOf('APPLICATION ACCOUNT') }),
    answers: { 200: closed({ webhooks: listOf(Webhook, 50) }) },
    requestId: 'never',
  },
  {
    method: 'POST',
    path: '/v1/notifications/webhooks',
    family: 'other',
    body: closed({ url: Type.String({ format: 'uri', maxLength: 2_048 }), event_types: EventTypes }),
    answers: { 201: Webhook },
  },
  {
    method: 'GET',
    path: '/v1/notifications/webhooks/{webhook_id}',
    family: 'other',
    params: { webhook_id: WebhookId },
    answers: { 200: Webhook },
    requestId: 'never',
  },
  {
    method: 'GET',
    path: '/v1/notifications/webhooks-events',
    family: 'other',
    query: closed(
      {},
      {
        page_size: Type.String({ pattern: '^([1-9][0-9]?|[12][0-9]{2}|300)$' }),
        start_time: Time,
        end_time: Time,
        transaction_id: text(50),
        event_type: text(127),
      },
    ),
    answers: {
      200: closed({ events: listOf(Notice, 300), count: Type.Integer({ minimum: 0 }) }, { links: Links }),
    },
    requestId: 'never',
  },
  {
    method: 'GET',
    path: '/v1/notifications/webhooks-events/{event_id}',
    family: 'other',
    params: { event_id: EventId },
    answers: { 200: Notice },
    requestId: 'never',
  },
  {
    method: 'POST',
    path: '/v1/notifications/webhooks-events/{event_id}/resend',
    family: 'other',
    params: { event_id: EventId },
    body: closed({}, { webhook_ids: listOf(WebhookId, 10) }),
    answers: { 202: Notice },
  },
];
