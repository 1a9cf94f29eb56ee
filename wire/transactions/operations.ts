import { Type } from 'typebox';
import { DASHBOARD_OR_FOR_MERCHANT, type Operations } from '../operation.ts';
import { closed, Uuid } from '../shapes.ts';
import { DailyRevenue, DailyRevenueQuery, FilterOptions, TransactionStats } from './figures.ts';
import { ProviderDetail } from './provider-detail.ts';
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
    parameter_notes: { search: 'Part of the buyer’s email or the description.' },
    query: TransactionQuery,
    csv:
      'With `Accept: text/csv` all that the filter finds, newest first, whatever `limit` and `offset` say: times in UTC, amounts as ' +
      'decimals and in minor units. A text that a program for tables would calculate stands behind an apostrophe.',
    responses: { 200: TransactionPage },
  },
  'transactions.stats': {
    by_account: true,
    method: 'GET',
    path: '/api/transactions/stats',
    accepts: DASHBOARD_OR_FOR_MERCHANT,
    budget: 120,
    tag: 'Transactions',
    permission: 'transactions.read',
    summary: 'Read statistics',
    notes:
      'Amounts are in one `currency`: the primary one of the account, else the most used; the others stand in ' +
      '`by_currency`. Counts are of all transactions. `total_revenue` is what was captured, refunds not taken off; ' +
      '`total_fees` are those of the platform and of the provider.',
    responses: { 200: TransactionStats },
  },
  'transactions.daily_revenue': {
    by_account: true,
    method: 'GET',
    path: '/api/transactions/daily-revenue',
    accepts: DASHBOARD_OR_FOR_MERCHANT,
    budget: 120,
    tag: 'Transactions',
    permission: 'transactions.read',
    summary: 'Read daily revenue',
    notes:
      'What was captured on each of the last days in UTC, today included, the oldest first. A day without revenue has a row too.',
    query: DailyRevenueQuery,
    responses: { 200: Type.Array(DailyRevenue) },
  },
  'transactions.filter_options': {
    method: 'GET',
    path: '/api/transactions/filter-options',
    accepts: DASHBOARD_OR_FOR_MERCHANT,
    budget: 120,
    tag: 'Transactions',
    permission: 'transactions.read',
    summary: 'Read filter options',
    notes:
      'The payment methods and processors that the list can be narrowed by, the most frequent first, a hundred of each at most.',
    responses: { 200: FilterOptions },
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
  'transactions.provider_detail': {
    method: 'GET',
    path: '/api/transactions/:transaction_id/provider-detail',
    accepts: DASHBOARD_OR_FOR_MERCHANT,
    budget: 120,
    tag: 'Transactions',
    permission: 'transactions.read',
    summary: 'Read a transaction at its provider',
    notes:
      'Asked of the provider at this moment and never answered from what is stored here. `available` is false where ' +
      'it says nothing or cannot be reached. `payload` is its own answer without persons, addresses and links.',
    params: TransactionPath,
    refusals: ['transaction_not_found'],
    responses: { 200: ProviderDetail },
  },
} as const satisfies Operations;
