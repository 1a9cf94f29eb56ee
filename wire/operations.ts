import { OPERATOR_AUDIT_OPERATIONS } from './audit/operations.ts';
import { OPERATOR_CHANNEL_OPERATIONS } from './channels/operations.ts';
import { DASHBOARD_OPERATIONS } from './dashboard/operations.ts';
import { DISPUTE_OPERATIONS, OPERATOR_DISPUTE_OPERATIONS } from './disputes/operations.ts';
import { KEY_OPERATIONS } from './keys/operations.ts';
import { OPERATOR_LOOKUP_OPERATIONS } from './lookup/operations.ts';
import { MERCHANT_OPERATIONS, OPERATOR_MERCHANT_OPERATIONS } from './merchants/operations.ts';
import { NOTICE_OPERATIONS, OPERATOR_NOTICE_OPERATIONS } from './notices/operations.ts';
import { ONBOARDING_OPERATIONS } from './onboarding/operations.ts';
import type { Operations } from './operation.ts';
import { OPERATOR_OPERATIONS } from './operator/operations.ts';
import { ACTIVATION_OPERATIONS, OPERATOR_OWNER_OPERATIONS, OWNER_OPERATIONS } from './owners/operations.ts';
import { PAYMENT_OPERATIONS } from './payments/operations.ts';
import { OPERATOR_RECONCILIATION_OPERATIONS } from './reconciliation/operations.ts';
import { REFUND_OPERATIONS } from './refunds/operations.ts';
import { SESSION_OPERATIONS } from './sessions/operations.ts';
import { OPERATOR_SUBSCRIPTION_OPERATIONS, SUBSCRIPTION_OPERATIONS } from './subscriptions/operations.ts';
import { OPERATOR_STATEMENT_OPERATIONS, STATEMENT_OPERATIONS } from './statements/operations.ts';
import { OPERATOR_TEXT_TO_PAY_OPERATIONS, TEXT_TO_PAY_OPERATIONS } from './text-to-pay/operations.ts';
import { TRANSACTION_OPERATIONS } from './transactions/operations.ts';
import { VAULT_OPERATIONS } from './vault/operations.ts';
import { EVENT_FEED_OPERATIONS, OPERATOR_EVENT_OPERATIONS } from './webhooks/event-operations.ts';
import { ENDPOINT_OPERATIONS } from './webhooks/operations.ts';

/** Every operation the service answers, in the order of the published contract. Routes, common tests, the contract
 *  and the client are made from these rows. */
export const OPERATIONS = {
  ...KEY_OPERATIONS,
  ...MERCHANT_OPERATIONS,
  ...ONBOARDING_OPERATIONS,
  ...ENDPOINT_OPERATIONS,
  ...EVENT_FEED_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...PAYMENT_OPERATIONS,
  ...REFUND_OPERATIONS,
  ...TRANSACTION_OPERATIONS,
  ...DISPUTE_OPERATIONS,
  ...STATEMENT_OPERATIONS,
  ...VAULT_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...TEXT_TO_PAY_OPERATIONS,
  ...ACTIVATION_OPERATIONS,
  ...NOTICE_OPERATIONS,
  ...OWNER_OPERATIONS,
  ...DASHBOARD_OPERATIONS,
  ...OPERATOR_CHANNEL_OPERATIONS,
  ...OPERATOR_MERCHANT_OPERATIONS,
  ...OPERATOR_OWNER_OPERATIONS,
  ...OPERATOR_SUBSCRIPTION_OPERATIONS,
  ...OPERATOR_TEXT_TO_PAY_OPERATIONS,
  ...OPERATOR_STATEMENT_OPERATIONS,
  ...OPERATOR_RECONCILIATION_OPERATIONS,
  ...OPERATOR_EVENT_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...OPERATOR_LOOKUP_OPERATIONS,
  ...OPERATOR_NOTICE_OPERATIONS,
  ...OPERATOR_DISPUTE_OPERATIONS,
  ...OPERATOR_AUDIT_OPERATIONS,
} as const satisfies Operations;

export type OperationId = keyof typeof OPERATIONS;
