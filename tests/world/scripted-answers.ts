import { minor } from '../../service/src/lib/money.ts';
import type {
  ProviderCapture,
  ProviderDispute,
  ProviderOrder,
  ProviderRefusal,
  ProviderSeller,
} from '../../service/src/rails/rail.ts';

// What a scripted provider answers.

export const UNKNOWN = { kind: 'unknown', problem: 'no answer' } as const;
export const UNREACHABLE = {
  kind: 'unreachable',
  problem: 'connection refused',
  retry_after_seconds: null,
} as const;

export function noBecause(issue: string): ProviderRefusal {
  return { issue, description: `The provider said ${issue}.`, debug_id: 'debug', provider_status: null };
}

/** A seller who may do everything. */
export function readySeller(wallet_merchant_id: string): ProviderSeller {
  return {
    ...{ wallet_merchant_id, tracking_id: null, country: 'US', primary_currency: 'USD' },
    ...{ email_confirmed: true, payments_receivable: true, has_checkout_product: true, can_vault: true },
    ...{ acdc_status: 'active', apple_pay_status: 'active', google_pay_status: 'active' },
    granted: {
      missing_scopes: [],
      features: {
        ...{ checkout_platform_fee: true, disputes: true, transaction_search: true },
        ...{ reporting_reconciliation: true, merchant_info: true, advanced_card_checkout: true },
      },
    },
  };
}

/** A capture in the provider's words: all of 10 USD, unless told otherwise. */
function captureOf(
  more: Partial<ProviderCapture> & Pick<ProviderCapture, 'provider_capture_id'>,
): ProviderCapture {
  return {
    provider_order_id: null,
    ...{ status: 'completed', status_raw: 'COMPLETED', status_reason: null, processor_response: null },
    ...{ amount: minor(1_000), currency: 'USD', captured_at: null },
    ...{ provider_fee: minor(59), platform_fee_collected: minor(100), net_amount: minor(841) },
    ...more,
  };
}

/** An order in the provider's words, approved and not captured unless told otherwise. */
export function orderOf(
  more: Partial<ProviderOrder> & Pick<ProviderOrder, 'provider_order_id'>,
): ProviderOrder {
  return {
    ...{ status: 'approved', status_raw: 'APPROVED', transaction_id: null, capture: null },
    ...{ payment_method_raw: 'wallet', payment_method_scheme: null, buyer_email: null },
    ...{ processor: null, processor_definition_id: null },
    ...{ billing_address: null, shipping_address: null },
    ...more,
  };
}

/** What a capture that was carried out answers, for an order of its own when none is named. */
export function taken(more: Partial<ProviderCapture> = {}, provider_order_id = newProviderId('order')) {
  const capture = captureOf({ provider_order_id, provider_capture_id: newProviderId('capture'), ...more });
  const order = orderOf({ provider_order_id, status: 'completed', status_raw: 'COMPLETED', capture });
  return { kind: 'captured', capture, order } as const;
}

/** A dispute of 10 USD that waits for the seller, unless told otherwise. */
export function disputeOf(
  more: Partial<ProviderDispute> & Pick<ProviderDispute, 'provider_dispute_id' | 'opened_at'>,
): ProviderDispute {
  return {
    ...{ provider_transaction_id: null, status: 'WAITING', is_resolved: false, reason: null, outcome: null },
    ...{ amount: minor(1_000), currency: 'USD', response_deadline: null, payload: {} },
    ...{ available_actions: ['escalate', 'send-message'], answered: [], unclear: [] },
    updated_at: more.opened_at,
    ...more,
  };
}

let made = 0;

/** An id of the provider's that no other thing of this process has. */
export function newProviderId(what: string): string {
  made += 1;
  return `${what}-${made}`;
}
