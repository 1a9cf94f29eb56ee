import { type TSchema, Type } from 'typebox';
import { Dispute } from './disputes.ts';
import { Invoice } from './invoicing.ts';
import { Order } from './orders.ts';
import { FullCapture, Refund } from './payments.ts';
import { AccountId, closed, Links, linksWith, open, ResourceId, shared, text, Time } from './scalars.ts';
import { PaymentToken } from './vault.ts';

const ABOUT_SELLER = {
  partner_client_id: text(127),
  tracking_id: text(127),
  links: Links,
};
// What changed stands beside it, and nobody may rely on it.
const SellerChange = open({ merchant_id: AccountId }, ABOUT_SELLER);

/** Whether the object comes from a reversal or a refund, its capture stands in the link `up`. */
const RESOURCES: readonly (readonly [types: string, resource_type: string, resource: TSchema])[] = [
  [
    'MERCHANT.ONBOARDING.COMPLETED',
    'merchant-onboarding',
    closed({ merchant_id: AccountId, partner_client_id: text(127) }, ABOUT_SELLER),
  ],
  ['MERCHANT.PARTNER-CONSENT.REVOKED', 'partner-consent', closed({ merchant_id: AccountId })],
  [
    'CUSTOMER.MERCHANT-INTEGRATION.(CAPABILITY-UPDATED|PRODUCT-SUBSCRIPTION-UPDATED|SELLER-EMAIL-CONFIRMED|' +
      'SELLER-CONSENT-GRANTED|SELLER-ONBOARDING-INITIATED|SELLER-ALREADY-INTEGRATED)',
    'merchant-integration',
    SellerChange,
  ],
  ['CUSTOMER.ACCOUNT-LIMITATION.(ADDED|ESCALATED|UPDATED|LIFTED)', 'merchant-integration', SellerChange],
  ['CHECKOUT.ORDER.(APPROVED|COMPLETED)', 'checkout-order', Order],
  ['CHECKOUT.PAYMENT-APPROVAL.REVERSED', 'payment-approval', open({ order_id: ResourceId })],
  ['PAYMENT.CAPTURE.(COMPLETED|PENDING|DENIED|DECLINED)', 'capture', FullCapture],
  ['PAYMENT.CAPTURE.(REFUNDED|REVERSED)', 'refund', Refund],
  ['PAYMENT.REFUND.(PENDING|FAILED)', 'refund', Refund],
  ['CUSTOMER.DISPUTE.(CREATED|UPDATED|RESOLVED)', 'dispute', Dispute],
  ['VAULT.PAYMENT-TOKEN.(CREATED|DELETED|DELETION-INITIATED)', 'payment_token', PaymentToken],
  [
    'INVOICING.INVOICE.(CREATED|SCHEDULED|PAID|UPDATED|CANCELLED|REFUNDED)',
    'invoices',
    Type.Union([Invoice, closed({ invoice: Invoice })]),
  ],
];

/** A notice. A type that no row of the table names fits nothing. */
export const Notice = shared(
  'Notice',
  Type.Unsafe({
    ...closed(
      {
        id: text(50, '^WH-[0-9A-Z]+-[0-9A-Z]+$'),
        create_time: Time,
        resource_type: text(50, '^[a-z_-]+$'),
        event_type: Type.Unsafe({ type: 'string', pattern: `^(${typesOf().join('|')})$` }),
        resource: Type.Unsafe({ type: 'object' }),
        links: linksWith('self', 'resend'),
      },
      {
        event_version: Type.String({ const: '1.0' }),
        resource_version: Type.Unsafe({ type: 'string', enum: ['1.0', '2.0', '3.0'] }),
        summary: text(2_000),
      },
    ),
    allOf: RESOURCES.map(([types, resource_type, resource]) => ({
      if: { properties: { event_type: { pattern: `^${escaped(types)}$` } } },
      then: { properties: { resource_type: { const: resource_type }, resource } },
    })),
  }),
);

function typesOf(): string[] {
  return RESOURCES.map(([types]) => escaped(types));
}

function escaped(types: string): string {
  return types.replaceAll('.', '\\.');
}
