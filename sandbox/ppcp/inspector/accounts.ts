import { readRecord } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import { html, type Html } from '../../../markup/html.ts';
import {
  badge,
  facts,
  idLink,
  idText,
  jsonBlock,
  moment,
  select,
  textField,
} from '../../machine/pages/parts.ts';
import { accountForms } from './account-forms.ts';
import { actForm } from '../../machine/inspector/acts.ts';
import { recordList } from '../../machine/inspector/record-list.ts';
import { countOf, found, table, type View, type Visit } from '../../machine/inspector/visit.ts';

/** Sellers and buyers. */
export const accounts: View = {
  name: 'accounts',
  title: 'Accounts',
  group: 'People',
  count: countOf('account'),
  list,
  detail,
};

async function list(visit: Visit): Promise<Html> {
  const listed = await recordList(visit, 'account', {
    heading: 'Accounts',
    none: ['No account.', html`Open one below, or reset the sandbox.`],
    shown: accountTable,
  });
  return html`${listed} ${openForm(visit)}`;
}

function accountTable(accounts: readonly Account[]): Html {
  const rows = accounts.map((account) => [
    html`<a href="/inspector/accounts/${account.account_id}">${nameOf(account)}</a>
      <small>${account.email}</small>`,
    account.kind === 'business' ? 'seller' : 'buyer',
    readiness(account),
    account.kind === 'business' ? badge(account.consent) : '–',
    `${account.country}, ${account.currency ?? 'no currency'}`,
    idText(account.account_id),
  ]);
  return table('Accounts, newest first', ['Name', 'Kind', 'State', 'Consent', 'Place', 'Id'], rows);
}

function openForm(visit: Visit): Html {
  return html`<section class="panel">
    <h2>Open an account</h2>
    ${actForm(visit, 'accounts.open', {
      label: 'Open an account',
      body: html`${select('kind', 'Kind', {
          values: ['business', 'personal'],
          words: (kind) => (kind === 'business' ? 'seller, ready to sell' : 'buyer, with funds'),
        })}
        ${textField('business_name', 'Business name', { maxlength: 300 })}
        ${textField('given_name', 'Given name', { maxlength: 140 })}
        ${textField('surname', 'Surname', { maxlength: 140 })}
        ${textField('email', 'Email', { type: 'email', maxlength: 254 })}
        ${textField('country', 'Country', { pattern: '[A-Z]{2}', placeholder: 'US', size: 4 })}
        ${textField('currency', 'Currency', { pattern: '[A-Z]{3}', placeholder: 'USD', size: 5 })}
        <button class="small">Open</button>`,
    })}
  </section>`;
}

/** What an account is called. */
function nameOf(account: Account): string {
  const person = `${account.given_name} ${account.surname}`.trim();
  return (account.kind === 'business' ? account.business_name || person : person) || account.account_id;
}

/** In a word, whether an account can sell or pay. */
function readiness(account: Account): Html {
  if (account.capture_issue !== null) return badge(account.capture_issue, 'bad');
  if (account.kind === 'personal') return account.funded ? badge('funded') : badge('no funds', 'bad');
  if (!account.email_confirmed) return badge('email not confirmed', 'warn');
  if (!account.payments_receivable) return badge('cannot receive', 'bad');
  return badge('ready');
}

async function detail(visit: Visit, id: string): Promise<{ title: string; body: Html }> {
  const account = found(await readRecord(visit.machine.world.db, 'account', id), 'Account');
  const body = html`<p class="crumb"><a href="/inspector/accounts">Accounts</a></p>
    <h1>${nameOf(account)}</h1>
    <p>${readiness(account)} ${account.kind === 'business' && html`consent ${badge(account.consent)}`}</p>
    ${facts([
      ['Id', idText(account.account_id)],
      ['Email', account.email],
      ['Tracking id', account.tracking_id === null ? '–' : html`<code>${account.tracking_id}</code>`],
      ['Opened', moment(account.created_at, visit.now)],
    ])}
    ${accountForms(visit, account)}
    <details class="panel">
      <summary>The whole record</summary>
      ${jsonBlock(account, 'Account')}
    </details>`;
  return { title: nameOf(account), body };
}

/** A link to an account under its name. */
export function accountLink(account: Account | null): Html {
  return account === null
    ? idLink('accounts', null)
    : html`<a href="/inspector/accounts/${account.account_id}">${nameOf(account)}</a>`;
}
