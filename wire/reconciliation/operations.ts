import { Type } from 'typebox';
import { BY_OPERATOR, type Operations } from '../operation.ts';
import { closed, Uuid } from '../shapes.ts';
import {
  Difference,
  DifferencePage,
  DifferenceQuery,
  DifferenceSettlement,
  ReconciledDayPage,
  ReconciledDayQuery,
  ReconciliationAsked,
  ReconciliationRequest,
} from './schemas.ts';

const DifferencePath = Type.Object({ difference_id: Uuid }, closed);

export const OPERATOR_RECONCILIATION_OPERATIONS = {
  'operator.reconciliation.ask': {
    method: 'POST',
    path: '/api/operator/reconciliation',
    ...BY_OPERATOR,
    summary: 'Compare days with the provider now',
    notes:
      'The worker compares every day of every account that took a payment, once the provider shows all of it. This has days ' +
      'compared now, also such as the provider does not show all of yet; these are looked at again. At most 31 days at a call, ' +
      'of the last three years, and 10,000 days of accounts.',
    body: ReconciliationRequest,
    example: { from: '2026-01-05' },
    refusals: ['reconciliation_range'],
    responses: { 200: ReconciliationAsked },
  },
  'operator.reconciliation.days': {
    method: 'GET',
    path: '/api/operator/reconciliation/days',
    ...BY_OPERATOR,
    summary: 'List the days that are compared',
    notes:
      'How far each day of each account is. Of one merchant the newest day comes first, else what was begun last.',
    query: ReconciledDayQuery,
    responses: { 200: ReconciledDayPage },
  },
  'operator.reconciliation.differences': {
    method: 'GET',
    path: '/api/operator/reconciliation/differences',
    ...BY_OPERATOR,
    summary: 'List what does not agree with the provider',
    notes:
      'Newest first. What is `open` was not mended by reading it back and waits for a person; a day that has such is compared ' +
      'again daily for a week.',
    parameter_notes: { state: 'Exactly this state.' },
    query: DifferenceQuery,
    responses: { 200: DifferencePage },
  },
  'operator.reconciliation.settle': {
    method: 'POST',
    path: '/api/operator/reconciliation/differences/:difference_id/settle',
    ...BY_OPERATOR,
    summary: 'Say that a difference is dealt with',
    notes: 'Changes no money. It stays settled while both sides say what they say now.',
    params: DifferencePath,
    body: DifferenceSettlement,
    refusals: ['difference_not_found'],
    responses: { 200: Difference },
  },
} as const satisfies Operations;
