import { html, type Html } from '../../../markup/html.ts';
import { gatewayForms } from '../../machine/inspector/rail-accounts.ts';
import { recordList } from '../../machine/inspector/record-list.ts';
import { countOf, found, table, type View, type Visit } from '../../machine/inspector/visit.ts';
import { amount, badge, facts, idLink, idText, moment } from '../../machine/pages/parts.ts';
import { readRecord } from '../../machine/store/records.ts';
import { amountText } from '../shapes/amounts.ts';
import type { Transaction } from '../shapes/kinds.ts';

/** The payments at the gateway. */
export const transactions: View = {
  name: 'nmi',
  title: 'NMI',
  group: 'Money',
  count: countOf('nmi_transaction'),
  list,
  detail,
};

function list(visit: Visit): Promise<Html> {
  return recordList(visit, 'nmi_transaction', {
    heading: 'NMI transactions',
    none: [
      'No payment at this gateway yet.',
      html`Route a merchant to <code>nmi</code> and pay by its fields on a checkout link. Its accounts are
        <a href="/inspector/rail-accounts">here</a>.`,
    ],
    shown: (transactions) => transactionTable(visit, transactions),
  });
}

function transactionTable(visit: Visit, transactions: readonly Transaction[]): Html {
  const rows = transactions.map((transaction) => [
    idLink('nmi', transaction.id),
    transaction.original_id === null ? 'sale' : 'refund',
    stateOf(transaction),
    sum(transaction, transaction.amount),
    transaction.order_id === '' ? '–' : html`<code>${transaction.order_id}</code>`,
    moment(transaction.created_at, visit.now),
  ]);
  const columns = ['Transaction', 'Kind', 'State', 'Amount', 'Order', 'Made'];
  return table('Transactions, newest first', columns, rows);
}

async function detail(visit: Visit, id: string): Promise<{ title: string; body: Html }> {
  const transaction = found(await readRecord(visit.machine.world.db, 'nmi_transaction', id), 'Transaction');
  const { card, original_id } = transaction;
  const rows = transaction.actions.map((action) => [
    action.action_type,
    badge(action.success ? 'done' : 'refused', action.success ? 'good' : 'bad'),
    sum(transaction, action.amount),
    `${action.response_code} ${action.response_text}`,
    html`<code>${action.date}</code>`,
  ]);
  const isTaken =
    original_id === null && transaction.condition !== 'failed' && transaction.condition !== 'canceled';
  const body = html`<p class="crumb"><a href="/inspector/nmi">NMI transactions</a></p>
    <h1>${original_id === null ? 'Sale' : 'Refund'}</h1>
    <p>${stateOf(transaction)}</p>
    ${facts([
      ['Id', idText(transaction.id)],
      ['Amount', sum(transaction, transaction.amount)],
      ['Given back', sum(transaction, transaction.refunded)],
      ['Card', `${card.type} ending in ${card.last4}`],
      ['Of', idLink('nmi', original_id)],
    ])}
    ${isTaken && gatewayForms(visit, id)}
    <section>
      <h2>What was done</h2>
      ${table('What was done, oldest first', ['What', 'Came out', 'Amount', 'Said', 'When, UTC'], rows)}
    </section>`;
  return { title: 'NMI transaction', body };
}

function stateOf({ condition }: Transaction): Html {
  return badge(
    condition,
    condition === 'complete' ? 'good' : condition === 'pendingsettlement' ? 'warn' : 'bad',
  );
}

function sum({ currency }: Transaction, hundredths: number): Html {
  return amount({ value: amountText(hundredths), currency_code: currency });
}
