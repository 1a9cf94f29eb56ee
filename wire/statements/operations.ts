import { Type } from 'typebox';
import { BY_OPERATOR, CHANNEL, type Operations } from '../operation.ts';
import { closed, Uuid } from '../shapes.ts';
import {
  Statement,
  StatementClose,
  StatementCorrection,
  StatementLinePage,
  StatementLineQuery,
  StatementProof,
  StatementQuery,
  StatementsIssued,
  StatementUnderWayPage,
  StatementUnderWayQuery,
} from './schemas.ts';

const StatementPath = Type.Object({ statement_id: Uuid }, closed);
const BY_CHANNEL = { accepts: CHANNEL, budget: 60, tag: 'Statements' } as const;

export const STATEMENT_OPERATIONS = {
  'statements.list': {
    method: 'GET',
    path: '/api/channel/statements',
    ...BY_CHANNEL,
    summary: 'List statements',
    notes:
      'Newest period first; none before the first month has closed. What was corrected is left out unless asked for.',
    parameter_notes: { include_superseded: 'Also those in whose place a correction stands.' },
    query: StatementQuery,
    responses: { 200: Type.Array(Statement) },
  },
  'statements.read': {
    method: 'GET',
    path: '/api/channel/statements/:statement_id',
    ...BY_CHANNEL,
    summary: 'Read a statement',
    notes:
      'As it was issued. `rail_summaries` cover everything that was taken in the month, also what is excluded because its ' +
      'fee is not known.',
    params: StatementPath,
    refusals: ['statement_not_found'],
    responses: { 200: Statement },
  },
  'statements.lines': {
    method: 'GET',
    path: '/api/channel/statements/:statement_id/lines',
    ...BY_CHANNEL,
    summary: 'List the lines of a statement',
    notes: 'Oldest capture first. Lines never change, so that pages hold whenever they are read.',
    params: StatementPath,
    query: StatementLineQuery,
    csv:
      'With `Accept: text/csv` all lines, whatever `limit` and `offset` say: times in UTC, amounts as decimals and in minor units. ' +
      'A text that a program for tables would calculate stands behind an apostrophe.',
    refusals: ['statement_not_found'],
    responses: { 200: StatementLinePage },
  },
  'statements.proof': {
    method: 'GET',
    path: '/api/channel/statements/:statement_id/proof',
    ...BY_CHANNEL,
    summary: 'Read what a statement can be verified by',
    notes:
      'Its head, the digests of its lines block by block, and the hash over both. `fairway statements export` writes it with the ' +
      'lines, and `fairway statements verify` works all of it out again.',
    params: StatementPath,
    refusals: ['statement_not_found'],
    responses: { 200: StatementProof },
  },
} as const satisfies Operations;

export const OPERATOR_STATEMENT_OPERATIONS = {
  'operator.statements.close': {
    method: 'POST',
    path: '/api/operator/statements/close',
    ...BY_OPERATOR,
    summary: 'Close a month',
    notes:
      'Issues the statements of a month that are not issued yet, of one channel or of all, and answers their ids. The worker ' +
      'does the same when a month is over. What is in doubt, and channels without terms, are left for later; ' +
      'what takes longer than a call may, about ten seconds, is issued by the worker or by the next call, and its id is not in the answer.',
    body: StatementClose,
    example: { period: '2026-01' },
    refusals: ['period_not_over', 'channel_not_found'],
    responses: { 200: StatementsIssued },
  },
  'operator.statements.under_way': {
    method: 'GET',
    path: '/api/operator/statements/under-way',
    ...BY_OPERATOR,
    summary: 'List the statements under way',
    notes:
      'Those that were begun and are not issued, the oldest first, a thousand at most, each with how far it is written.',
    query: StatementUnderWayQuery,
    responses: { 200: StatementUnderWayPage },
  },
  'operator.statements.correct': {
    method: 'POST',
    path: '/api/operator/statements/:statement_id/correct',
    ...BY_OPERATOR,
    summary: 'Correct a statement',
    notes:
      "Issues another statement of the same month by the same terms, with what became known since, in the first one's place.",
    params: StatementPath,
    body: StatementCorrection,
    refusals: ['statement_not_found', 'statement_superseded', 'statement_under_way'],
    responses: { 201: Statement },
  },
} as const satisfies Operations;
