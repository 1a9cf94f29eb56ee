import { BY_OPERATOR, DASHBOARD_OR_FOR_MERCHANT, type Operations } from '../operation.ts';
import {
  NewTextToPayRequest,
  TextToPayPage,
  TextToPayPath,
  TextToPayQuery,
  TextToPayRequest,
  TextToPaySettlement,
} from './schemas.ts';

const REQUESTS = '/api/text-to-pay/requests';
const ALIKE = {
  accepts: DASHBOARD_OR_FOR_MERCHANT,
  tag: 'Text-to-pay',
  permission: 'text_to_pay.manage',
} as const;

export const TEXT_TO_PAY_OPERATIONS = {
  'text_to_pay.send': {
    ...ALIKE,
    method: 'POST',
    path: REQUESTS,
    budget: 20,
    summary: 'Ask for a payment by text message',
    notes:
      "Makes an invoice of the merchant's at the provider and texts its link. The answer is `pending` once the carrier took the " +
      'message. `sending` says that nobody knows whether it was sent: do not send it again, since the payer may have it; a ' +
      'word of the carrier, the payment or the operator settles it. Repeat a call whose answer was lost with the same ' +
      'Idempotency-Key. Where an earlier consent does not reach the invoices (409 `invoices_access_denied`), start onboarding ' +
      'with `reconnect` and have the merchant agree anew.',
    body: NewTextToPayRequest,
    example: {
      phone: '(415) 555-0132',
      amount_cents: 15000,
      first_name: 'Jo',
      last_name: 'Rivera',
      topic: 'Boiler service',
      instructions: 'Thank you. The invoice covers parts and labour.',
      external_order_id: 'invoice-204',
    },
    takes_idempotency_key: true,
    refusals: [
      'payments_not_allowed',
      'channel_inactive',
      'texts_not_offered',
      'rail_not_configured',
      'invoices_access_denied',
      'payment_refused',
      'text_refused',
      'provider_unavailable',
      'outcome_unknown',
    ],
    responses: { 201: TextToPayRequest },
  },
  'text_to_pay.list': {
    ...ALIKE,
    method: 'GET',
    path: REQUESTS,
    budget: 600,
    summary: 'List payment requests',
    notes: 'Newest first.',
    query: TextToPayQuery,
    responses: { 200: TextToPayPage },
  },
  'text_to_pay.read': {
    ...ALIKE,
    method: 'GET',
    path: `${REQUESTS}/:request_id`,
    budget: 600,
    summary: 'Read a payment request',
    notes:
      'As far as it is known here: the provider is asked again and again until the request is paid, canceled or expired, and ' +
      'tells of payments by itself.',
    params: TextToPayPath,
    refusals: ['text_not_found'],
    responses: { 200: TextToPayRequest },
  },
  'text_to_pay.cancel': {
    ...ALIKE,
    method: 'POST',
    path: `${REQUESTS}/:request_id/cancel`,
    budget: 30,
    summary: 'Cancel a payment request',
    notes:
      'The provider withdraws the invoice first, and only then the request is canceled. A 502 says that it did not: the link ' +
      'can still be paid.',
    params: TextToPayPath,
    refusals: ['text_not_found', 'text_not_cancelable', 'text_cancel_failed', 'rail_not_configured'],
    responses: { 200: TextToPayRequest },
  },
} as const satisfies Operations;

export const OPERATOR_TEXT_TO_PAY_OPERATIONS = {
  'operator.text_to_pay.settle': {
    ...BY_OPERATOR,
    method: 'POST',
    path: '/api/operator/text-to-pay/:request_id/settle',
    summary: 'Settle a payment request that is stuck in sending',
    notes:
      'Once somebody has looked at the carrier: `pending` says that the message was sent, `canceled` that it was not, for which ' +
      'the provider withdraws the invoice first.',
    params: TextToPayPath,
    body: TextToPaySettlement,
    refusals: [
      'text_not_found',
      'text_not_stuck',
      'text_not_cancelable',
      'text_cancel_failed',
      'rail_not_configured',
    ],
    responses: { 200: TextToPayRequest },
  },
} as const satisfies Operations;
