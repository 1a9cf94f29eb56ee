import { html, type Html } from '../../../markup/html.ts';
import type { GatewayAccount } from '../gateways/shapes.ts';
import { badge, checkbox, facts, idLink, idText, moment, select, textField } from '../pages/parts.ts';
import { readRecord } from '../store/records.ts';
import { actForm, text, whole, type Acts } from './acts.ts';
import { recordList } from './record-list.ts';
import { countOf, found, table, type View, type Visit } from './visit.ts';

const OUTCOMES = ['succeeded', 'processing', 'processing_failed', 'declined', 'failed'];

/** The accounts that merchants have at the payment gateways. */
export const railAccounts: View = {
  name: 'rail-accounts',
  title: 'Gateway accounts',
  group: 'People',
  count: countOf('gateway_account'),
  list,
  detail,
};

export const RAIL_ACCOUNT_ACTS: Acts = {
  'rails.change': {
    method: 'PATCH',
    path: '/rails/accounts/{id}',
    body: (form) => ({
      refund_before_settlement: form.has('refund_before_settlement'),
      duplicate_check: form.has('duplicate_check'),
      ...whole(form, 'latency_ms'),
      ...text(form, 'refund_outcome'),
    }),
    done: 'The account behaves so from now on.',
  },
  'rails.settle': {
    method: 'POST',
    path: '/rails/settle',
    body: (form) => ({ ...text(form, 'rail'), account_id: form.get('id') }),
    done: 'What the account had captured is settled.',
  },
  'rails.refund': {
    method: 'POST',
    path: '/rails/transactions/{id}/refund',
    body: (form) => text(form, 'amount'),
    done: 'The merchant gave the money back at the gateway.',
  },
  'rails.chargeback': {
    method: 'POST',
    path: '/rails/transactions/{id}/chargeback',
    body: (form) => text(form, 'amount'),
    done: "The cardholder's bank took the money back.",
  },
};

/** What can be done at a gateway to money that it has taken. */
export function gatewayForms(visit: Visit, id: string): Html {
  const form = (act: string, label: string, button: string): Html =>
    actForm(visit, act, {
      id,
      label,
      body: html`${textField('amount', 'Amount', { placeholder: 'all of it', inputmode: 'decimal' })}
        <button class="small">${button}</button>`,
    });
  return html`<section class="panel">
    <h2>At the gateway</h2>
    ${form('rails.refund', 'Refund at the gateway', 'Give back')}
    ${form('rails.chargeback', 'Chargeback', 'Charge back')}
  </section>`;
}

function list(visit: Visit): Promise<Html> {
  return recordList(visit, 'gateway_account', {
    heading: 'Gateway accounts',
    none: [
      'No account yet.',
      html`<code>POST /_control/rails/accounts</code> opens one for a merchant; its credentials are told that
        once.`,
    ],
    shown: (accounts) => accountTable(visit, accounts),
  });
}

function accountTable(visit: Visit, accounts: readonly GatewayAccount[]): Html {
  const rows = accounts.map((account) => [
    idLink('rail-accounts', account.account_id),
    badge(account.rail, ''),
    html`<code>${Object.values(account.names)[0] ?? '–'}</code>`,
    moment(account.created_at, visit.now),
  ]);
  return table('Accounts, newest first', ['Account', 'Gateway', 'Name', 'Opened'], rows);
}

async function detail(visit: Visit, id: string): Promise<{ title: string; body: Html }> {
  const account = found(await readRecord(visit.machine.world.db, 'gateway_account', id), 'Account');
  const body = html`<p class="crumb"><a href="/inspector/rail-accounts">Gateway accounts</a></p>
    <h1>Account at ${account.rail}</h1>
    ${facts([
      ['Id', idText(account.account_id)],
      ...Object.entries(account.names).map(([name, value]): [string, Html] => [
        name.replaceAll('_', ' '),
        html`<code>${value}</code>`,
      ]),
      ['Opened', moment(account.created_at, visit.now)],
    ])}
    ${settings(visit, account)}
    <section class="panel">
      <h2>Settlement</h2>
      ${actForm(visit, 'rails.settle', {
        id,
        body: html`<input type="hidden" name="rail" value="${account.rail}" /><button class="small">
            Settle what was captured
          </button>`,
      })}
    </section>`;
  return { title: `Account at ${account.rail}`, body };
}

function settings(visit: Visit, account: GatewayAccount): Html {
  return html`<section class="panel">
    <h2>How it behaves</h2>
    ${actForm(visit, 'rails.change', {
      id: account.account_id,
      label: 'How it behaves',
      body: html`${checkbox('refund_before_settlement', 'Refunds what was not settled yet', {
          checked: account.refund_before_settlement,
        })}
        ${checkbox('duplicate_check', 'Refuses an equal sale that follows soon', { checked: account.duplicate_check })}
        ${select('refund_outcome', 'Refunds come out', { values: OUTCOMES, chosen: account.refund_outcome })}
        ${textField('latency_ms', 'Late by, ms', { type: 'number', min: 0, max: 600_000, value: account.latency_ms })}
        <button class="small">Save</button>`,
    })}
  </section>`;
}
