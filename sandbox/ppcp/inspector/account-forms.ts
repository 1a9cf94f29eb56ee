import { FEATURES } from '../checks/scopes.ts';
import { readyCapabilities, readyProducts } from '../shapes/seed.ts';
import type { Account } from '../shapes/shapes.ts';
import { FEATURE_WORDS } from '../pages/consent-view.ts';
import { html, type Html } from '../../../markup/html.ts';
import { checkbox, select, textField } from '../../machine/pages/parts.ts';
import { ABSENT, flagsOf, issuesOf, NO_STATUS } from './account-acts.ts';
import { actForm } from '../../machine/inspector/acts.ts';
import { sentence } from './captures.ts';
import type { Visit } from '../../machine/inspector/visit.ts';

const FLAG_WORDS: Readonly<Record<string, [label: string, hint?: string]>> = {
  email_confirmed: ['Email confirmed'],
  payments_receivable: ['Payments receivable'],
  funded: ['Has funds', 'without them, captures are declined'],
  blocks_duplicate_invoices: ['Blocks a repeated invoice id'],
  consent_shown: ['Status shows our consent', 'without it, a status read withholds our entry'],
};
const VETTINGS = ['SUBSCRIBED', 'APPROVED', 'PENDING', 'IN_REVIEW', 'NEED_MORE_DATA', 'DENIED', 'DECLINED'];
const CAPABILITY_STATES = ['ACTIVE', 'PENDING', 'IN_REVIEW', 'NEED_DATA', 'SUSPENDED', 'DENIED', 'INACTIVE'];
const REFUND_OUTCOMES = ['completed', 'pending', 'pending_failed', 'failed'];
const REFUND_WORDS: Readonly<Record<string, string>> = {
  completed: 'go through',
  pending: 'wait, then go through',
  pending_failed: 'wait, then fail',
  failed: 'fail at once',
};
const ISSUES = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'COMPLIANCE_VIOLATION',
];
const AFTERWARDS: Readonly<Record<string, string>> = {
  empty: 'without our entry',
  not_found: 'not found (404)',
  forbidden: 'forbidden (403)',
};

/** The forms that change an account. */
export function accountForms(visit: Visit, account: Account): Html {
  const isSeller = account.kind === 'business';
  return html`${stateForm(visit, account)}
  ${
    isSeller &&
    html`<div class="columns">
      <div class="pile">${grantForm(visit, account)} ${revokeForm(visit, account)}</div>
      <div class="pile">${productForm(visit, account)} ${capabilityForm(visit, account)}</div>
    </div>`
  }`;
}

function stateForm(visit: Visit, account: Account): Html {
  const isSeller = account.kind === 'business';
  const values = account as unknown as Readonly<Record<string, unknown>>;
  const box = (name: string): Html => {
    const [label, hint] = FLAG_WORDS[name] ?? [sentence(name)];
    return checkbox(name, label, { checked: values[name] === true, ...(hint === undefined ? {} : { hint }) });
  };
  return html`<section class="panel">
    <h2>State</h2>
    ${actForm(visit, 'accounts.state', {
      id: account.account_id,
      label: 'State',
      body: html`<div class="ticks">${flagsOf(account).map(box)}</div>
        ${isSeller && textField('business_name', 'Business name', { value: account.business_name, maxlength: 300 })}
        ${textField('given_name', 'Given name', { value: account.given_name, maxlength: 140 })}
        ${textField('surname', 'Surname', { value: account.surname, maxlength: 140 })}
        ${textField('email', 'Email', { type: 'email', value: account.email, maxlength: 254, required: '' })}
        ${textField('country', 'Country', { value: account.country, pattern: '[A-Z]{2}', size: 4, required: '' })}
        ${textField('currency', 'Currency', { value: account.currency ?? '', pattern: '[A-Z]{3}', size: 5 })}
        ${issuesOf(account).map((name) =>
          textField(name, `Refuse every ${name.replace('_issue', '')} with`, {
            value: typeof values[name] === 'string' ? values[name] : '',
            placeholder: 'nothing',
            list: 'issues',
            pattern: '[A-Za-z0-9_]{1,80}',
          }),
        )}
        ${
          isSeller &&
          select('refund_outcome', 'Refunds', {
            values: REFUND_OUTCOMES,
            chosen: account.refund_outcome,
            words: (value) => REFUND_WORDS[value] ?? value,
          })
        }
        <datalist id="issues">${ISSUES.map((issue) => html`<option value="${issue}"></option>`)}</datalist>
        <button class="small">Save the state</button>`,
    })}
  </section>`;
}

function grantForm(visit: Visit, account: Account): Html {
  const granted = new Set(account.granted);
  const known = [...new Set([...Object.keys(FEATURE_WORDS), ...FEATURES])];
  const box = (feature: string): Html =>
    checkbox('granted', feature, {
      checked: granted.has(feature),
      value: feature,
      ...(FEATURE_WORDS[feature] === undefined ? {} : { hint: FEATURE_WORDS[feature] }),
    });
  const [usual, rare] = [
    known.filter((name) => name in FEATURE_WORDS),
    known.filter((name) => !(name in FEATURE_WORDS)),
  ];
  return html`<section class="panel">
    <h2>Permissions given to the platform</h2>
    ${actForm(visit, 'accounts.granted', {
      id: account.account_id,
      class: 'act stack',
      label: 'Permissions',
      body: html`<div class="ticks one">${usual.map(box)}</div>
        <details ${rare.some((name) => granted.has(name)) && 'open'}>
          <summary>Rare ones</summary>
          <div class="ticks one">${rare.map(box)}</div>
        </details>
        <button class="small">Save the permissions</button>`,
    })}
  </section>`;
}

function revokeForm(visit: Visit, account: Account): Html {
  return html`<section class="panel">
    <h2>Consent</h2>
    ${
      account.consent !== 'granted'
        ? html`<p class="soft">
            ${account.consent === 'revoked' ? 'It was taken back.' : 'It was never given.'} A seller gives it
            on a
            <a href="/inspector/sign-ups">sign-up link</a>, or by ticking a permission here.
          </p>`
        : actForm(visit, 'accounts.revoke', {
            id: account.account_id,
            class: 'act stack',
            label: 'Consent',
            body: html`${select('then', 'Afterwards a status read answers', {
                values: Object.keys(AFTERWARDS),
                chosen: account.after_revocation,
                words: (value) => AFTERWARDS[value] ?? value,
              })} <button class="small danger">Take the consent back</button>`,
          })
    }
  </section>`;
}

function productForm(visit: Visit, account: Account): Html {
  const names = union(account.products, readyProducts());
  return html`<section class="panel">
    <h2>Products</h2>
    ${actForm(visit, 'accounts.products', {
      id: account.account_id,
      class: 'act stack table',
      label: 'Products',
      body: html`${names.map((name) => {
          const product = account.products.find((entry) => entry.name === name);
          const chosen = product === undefined ? ABSENT : (product.vetting_status ?? NO_STATUS);
          return select(`product:${name}`, name, {
            values: among([ABSENT, NO_STATUS, ...VETTINGS], chosen),
            chosen,
          });
        })} <button class="small">Save the products</button>`,
    })}
  </section>`;
}

function capabilityForm(visit: Visit, account: Account): Html {
  const names = union(account.capabilities, readyCapabilities());
  return html`<section class="panel">
    <h2>Capabilities</h2>
    ${actForm(visit, 'accounts.capabilities', {
      id: account.account_id,
      class: 'act stack table',
      label: 'Capabilities',
      body: html`${names.map((name) => {
          const chosen = account.capabilities.find((entry) => entry.name === name)?.status ?? ABSENT;
          return select(`capability:${name}`, name, {
            values: among([ABSENT, ...CAPABILITY_STATES], chosen),
            chosen,
          });
        })} <button class="small">Save the capabilities</button>`,
    })}
  </section>`;
}

function union(own: readonly { name: string }[], usual: readonly { name: string }[]): string[] {
  return [...new Set([...own, ...usual].map(({ name }) => name))];
}

function among(values: readonly string[], chosen: string): readonly string[] {
  return values.includes(chosen) ? values : [...values, chosen];
}
