import Type from 'typebox';
import { amount, closed, issue, oneOf, optional, orNull, text } from '../../machine/control/fields.ts';
import { FUNDING_SOURCES } from '../acts/buyer.ts';
import { PAY_OUTCOMES } from '../acts/invoices.ts';
import { DISPUTE_REASONS } from '../checks/dispute-rules.ts';

const product = Type.Object({
  name: text(100),
  vetting_status: optional(text(100)),
  status: optional(text(100)),
  active: optional(Type.Boolean()),
  capabilities: optional(Type.Array(text(100), { maxItems: 50 })),
});

const capability = Type.Object({
  name: text(100),
  status: text(100),
  limits: optional(Type.Array(Type.Object({ type: text(100) }), { maxItems: 20 })),
});

const limitation = closed({
  name: text(100),
  restrictions: Type.Array(text(100), { maxItems: 20 }),
});

export const accountBody = closed({
  kind: optional(oneOf(['business', 'personal'])),
  email: optional(Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 })),
  business_name: optional(Type.String({ maxLength: 300 })),
  given_name: optional(Type.String({ maxLength: 140 })),
  surname: optional(Type.String({ maxLength: 140 })),
  country: optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  currency: optional(orNull(Type.String({ pattern: '^[A-Z]{3}$' }))),
  email_confirmed: optional(Type.Boolean()),
  payments_receivable: optional(Type.Boolean()),
  products: optional(Type.Array(product, { maxItems: 50 })),
  capabilities: optional(Type.Array(capability, { maxItems: 100 })),
  granted: optional(Type.Array(text(100), { maxItems: 50 })),
  funded: optional(Type.Boolean()),
  consent_shown: optional(Type.Boolean()),
  limitations: optional(Type.Array(limitation, { maxItems: 20 })),
  capture_issue: optional(orNull(issue)),
  refund_issue: optional(orNull(issue)),
  refund_outcome: optional(oneOf(['completed', 'pending', 'pending_failed', 'failed'])),
  after_revocation: optional(oneOf(['empty', 'not_found', 'forbidden'])),
  blocks_duplicate_invoices: optional(Type.Boolean()),
  search_lag_seconds: optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
});

export const finishBody = closed({
  account_id: text(36),
  grant: optional(Type.Array(text(100), { maxItems: 50 })),
});

export const revokeBody = closed({ then: optional(oneOf(['empty', 'not_found', 'forbidden'])) });

export const approveBody = closed({
  account_id: optional(text(36)),
  funding_source: optional(oneOf(FUNDING_SOURCES)),
});

export const amountBody = closed({ amount: optional(amount) });

export const settleCaptureBody = closed({ status: oneOf(['COMPLETED', 'DECLINED']) });

export const settleRefundBody = closed({ status: oneOf(['COMPLETED', 'FAILED']) });

export const disputeBody = closed({
  reason: oneOf(DISPUTE_REASONS),
  amount: optional(amount),
  due_in_hours: optional(Type.Integer({ minimum: 1, maximum: 8_760 })),
});

export const payBody = closed({ account_id: optional(text(36)), outcome: optional(oneOf(PAY_OUTCOMES)) });

export const messageBody = closed({ message: text(2_000) });

export const noteBody = closed({ note: optional(text(2_000)) });

export const resolveBody = closed({
  outcome: oneOf(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER']),
});

export { emptyBody } from '../../machine/control/fields.ts';
