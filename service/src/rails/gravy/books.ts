import type { BookedPayment, BooksFacet, DetailOutcome, SettlementOutcome } from '../rail.ts';
import { objectAt, textAt } from '../http/json.ts';
import { momentAt } from '../http/moments.ts';
import { sanitiseBy } from '../http/sanitise.ts';
import type { Client } from './client.ts';
import { readFee } from './fees.ts';
import { readTransaction } from './payments.ts';
import { createSearch } from './search.ts';
import { currencyAt, isId, minorAt } from './translate.ts';

const SHOWN = new Set(
  (
    'type id reconciliation_id merchant_account_id currency amount status authorized_amount captured_amount refunded_amount ' +
    'settled_currency settled_amount settled country external_identifier intent intent_outcome method instrument_type ' +
    'error_code payment_service payment_service_definition_id display_name pending_review raw_response_code ' +
    'raw_response_description auth_response_code avs_response_code cvv_response_code created_at updated_at disputed ' +
    'payment_source merchant_initiated is_subsequent_payment payment_method scheme mode authorized_at captured_at ' +
    'voided_at multi_tender payment_service_transaction_id scheme_transaction_id'
  ).split(' '),
);

/** What the provider has in its books of a transaction, and what came of it with the merchant. */
export function createBooks(client: Client): BooksFacet {
  return {
    detail: (of) => detail(client, of),
    settlement: (of) => settlement(client, of),
    search: createSearch(client),
  };
}

async function detail(client: Client, of: BookedPayment): Promise<DetailOutcome> {
  if (!isId(of.provider_order_id)) return { kind: 'missing' };
  const read = await readTransaction(client, of.seller, of.provider_order_id);
  if (read.kind !== 'found') return read;
  const { body, status, captured } = read.transaction;
  const service = objectAt(body, 'payment_service');
  return {
    kind: 'found',
    detail: {
      authorized: minorAt(body, 'authorized_amount'),
      captured,
      // What we call it stands where a token can pin it.
      external_identifier: textAt(body, 'external_identifier') ?? read.transaction.transaction_id,
      payment_service_definition_id: textAt(service, 'payment_service_definition_id'),
      payment_service_display_name: textAt(service, 'display_name'),
      provider_status: status,
      provider_updated_at: momentAt(body, 'updated_at'),
      reconciliation_id: textAt(body, 'reconciliation_id'),
      payload: sanitiseBy({ shown: SHOWN }, body),
    },
  };
}

async function settlement(client: Client, of: BookedPayment): Promise<SettlementOutcome> {
  if (!isId(of.provider_order_id)) return { kind: 'missing' };
  const read = await readTransaction(client, of.seller, of.provider_order_id);
  if (read.kind !== 'found') return read;
  const { body } = read.transaction;
  if (body['settled'] !== true)
    return {
      kind: 'found',
      settlement: { settled: false, amount: null, currency: null, provider_fee: null },
    };
  const amount = minorAt(body, 'settled_amount');
  if (amount === null) return { kind: 'unknown', problem: 'a settled amount that cannot be read' };
  const fee = await readFee(client, of);
  if (fee.kind !== 'fee') return fee;
  const { provider_fee } = fee;
  const currency = currencyAt(body, 'settled_currency');
  return { kind: 'found', settlement: { settled: true, amount, currency, provider_fee } };
}
