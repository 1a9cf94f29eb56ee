import type { NewInvoice, ProviderRefusal } from '../../rail.ts';
import type { JsonObject } from '../../http/json.ts';
import { isExactOnWire, toWireMoney } from './money.ts';
import { shorten } from '../../shorten.ts';
import { tooPrecise } from './order.ts';

const ITEM_NAME_MAX = 200;
const NOTE_MAX = 4_000;
const NAME_MAX = 140;
// Of the numbers that are texted to, all are of one country code.
const NORTH_AMERICA = '1';

/** The invoice as the provider reads it: one item, to be paid at once and whole. */
export function toWireInvoice(invoice: NewInvoice): { body: JsonObject } | { refusal: ProviderRefusal } {
  const { amount, currency, recipient } = invoice;
  if (!isExactOnWire(amount, currency)) return { refusal: tooPrecise(currency) };
  const note = shorten(invoice.note, NOTE_MAX);
  const body = {
    detail: {
      currency_code: currency,
      reference: invoice.request_id,
      ...(note && { note }),
      payment_term: { term_type: 'DUE_ON_RECEIPT' },
    },
    primary_recipients: [
      {
        billing_info: {
          name: nameOf(recipient),
          phones: [
            {
              country_code: NORTH_AMERICA,
              national_number: recipient.phone.slice(1 + NORTH_AMERICA.length),
              phone_type: 'MOBILE',
            },
          ],
        },
      },
    ],
    items: [
      {
        name: shorten(invoice.topic, ITEM_NAME_MAX) ?? '',
        quantity: '1',
        unit_amount: toWireMoney(amount, currency),
      },
    ],
    configuration: { partial_payment: { allow_partial_payment: false }, allow_tip: false },
  };
  return { body };
}

function nameOf({ first_name, last_name }: NewInvoice['recipient']): JsonObject {
  return { given_name: shorten(first_name, NAME_MAX), surname: shorten(last_name, NAME_MAX) };
}
