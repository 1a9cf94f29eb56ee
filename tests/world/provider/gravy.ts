import { type TSchema, Type } from 'typebox';
import type { Described } from './described.ts';
import {
  Amount,
  Capture,
  Chargeback,
  Name,
  pageOf,
  Refund,
  Settlement,
  Transaction,
  TransactionCapture,
  TransactionSummary,
  TransactionVoid,
  Uuid,
  Word,
} from './gravy-shapes.ts';
import { closed, listOf, oneOf, text, Time, Yes } from './scalars.ts';

const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'duplicate_record conflict',
  425: 'too_early',
  429: 'too_many_requests',
  500: 'server_error',
  502: 'bad_gateway',
  504: 'gateway_timeout',
};

const Detail = closed({
  location: oneOf('query body path header unknown'),
  pointer: Type.String(),
  message: Type.String(),
  type: Type.String(),
});

function refusal(status: number, isAskedFor: boolean): TSchema {
  const codes = CODES[status];
  if (codes === undefined) return isAskedFor ? Type.Unknown() : Type.Never();
  return closed({
    type: Type.Literal('error'),
    code: isAskedFor ? Word : oneOf(codes),
    status: Type.Literal(status),
    message: Type.String(),
    details: Type.Array(Detail),
  });
}

const ACCOUNT = { schema: Name, need: 'required' } as const;
const KEY = { schema: text(200, '^[A-Za-z0-9_-]+$'), need: 'required' } as const;
const WRITES = {
  refusal,
  headers: { 'x-gr4vy-merchant-account-id': ACCOUNT, 'idempotency-key': KEY },
};
const READS = {
  refusal,
  headers: { 'x-gr4vy-merchant-account-id': ACCOUNT, 'idempotency-key': { ...KEY, need: 'never' } },
} as const;
const preferring = (resource: string) => ({
  ...WRITES,
  headers: {
    ...WRITES.headers,
    prefer: { schema: oneOf(`resource=transaction resource=${resource}`), need: 'required' },
  } as const,
});

const ONE = '/gravy/transactions/{transaction_id}';
const OF_ONE = { params: { transaction_id: Uuid }, family: 'other' } as const;
const READ = { ...OF_ONE, method: 'GET', speech: READS } as const;

/** The calls of Gr4vy's interface that the service may make. */
export const GRAVY_CALLS: readonly Described[] = [
  {
    ...{ method: 'GET', path: '/gravy/transactions', family: 'other', speech: READS },
    query: closed(
      {},
      {
        cursor: text(1_000),
        limit: Type.String({ pattern: '^([1-9][0-9]?|100)$' }),
        ...{ created_at_gte: Time, created_at_lte: Time, updated_at_gte: Time, updated_at_lte: Time },
      },
    ),
    answers: { 200: pageOf(TransactionSummary) },
  },
  { ...READ, path: ONE, answers: { 200: Transaction } },
  { ...READ, path: `${ONE}/captures`, answers: { 200: pageOf(Capture) } },
  { ...READ, path: `${ONE}/refunds`, answers: { 200: pageOf(Refund) } },
  { ...READ, path: `${ONE}/settlements`, answers: { 200: closed({ items: listOf(Settlement, 500) }) } },
  { ...READ, path: `${ONE}/chargebacks`, answers: { 200: closed({ items: listOf(Chargeback, 500) }) } },
  { ...READ, params: { refund_id: Uuid }, path: '/gravy/refunds/{refund_id}', answers: { 200: Refund } },
  {
    ...{ ...OF_ONE, method: 'POST', speech: preferring('transaction-capture') },
    path: `${ONE}/capture`,
    body: closed({}, { amount: Amount, final: Yes, external_identifier: text(300) }),
    answers: { 200: TransactionCapture },
  },
  {
    ...{ ...OF_ONE, method: 'POST', speech: preferring('transaction-void') },
    path: `${ONE}/void`,
    answers: { 200: TransactionVoid },
  },
  {
    ...{ ...OF_ONE, method: 'POST', speech: WRITES },
    path: `${ONE}/refunds`,
    body: closed(
      {},
      {
        amount: Amount,
        target_type: oneOf('payment-method gift-card-redemption'),
        target_id: Uuid,
        reason: text(100),
        external_identifier: text(300),
      },
    ),
    answers: { 201: Refund },
  },
  // The provider's own form makes it, in the buyer's browser.
  { ...{ method: 'POST', path: '/gravy/transactions', family: 'other' }, speech: 'of_others', answers: {} },
];
