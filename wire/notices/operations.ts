import { Type } from 'typebox';
import { ANYONE, BY_OPERATOR, type Operations } from '../operation.ts';
import { closed, OperatorPageQuery, Uuid } from '../shapes.ts';
import { AbandonedNoticePage, NoticeRetried } from './schemas.ts';

const RailPath = Type.Object({ rail: Type.String({ pattern: '^[a-z]{1,20}$' }) }, closed);
const MessageQuery = Type.Object({ request: Uuid }, closed);
const Received = Type.Object({ received: Type.Boolean() }, closed);
const NoticePath = Type.Object({ notice_id: Uuid }, closed);

export const NOTICE_OPERATIONS = {
  'notices.receive': {
    method: 'POST',
    path: '/api/notices/:rail',
    accepts: ANYONE,
    budget: 6000,
    counted_alone: true,
    tag: 'Notices',
    summary: 'Where providers send their notices',
    notes: "Takes a provider's notice once its signature holds; it is acted on afterwards.",
    params: RailPath,
    raw: true,
    refusals: ['route_not_found', 'notice_forged', 'notice_unverifiable'],
    responses: { 200: Received },
  },
  'notices.sms': {
    method: 'POST',
    path: '/api/notices/sms',
    accepts: ANYONE,
    budget: 6000,
    counted_alone: true,
    tag: 'Notices',
    summary: 'Where the carrier tells of text messages',
    notes:
      'Takes what became of a message, as a form that the carrier signed over this address. The query names the payment request ' +
      'that the message is of.',
    parameter_notes: { request: 'The payment request that the message is of.' },
    query: MessageQuery,
    raw: true,
    takes_form: true,
    refusals: ['route_not_found', 'notice_forged'],
    responses: { 200: Received },
  },
} as const satisfies Operations;

export const OPERATOR_NOTICE_OPERATIONS = {
  'operator.notices.list': {
    method: 'GET',
    path: '/api/operator/notices',
    ...BY_OPERATOR,
    summary: 'List notices that were given up',
    notes:
      'Notices of providers that could not be acted on for a month and were given up, the latest first. One that the ' +
      'provider sends again is acted on again by itself.',
    query: OperatorPageQuery,
    responses: { 200: AbandonedNoticePage },
  },
  'operator.notices.retry': {
    method: 'POST',
    path: '/api/operator/notices/:notice_id/retry',
    ...BY_OPERATOR,
    summary: 'Act on one of them again',
    notes: 'Acts on it as if it had just come; it is not in the list meanwhile.',
    params: NoticePath,
    refusals: ['notice_not_found'],
    responses: { 200: NoticeRetried },
  },
} as const satisfies Operations;
