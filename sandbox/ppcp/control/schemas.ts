import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { FUNDING_SOURCES } from '../acts/buyer.ts';
import { PAY_OUTCOMES } from '../acts/invoices.ts';
import { FAULT_MODES } from '../../machine/faults/board.ts';
import { DISPUTE_REASONS } from '../checks/dispute-rules.ts';

const HOLD_MS_MAX = 600_000;
const TIMES_MAX = 1_000_000;

const closed = (properties: TProperties): TObject => Type.Object(properties, { additionalProperties: false });
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
const oneOf = (values: readonly string[]) => Type.String({ enum: [...values] });
const text = (max: number) => Type.String({ minLength: 1, maxLength: max });
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const amount = Type.String({ pattern: '^\\d{1,15}(?:\\.\\d{1,2})?$', maxLength: 32 });
const status = Type.Integer({ minimum: 200, maximum: 599 });
const issue = Type.String({ pattern: '^[A-Za-z0-9_]{1,80}$' });

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

// The operation is checked by hand, so that the refusal can name it.
export const faultBody = closed({
  operation: text(100),
  mode: oneOf(FAULT_MODES),
  status: optional(Type.Integer({ minimum: 400, maximum: 599 })),
  issue: optional(issue),
  retry_after: optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  delay_ms: optional(Type.Integer({ minimum: 0, maximum: HOLD_MS_MAX })),
  times: optional(Type.Integer({ minimum: 1, maximum: TIMES_MAX })),
});

export const noticesBody = closed({ mode: oneOf(['deliver', 'hold', 'duplicate', 'shuffle']) });

export const receiverBody = closed({
  secret: optional(orNull(text(500))),
  status: optional(status),
  delay_ms: optional(Type.Integer({ minimum: 0, maximum: HOLD_MS_MAX })),
});

export const clockBody = closed({
  offset_seconds: Type.Integer({ minimum: -3_153_600_000, maximum: 3_153_600_000 }),
});

export const snapshotBody = closed({
  format: oneOf(['sandbox-snapshot/1']),
  records: Type.Array(closed({ kind: text(50), id: text(500), body: Type.Object({}) })),
});

export const emptyBody = closed({});
