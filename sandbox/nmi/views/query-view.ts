import { html, type Html } from '../../../markup/html.ts';
import { amountText } from '../shapes/amounts.ts';
import type { Action, Card, Transaction, VaultCustomer } from '../shapes/kinds.ts';

/** What query.php answers. Escaping for HTML is escaping for XML. */
export function responseView(transactions: readonly Transaction[]): string {
  return document(html`${transactions.map(transactionView)}`);
}

/** What query.php answers of the cards that a merchant keeps. */
export function customersView(customers: readonly VaultCustomer[]): string {
  if (customers.length === 0) return document(html``);
  return document(html`<customer_vault>${customers.map(customerView)}</customer_vault>`);
}

/** What query.php answers to what it refuses, with HTTP 200 too. */
export function errorView(text: string): string {
  return document(html`<error_response>${text}</error_response>`);
}

function document(inside: Html): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${html`<nm_response>${inside}</nm_response>`.text}\n`;
}

function transactionView(transaction: Transaction): Html {
  const { card } = transaction;
  return html`<transaction
    ><transaction_id>${transaction.id}</transaction_id><platform_id></platform_id
    ><transaction_type>cc</transaction_type><condition>${transaction.condition}</condition
    ><order_id>${transaction.order_id}</order_id
    ><authorization_code>${transaction.authorization_code}</authorization_code><ponumber></ponumber
    ><order_description>${transaction.order_description}</order_description
    ><customerid>${transaction.customer_vault_id}</customerid><cc_number>${maskOf(card)}</cc_number
    ><cc_exp>${card.exp}</cc_exp><cc_bin>${card.bin}</cc_bin><cc_type>${card.type}</cc_type
    ><currency>${transaction.currency}</currency><tax>0.00</tax><shipping>0.00</shipping
    ><original_transaction_id>${transaction.original_id}</original_transaction_id
    >${transaction.actions.map(actionView)}</transaction
  >`;
}

function customerView({ customer_vault_id, card }: VaultCustomer): Html {
  return html`<customer id="${customer_vault_id}"
    ><customer_vault_id>${customer_vault_id}</customer_vault_id><cc_number>${maskOf(card)}</cc_number
    ><cc_exp>${card.exp}</cc_exp><cc_bin>${card.bin}</cc_bin><cc_type>${card.type}</cc_type></customer
  >`;
}

function maskOf(card: Card): string {
  return `${card.bin.charAt(0)}xxxxxxxxxxx${card.last4}`;
}

function actionView(action: Action): Html {
  return html`<action
    ><amount>${amountText(action.amount)}</amount
    ><action_type>${action.action_type}</action_type
    ><date>${action.date}</date
    ><success>${action.success ? '1' : '0'}</success
    ><source>api</source
    ><response_text>${action.response_text}</response_text
    ><batch_id>${action.action_type === 'settle' ? action.reference : '0'}</batch_id
    ><processor_batch_id></processor_batch_id
    ><response_code>${action.response_code}</response_code
    ><requested_amount>${amountText(action.amount)}</requested_amount
  ></action>`;
}
