import { FOR_MERCHANT, type Operations } from '../operation.ts';
import { OnboardingStart, OnboardingStarted, OnboardingStatus } from './schemas.ts';

export const ONBOARDING_OPERATIONS = {
  'onboarding.start': {
    method: 'POST',
    path: '/api/channel/onboarding/start',
    accepts: FOR_MERCHANT,
    budget: 20,
    tag: 'Onboarding',
    summary: 'Start seller onboarding',
    notes:
      'Answers an address at the wallet provider for the merchant to open. Each successful call begins a ' +
      'new attempt, so keep the address and show it again. After a 503 the call may be repeated: it answers ' +
      'the address that the provider may already have made. `reconnect` grants missing access or changes ' +
      'the account of a connected merchant, who keeps taking payments meanwhile.',
    body: OnboardingStart,
    body_when_absent: {},
    refusals: [
      'onboarding_complete',
      'onboarding_moved',
      'onboarding_not_offered',
      'onboarding_refused',
      'onboarding_unreachable',
      'rail_not_configured',
    ],
    responses: { 200: OnboardingStarted },
  },
  'onboarding.status': {
    method: 'GET',
    path: '/api/channel/onboarding/status',
    accepts: FOR_MERCHANT,
    budget: 60,
    tag: 'Onboarding',
    summary: 'Read the onboarding status',
    notes:
      'Where a merchant stands. A stale state is refreshed from the provider first; when the provider does ' +
      'not answer, the last known state is served with `wallet_status_reason_fresh` false. Let buyers pay ' +
      'only while `wallet_connection_status` is `connected`.',
    responses: { 200: OnboardingStatus },
  },
} as const satisfies Operations;
