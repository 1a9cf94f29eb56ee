import type { NewCharge, NewSetup, ProviderRefusal } from '../../rail.ts';
import type { JsonObject } from '../../http/json.ts';
import { isExactOnWire, toWireMoney } from './money.ts';
import { shorten } from '../../shorten.ts';
import { tooPrecise, unitOf } from './order.ts';

const BRAND_MAX = 127;

/** What the buyer is asked for: that the seller may charge the instrument later, without them. */
export function toWireSetup(setup: NewSetup): JsonObject {
  const brand_name = shorten(setup.merchant_name, BRAND_MAX);
  const { provider_customer_id: id, return_url, cancel_url } = setup;
  return {
    ...(id !== null && { customer: { id } }),
    payment_source: {
      paypal: {
        usage_type: 'MERCHANT',
        customer_type: 'CONSUMER',
        permit_multiple_payment_tokens: true,
        experience_context: {
          ...(brand_name !== null && { brand_name }),
          shipping_preference: 'NO_SHIPPING',
          return_url,
          cancel_url,
        },
      },
    },
  };
}

/** The provider's order for a charge by a saved instrument, or why it cannot be written. */
export function toWireCharge(charge: NewCharge): { body: JsonObject } | { refusal: ProviderRefusal } {
  if (!isExactOnWire(charge.amount, charge.currency)) return { refusal: tooPrecise(charge.currency) };
  const amount = toWireMoney(charge.amount, charge.currency);
  return {
    body: {
      intent: 'CAPTURE',
      purchase_units: [{ ...unitOf(charge), amount }],
      payment_source: {
        [charge.source_type]: { vault_id: charge.provider_token_id, ...initiatorOf(charge) },
      },
    },
  };
}

// The schemes want to know of a card that its holder is not there.
function initiatorOf({ source_type }: NewCharge): JsonObject {
  if (source_type !== 'card') return {};
  return {
    stored_credential: { payment_initiator: 'MERCHANT', payment_type: 'UNSCHEDULED', usage: 'SUBSEQUENT' },
  };
}
