import type { Notice } from '../../rail.ts';
import { asObject, plainIdAt, objectAt, objectsAt, textAt } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { momentAt } from '../../http/moments.ts';
import { captureIdOf, orderIdOf, toRefund } from './translate.ts';
import { fromWireMoney } from '../write/money.ts';

const ID_MAX = 128;

/** The provider's id and type of a notice; null when it has none that can be kept. */
export function identifyNotice(body: unknown): { provider_notice_id: string; notice_type: string } | null {
  const envelope = asObject(body);
  const provider_notice_id = plainIdAt(envelope, 'id');
  const notice_type = textAt(envelope, 'event_type');
  if (!provider_notice_id || !notice_type) return null;
  if (provider_notice_id.length > ID_MAX || notice_type.length > ID_MAX) return null;
  return { provider_notice_id, notice_type };
}

/** What a notice says in our words, or null when it concerns nothing here. `ownClientId` tells our sellers
 *  from those  of another application. */
export function toNotice(body: unknown, ownClientId: string): Notice | null {
  const envelope = asObject(body);
  const type = textAt(envelope, 'event_type') ?? '';
  const resource = objectAt(envelope, 'resource');
  if (!resource) return null;
  if (type.startsWith('CUSTOMER.MERCHANT-INTEGRATION.') || type.startsWith('CUSTOMER.ACCOUNT-LIMITATION.')) {
    return sellerChanged(resource);
  }
  switch (type) {
    case 'MERCHANT.ONBOARDING.COMPLETED':
      return onboarded(resource, ownClientId);
    case 'MERCHANT.PARTNER-CONSENT.REVOKED':
      return consentRevoked(resource);
    case 'CHECKOUT.ORDER.APPROVED':
      return aboutOrder('order_approved', plainIdAt(resource, 'id'));
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
      return aboutOrder('approval_reversed', plainIdAt(resource, 'order_id'));
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
      return captureChanged(resource, { is_taken: true });
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return captureChanged(resource, { is_taken: false });
    case 'PAYMENT.CAPTURE.REFUNDED':
      return captureRefunded(resource);
    case 'PAYMENT.CAPTURE.REVERSED':
      return captureReversed(resource);
    case 'PAYMENT.REFUND.PENDING':
    case 'PAYMENT.REFUND.FAILED':
      return refundChanged(resource);
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return disputeChanged(resource);
    case 'INVOICING.INVOICE.PAID':
    case 'INVOICING.INVOICE.CANCELLED':
      return invoiceChanged(resource);
    case 'VAULT.PAYMENT-TOKEN.CREATED':
      return instrumentSaved(envelope, resource);
    case 'VAULT.PAYMENT-TOKEN.DELETED':
    case 'VAULT.PAYMENT-TOKEN.DELETION-INITIATED':
      return instrumentRemoved(envelope, resource);
    default:
      return null;
  }
}

function onboarded(resource: JsonObject, ownClientId: string): Notice | null {
  const client = textAt(resource, 'partner_client_id');
  if (client !== null && client !== ownClientId) return null;
  const tracking_id = textAt(resource, 'tracking_id');
  const provider_account = plainIdAt(resource, 'merchant_id');
  if (!provider_account) return null;
  return tracking_id
    ? { about: 'seller_onboarded', tracking_id, provider_account }
    : { about: 'seller_changed', provider_account };
}

function sellerChanged(resource: JsonObject): Notice | null {
  const provider_account = plainIdAt(resource, 'merchant_id');
  return provider_account ? { about: 'seller_changed', provider_account } : null;
}

function consentRevoked(resource: JsonObject): Notice | null {
  const provider_account = plainIdAt(resource, 'merchant_id');
  return provider_account ? { about: 'consent_revoked', provider_account } : null;
}

function aboutOrder(about: 'order_approved' | 'approval_reversed', orderId: string | null): Notice | null {
  return orderId ? { about, provider_order_id: orderId } : null;
}

function captureChanged(resource: JsonObject, said: { is_taken: boolean }): Notice | null {
  const provider_capture_id = plainIdAt(resource, 'id');
  if (!provider_capture_id) return null;
  const transaction_id = textAt(resource, 'custom_id');
  return {
    about: 'capture_changed',
    provider_capture_id,
    provider_order_id: orderIdOf(resource),
    transaction_id,
    ...said,
  };
}

// The resource is the refund; its capture is named by a link only.
function captureRefunded(resource: JsonObject): Notice | null {
  const provider_capture_id = captureIdOf(resource);
  const refund = toRefund(resource);
  return provider_capture_id && refund ? { about: 'capture_refunded', refund, provider_capture_id } : null;
}

// The shape of this one is not documented: a refund with a link to its capture, or the capture itself.
function captureReversed(resource: JsonObject): Notice | null {
  const reversal_id = plainIdAt(resource, 'id');
  if (!reversal_id) return null;
  const provider_capture_id = captureIdOf(resource) ?? reversal_id;
  // The capture's own time says nothing of the reversal.
  const reversed_at = provider_capture_id === reversal_id ? null : momentAt(resource, 'create_time');
  return {
    about: 'capture_reversed',
    provider_capture_id,
    reversal_id,
    amount: fromWireMoney(resource['amount'])?.minor ?? null,
    ...(reversed_at === null ? {} : { reversed_at }),
  };
}

function refundChanged(resource: JsonObject): Notice | null {
  const provider_refund_id = plainIdAt(resource, 'id');
  if (!provider_refund_id) return null;
  return { about: 'refund_changed', provider_refund_id, provider_capture_id: captureIdOf(resource) };
}

function disputeChanged(resource: JsonObject): Notice | null {
  const provider_dispute_id = plainIdAt(resource, 'dispute_id');
  if (!provider_dispute_id || provider_dispute_id.length > ID_MAX) return null;
  const [disputed] = objectsAt(resource, 'disputed_transactions');
  const provider_account = textAt(objectAt(disputed ?? null, 'seller'), 'merchant_id');
  return { about: 'dispute_changed', provider_dispute_id, provider_account };
}

// The provider shows the invoice by itself, or inside of one more object.
function invoiceChanged(resource: JsonObject): Notice | null {
  const provider_invoice_id = textAt(objectAt(resource, 'invoice') ?? resource, 'id');
  if (!provider_invoice_id || provider_invoice_id.length > ID_MAX) return null;
  return { about: 'invoice_changed', provider_invoice_id };
}

// Agreements of the older interface are told of under the same names.
function isOfVault(envelope: JsonObject | null): boolean {
  return textAt(envelope, 'resource_version') === '3.0';
}

function instrumentSaved(envelope: JsonObject | null, resource: JsonObject): Notice | null {
  const provider_customer_id = plainIdAt(objectAt(resource, 'customer'), 'id');
  if (!provider_customer_id || !isOfVault(envelope)) return null;
  return { about: 'instrument_saved', provider_customer_id };
}

function instrumentRemoved(envelope: JsonObject | null, resource: JsonObject): Notice | null {
  const provider_token_id = plainIdAt(resource, 'id');
  if (!provider_token_id || !isOfVault(envelope)) return null;
  return { about: 'instrument_removed', provider_token_id };
}
