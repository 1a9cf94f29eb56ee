import { html, type Html } from '../../../markup/html.ts';
import { decimalText } from '../../machine/gateways/amounts.ts';
import { gatewayForms } from '../../machine/inspector/rail-accounts.ts';
import { recordsNaming } from '../../machine/inspector/reads.ts';
import { recordList } from '../../machine/inspector/record-list.ts';
import { countOf, found, table, type View, type Visit } from '../../machine/inspector/visit.ts';
import { amount, badge, facts, idLink, idText, jsonBlock, moment } from '../../machine/pages/parts.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Refund, Transaction } from '../shapes/kinds.ts';
import { transactionView } from '../views/transaction-view.ts';

/** The payments at the gateway. */
export const transactions: View = {
  name: 'gravy',
  title: 'Gr4vy',
  group: 'Money',
  count: countOf('gravy_transaction'),
  list,
  detail,
};

function list(visit: Visit): Promise<Html> {
  return recordList(visit, 'gravy_transaction', {
    heading: 'Gr4vy transactions',
    none: [
      'No payment at this gateway yet.',
      html`Route a merchant to <code>gravy</code> and pay by its fields on a checkout link. Its accounts are
        <a href="/inspector/rail-accounts">here</a>.`,
    ],
    shown: (transactions) => transactionTable(visit, transactions),
  });
}

function transactionTable(visit: Visit, transactions: readonly Transaction[]): Html {
  const rows = transactions.map((transaction) => [
    idLink('gravy', transaction.id),
    stateOf(transaction),
    sum(transaction, transaction.amount),
    html`<a href="/inspector/rail-accounts">${transaction.merchant_account_id}</a>`,
    moment(transaction.created_at, visit.now),
  ]);
  return table('Transactions, newest first', ['Transaction', 'State', 'Amount', 'Account', 'Made'], rows);
}

async function detail(visit: Visit, id: string): Promise<{ title: string; body: Html }> {
  const transaction = found(await readRecord(visit.machine.world.db, 'gravy_transaction', id), 'Transaction');
  const refunds = await recordsNaming(visit, 'gravy_refund', { member: 'transaction_id', id });
  const captures = await recordsNaming(visit, 'gravy_capture', { member: 'transaction_id', id });
  const { card } = transaction;
  const body = html`<p class="crumb"><a href="/inspector/gravy">Gr4vy transactions</a></p>
    <h1>Transaction</h1>
    <p>${stateOf(transaction)}</p>
    ${facts([
      ['Id', idText(transaction.id)],
      ['Amount', sum(transaction, transaction.amount)],
      ['Captured', sum(transaction, transaction.captured_amount)],
      ['Given back', sum(transaction, transaction.refunded_amount)],
      ['Settled', transaction.settled ? sum(transaction, transaction.settled_amount) : 'not yet'],
      ['Card', `${card.scheme} ending in ${card.last4}`],
      ['Captures', captures.length === 0 ? '–' : html`${captures.map((one) => idText(one.id))}`],
    ])}
    ${transaction.status === 'capture_succeeded' && gatewayForms(visit, id)}
    ${refundList(visit, transaction, refunds)}
    <section>
      <h2>As the gateway tells it</h2>
      ${jsonBlock(transactionView(transaction), 'Transaction')}
    </section>`;
  return { title: 'Gr4vy transaction', body };
}

function stateOf({ status, disputed }: Transaction): Html {
  const tone = status.endsWith('succeeded') ? 'good' : status === 'capture_pending' ? 'warn' : 'bad';
  return html`${badge(status, tone)} ${disputed && badge('disputed', 'bad')}`;
}

function sum({ currency }: Transaction, minor: number): Html {
  return amount({ value: decimalText(minor, currency), currency_code: currency });
}

function refundList(visit: Visit, transaction: Transaction, refunds: readonly Refund[]): Html | null {
  if (refunds.length === 0) return null;
  const rows = refunds.map((refund) => [
    idText(refund.id),
    badge(
      refund.status,
      refund.status === 'succeeded' ? 'good' : refund.status === 'processing' ? 'warn' : 'bad',
    ),
    sum(transaction, refund.amount),
    moment(refund.created_at, visit.now),
  ]);
  return html`<section>
    <h2>Refunds</h2>
    ${table('Refunds', ['Refund', 'State', 'Amount', 'Made'], rows)}
  </section>`;
}
