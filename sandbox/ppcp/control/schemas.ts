import Type from 'typebox';
import { amount, closed, issue, oneOf, optional, orNull, text, told } from '../../machine/control/fields.ts';
import { FUNDING_SOURCES } from '../acts/buyer.ts';
import { PAY_OUTCOMES } from '../acts/invoices.ts';
import { DISPUTE_REASONS } from '../checks/dispute-rules.ts';

const product = Type.Object({
  name: told('The product, as the provider names it', text(100)),
  vetting_status: optional(told('How far the provider is with looking the seller over for it', text(100))),
  status: optional(told('Whether it is in use', text(100))),
  active: optional(told('The same as yes or no', Type.Boolean())),
  capabilities: optional(
    told('The capabilities that belong to it, by name', Type.Array(text(100), { maxItems: 50 })),
  ),
});

const limit = Type.Object({ type: told('What is limited, such as GENERAL', text(100)) });

const capability = Type.Object({
  name: told('The capability, as the provider names it', text(100)),
  status: told('Whether it may be used; ACTIVE is yes, and any text is taken', text(100)),
  limits: optional(told('What is limited of it', Type.Array(limit, { maxItems: 20 }))),
});

const limitation = closed({
  name: told('The limitation, as the provider names it', text(100)),
  restrictions: told('What the seller may not do meanwhile', Type.Array(text(100), { maxItems: 20 })),
});

const AFTER_REVOCATION = ['empty', 'not_found', 'forbidden'];
const afterRevocation = told(
  'What a read of the seller’s status answers once the consent is taken back: nothing granted, 404 or 403',
  oneOf(AFTER_REVOCATION),
);

export const accountBody = closed({
  kind: optional(told('A seller’s account is business, a buyer’s personal', oneOf(['business', 'personal']))),
  email: optional(
    told('The address of its holder', Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 })),
  ),
  business_name: optional(told('What buyers see of a seller', Type.String({ maxLength: 300 }))),
  given_name: optional(told('A buyer’s first name', Type.String({ maxLength: 140 }))),
  surname: optional(told('A buyer’s last name', Type.String({ maxLength: 140 }))),
  country: optional(told('Two capital letters, such as US', Type.String({ pattern: '^[A-Z]{2}$' }))),
  currency: optional(
    told(
      'What the account is kept in; null leaves it out of what a seller’s status says',
      orNull(Type.String({ pattern: '^[A-Z]{3}$' })),
    ),
  ),
  email_confirmed: optional(told('Without it a seller cannot be paid', Type.Boolean())),
  payments_receivable: optional(told('Whether a seller may be paid at all', Type.Boolean())),
  products: optional(
    told(
      'The products of a seller, as a read of the status lists them',
      Type.Array(product, { maxItems: 50 }),
    ),
  ),
  capabilities: optional(
    told('The capabilities of a seller, likewise', Type.Array(capability, { maxItems: 100 })),
  ),
  granted: optional(
    told(
      'The features that the seller has agreed to; to name some is to consent',
      Type.Array(text(100), { maxItems: 50 }),
    ),
  ),
  funded: optional(
    told('Whether a buyer has the money; without it every payment is declined', Type.Boolean()),
  ),
  consent_shown: optional(told('Whether a read of the status lists what was agreed to', Type.Boolean())),
  limitations: optional(
    told('What the provider has restricted of a seller', Type.Array(limitation, { maxItems: 20 })),
  ),
  capture_issue: optional(
    told('Refuses every capture that the account takes part in, by this name; null ends it', orNull(issue)),
  ),
  refund_issue: optional(told('The same for refunds', orNull(issue))),
  refund_outcome: optional(
    told(
      'What becomes of refunds that are taken; pending_failed is pending first',
      oneOf(['completed', 'pending', 'pending_failed', 'failed']),
    ),
  ),
  after_revocation: optional(afterRevocation),
  blocks_duplicate_invoices: optional(
    told('Whether an invoice id that was paid is refused the second time', Type.Boolean()),
  ),
  search_lag_seconds: optional(
    told(
      'How long a payment takes to appear in the seller’s reports',
      Type.Integer({ minimum: 0, maximum: 86_400 }),
    ),
  ),
});

export const finishBody = closed({
  account_id: told('The business account that the seller consents with', text(36)),
  grant: optional(
    told(
      'The features agreed to; all that were asked for when left out',
      Type.Array(text(100), { maxItems: 50 }),
    ),
  ),
});

export const revokeBody = closed({ then: optional(afterRevocation) });

const payer = optional(told('Whose account pays; the oldest personal one when left out', text(36)));

export const approveBody = closed({
  account_id: payer,
  funding_source: optional(
    told('What the buyer pays with, alone or with what is to come of it', oneOf(FUNDING_SOURCES)),
  ),
});

const part = optional(told('A decimal; all that remains when left out', amount));

export const amountBody = closed({ amount: part });

export const settleCaptureBody = closed({
  status: told('What the capture comes to', oneOf(['COMPLETED', 'DECLINED'])),
});

export const settleRefundBody = closed({
  status: told('What the refund comes to', oneOf(['COMPLETED', 'FAILED'])),
});

export const disputeBody = closed({
  reason: told('What the buyer complains of', oneOf(DISPUTE_REASONS)),
  amount: optional(told('How much of it is disputed, a decimal; all of it when left out', amount)),
  due_in_hours: optional(
    told('How long the seller has for an answer', Type.Integer({ minimum: 1, maximum: 8_760 })),
  ),
});

export const payBody = closed({
  account_id: payer,
  outcome: optional(told('What comes of the payment; completed when left out', oneOf(PAY_OUTCOMES))),
});

export const messageBody = closed({ message: told('What the buyer writes', text(2_000)) });

export const noteBody = closed({ note: optional(told('What is said with it; not kept', text(2_000))) });

export const resolveBody = closed({
  outcome: told(
    'Who has the money in the end',
    oneOf(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER']),
  ),
});

export { emptyBody } from '../../machine/control/fields.ts';
