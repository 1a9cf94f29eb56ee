import { Type } from 'typebox';
import { BY_OPERATOR, type Operations, REHEARSAL_BUDGET } from '../operation.ts';
import { closed, OperatorPageQuery, Uuid } from '../shapes.ts';
import {
  Clock,
  ClockAdvance,
  ProviderSettings,
  SecretsRotate,
  SecretsRotated,
  UnsettledChecked,
  UnsettledPage,
  UnsettledSettlement,
} from './schemas.ts';

const Counts = Type.Record(Type.String(), Type.Integer());
const UnsettledPath = Type.Object({ unsettled_id: Uuid }, closed);

export const OPERATOR_OPERATIONS = {
  'operator.clock.read': {
    method: 'GET',
    path: '/api/operator/clock',
    ...BY_OPERATOR,
    budget: REHEARSAL_BUDGET,
    summary: 'Read the clock',
    notes: "Test environment only. The service's clock, and how far it is ahead of the wall clock.",
    refusals: ['test_environment_only'],
    responses: { 200: Clock },
    test_only: true,
  },
  'operator.clock.advance': {
    method: 'POST',
    path: '/api/operator/clock/advance',
    ...BY_OPERATOR,
    budget: REHEARSAL_BUDGET,
    summary: 'Move the clock forward',
    notes:
      'Test environment only. Moves the clock of the service, and of the sandbox that `npm start` runs beside it.',
    body: ClockAdvance,
    example: { seconds: 3600 },
    refusals: ['test_environment_only'],
    responses: { 200: Clock },
    test_only: true,
  },
  'operator.work.drain': {
    method: 'POST',
    path: '/api/operator/work/drain',
    ...BY_OPERATOR,
    budget: REHEARSAL_BUDGET,
    summary: 'Run what is due',
    notes: 'Test environment only. Runs everything that is due and answers how much it was.',
    refusals: ['test_environment_only'],
    responses: { 200: Counts },
    test_only: true,
  },
  'operator.provider.check': {
    method: 'GET',
    path: '/api/operator/provider',
    ...BY_OPERATOR,
    summary: 'Check the settings at the wallet provider',
    notes:
      'Tries the settings at the provider itself: token, partner id, webhook and its event types. Only reads, ' +
      'and tells no secret. It takes as long as the provider does.',
    responses: { 200: ProviderSettings },
  },
  'operator.unsettled.list': {
    method: 'GET',
    path: '/api/operator/unsettled',
    ...BY_OPERATOR,
    summary: 'List what the provider has not settled',
    notes:
      'Captures, charges, refunds, savings, answers to disputes and text messages whose outcome is not certain, the oldest ' +
      'first. Each is asked about again by itself; `needs_person` marks what has been open for seven days, and at once what took other ' +
      'money than was asked for.',
    query: OperatorPageQuery,
    responses: { 200: UnsettledPage },
  },
  'operator.unsettled.check': {
    method: 'POST',
    path: '/api/operator/unsettled/:unsettled_id/check',
    ...BY_OPERATOR,
    summary: 'Ask about one of them now',
    notes: 'Asks the provider about it now, and answers whether that settled it.',
    params: UnsettledPath,
    refusals: ['unsettled_not_found'],
    responses: { 200: UnsettledChecked },
  },
  'operator.unsettled.settle': {
    method: 'POST',
    path: '/api/operator/unsettled/:unsettled_id/settle',
    ...BY_OPERATOR,
    summary: 'Say that one of them was not done',
    notes:
      'For a charge or a refund that needs a person, once somebody has agreed with the provider that nothing came of it. A charge ' +
      'has failed then, a refund gives back what it held and its key, and no statement waits for it any more. What is said is ' +
      'believed; should the provider tell otherwise later, that counts. Other money than was asked for is not ended so.',
    params: UnsettledPath,
    body: UnsettledSettlement,
    example: { outcome: 'not_done', note: 'Wallet support, case 4711: no such payment.' },
    refusals: [
      'unsettled_not_found',
      'unsettled_needs_no_person',
      'unsettled_under_way',
      'unsettled_not_by_word',
    ],
    responses: { 200: UnsettledChecked },
  },
  'operator.secrets.rotate': {
    method: 'POST',
    path: '/api/operator/secrets/rotate',
    ...BY_OPERATOR,
    summary: 'Seal stored secrets with the key of today',
    notes:
      'Looks at up to 200 stored secrets and seals with `SECRETS_KEY` those that `SECRETS_KEY_OTHER` had sealed. `next` says ' +
      'where the following call goes on, and is null at the end. `dry_run` counts and changes nothing.',
    body: SecretsRotate,
    example: { dry_run: true },
    responses: { 200: SecretsRotated },
  },
} as const satisfies Operations;
