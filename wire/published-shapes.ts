import * as audit from './audit/schemas.ts';
import * as channels from './channels/schemas.ts';
import * as dashboard from './dashboard/schemas.ts';
import * as disputes from './disputes/schemas.ts';
import * as disputeEvents from './events/disputes.ts';
import * as onboardingEvents from './events/onboarding.ts';
import * as paymentEvents from './events/payments.ts';
import * as refundEvents from './events/refunds.ts';
import * as sessionEvents from './events/sessions.ts';
import * as subscriptionEvents from './events/subscriptions.ts';
import * as textToPayEvents from './events/text-to-pay.ts';
import * as keys from './keys/schemas.ts';
import * as found from './lookup/found.ts';
import * as lookup from './lookup/schemas.ts';
import * as operatorMerchants from './merchants/operator.ts';
import * as merchants from './merchants/schemas.ts';
import * as notices from './notices/schemas.ts';
import * as onboarding from './onboarding/schemas.ts';
import * as operator from './operator/schemas.ts';
import * as owners from './owners/schemas.ts';
import * as payments from './payments/schemas.ts';
import * as problem from './problem.ts';
import * as reconciliation from './reconciliation/schemas.ts';
import * as refunds from './refunds/schemas.ts';
import * as sessions from './sessions/schemas.ts';
import * as subscriptions from './subscriptions/schemas.ts';
import * as figures from './transactions/figures.ts';
import * as providerDetail from './transactions/provider-detail.ts';
import * as statements from './statements/schemas.ts';
import * as textToPay from './text-to-pay/schemas.ts';
import * as transactions from './transactions/schemas.ts';
import * as vault from './vault/schemas.ts';
import * as deliveries from './webhooks/deliveries.ts';
import * as eventFeed from './webhooks/feed.ts';
import * as webhooks from './webhooks/schemas.ts';

/** The files that hold shapes which the contract publishes under the names of their constants. Of two shapes alike the
 *  first name stands for both. A file that is missing here is noticed by a test. */
export const SHAPES: Readonly<Record<string, object>> = {
  'dashboard/schemas.ts': dashboard,
  'webhooks/deliveries.ts': deliveries,
  'webhooks/feed.ts': eventFeed,
  'disputes/schemas.ts': disputes,
  'events/sessions.ts': sessionEvents,
  'events/payments.ts': paymentEvents,
  'events/refunds.ts': refundEvents,
  'events/disputes.ts': disputeEvents,
  'events/onboarding.ts': onboardingEvents,
  'events/subscriptions.ts': subscriptionEvents,
  'events/text-to-pay.ts': textToPayEvents,
  'keys/schemas.ts': keys,
  'merchants/schemas.ts': merchants,
  'onboarding/schemas.ts': onboarding,
  'channels/schemas.ts': channels,
  'merchants/operator.ts': operatorMerchants,
  'operator/schemas.ts': operator,
  'lookup/found.ts': found,
  'lookup/schemas.ts': lookup,
  'audit/schemas.ts': audit,
  'notices/schemas.ts': notices,
  'owners/schemas.ts': owners,
  'payments/schemas.ts': payments,
  'refunds/schemas.ts': refunds,
  'problem.ts': problem,
  'sessions/schemas.ts': sessions,
  'subscriptions/schemas.ts': subscriptions,
  'text-to-pay/schemas.ts': textToPay,
  'transactions/figures.ts': figures,
  'transactions/provider-detail.ts': providerDetail,
  'statements/schemas.ts': statements,
  'reconciliation/schemas.ts': reconciliation,
  'transactions/schemas.ts': transactions,
  'vault/schemas.ts': vault,
  'webhooks/schemas.ts': webhooks,
};
