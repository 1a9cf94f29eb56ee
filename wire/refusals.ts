import { CALL_REFUSALS } from './call-refusals.ts';
import { CHANNEL_REFUSALS } from './channels/refusals.ts';
import { DASHBOARD_REFUSALS } from './dashboard/refusals.ts';
import { DISPUTE_REFUSALS } from './disputes/refusals.ts';
import { KEY_REFUSALS } from './keys/refusals.ts';
import { LOOKUP_REFUSALS } from './lookup/refusals.ts';
import { MERCHANT_REFUSALS } from './merchants/refusals.ts';
import { NOTICE_REFUSALS } from './notices/refusals.ts';
import { ONBOARDING_REFUSALS } from './onboarding/refusals.ts';
import { OPERATOR_REFUSALS } from './operator/refusals.ts';
import { OWNER_REFUSALS } from './owners/refusals.ts';
import { PAYMENT_REFUSALS } from './payments/refusals.ts';
import { RECONCILIATION_REFUSALS } from './reconciliation/refusals.ts';
import { REFUND_REFUSALS } from './refunds/refusals.ts';
import { SESSION_REFUSALS } from './sessions/refusals.ts';
import { STATEMENT_REFUSALS } from './statements/refusals.ts';
import { SUBSCRIPTION_REFUSALS } from './subscriptions/refusals.ts';
import { TEXT_TO_PAY_REFUSALS } from './text-to-pay/refusals.ts';
import { TRANSACTION_REFUSALS } from './transactions/refusals.ts';
import { VAULT_REFUSALS } from './vault/refusals.ts';
import { WEBHOOK_REFUSALS } from './webhooks/refusals.ts';

/** Every refusal of the service, by name. It is answered as `{detail}`, with a `code` where several share a status; nothing else
 *  decides a status. Problems of fields, which a 422 lists, are not here: schemas and routes say them. */
export const REFUSALS = {
  ...CALL_REFUSALS,
  ...KEY_REFUSALS,
  ...OWNER_REFUSALS,
  ...DASHBOARD_REFUSALS,
  ...CHANNEL_REFUSALS,
  ...MERCHANT_REFUSALS,
  ...ONBOARDING_REFUSALS,
  ...WEBHOOK_REFUSALS,
  ...SESSION_REFUSALS,
  ...PAYMENT_REFUSALS,
  ...VAULT_REFUSALS,
  ...SUBSCRIPTION_REFUSALS,
  ...REFUND_REFUSALS,
  ...TRANSACTION_REFUSALS,
  ...OPERATOR_REFUSALS,
  ...LOOKUP_REFUSALS,
  ...DISPUTE_REFUSALS,
  ...TEXT_TO_PAY_REFUSALS,
  ...STATEMENT_REFUSALS,
  ...RECONCILIATION_REFUSALS,
  ...NOTICE_REFUSALS,
} as const;

export type RefusalName = keyof typeof REFUSALS;
