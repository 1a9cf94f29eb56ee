import { Type } from 'typebox';
import { DASHBOARD_OR_FOR_MERCHANT, type Operations } from '../operation.ts';
import { closed, Uuid } from '../shapes.ts';
import { TransactionDetail, TransactionPage, TransactionQuery } from './schemas.ts';

const TransactionPath = Type.Object({ transaction_id: Uuid }, closed);

export const TRANSACTION_OPERATIONS = {
  'transactions.list': {
    method: 'GET',
    path: '/api/transactions',
    accepts: DASHBOARD_OR_FOR_MERCHANT,
    budget: 120,
    tag: 'Transactions',
    permission: 'transactions.read',
    summary: 'List transactions',
    notes:
      'Newest first. There is no filter by order: match on `checkout_session_id` or `external_order_id`.',
    query: TransactionQuery,
    responses: { 200: TransactionPage },
  },
  'transactions.read': {
    method: 'GET',
    path: '/api/transactions/:transaction_id',
    accepts: DASHBOARD_OR_FOR_MERCHANT,
    budget: 120,
    tag: 'Transactions',
    permission: 'transactions.read',
    summary: 'Read a transaction',
    notes: 'The present state of one payment: what to read when an event may be old or out of order.',
    params: TransactionPath,
    refusals: ['transaction_not_found'],
    responses: { 200: TransactionDetail },
  },
} as const satisfies Operations;
