import type { JsonObject } from '../../http/json.ts';
import { sanitiseBy } from '../../http/sanitise.ts';

const SHOWN = new Set(
  (
    'id status intent processing_instruction create_time update_time reference_id custom_id invoice_id soft_descriptor ' +
    'purchase_units payments captures refunds authorizations amount value currency_code breakdown item_total shipping ' +
    'handling tax_total insurance shipping_discount discount payment_instruction platform_fees disbursement_mode ' +
    'final_capture seller_protection dispute_categories seller_receivable_breakdown seller_payable_breakdown ' +
    'gross_amount paypal_fee paypal_fee_in_receivable_currency net_amount net_amount_in_receivable_currency ' +
    'receivable_amount total_refunded_amount exchange_rate source_currency target_currency status_details reason ' +
    'processor_response avs_code cvv_code response_code payment_advice_code network_transaction_reference ' +
    'payment_source paypal card venmo apple_pay google_pay paylater brand type last_digits expiration_time'
  ).split(' '),
);
// Kept for their money: what they hold besides is the buyer's.
const AMOUNT_ALONE = new Set(['shipping']);

/** An answer of the provider that may be shown: states, times, amounts and numbers of payments; no person, address, token
 *  or link. */
export function sanitise(body: JsonObject): JsonObject {
  return sanitiseBy({ shown: SHOWN, amountAlone: AMOUNT_ALONE }, body);
}
