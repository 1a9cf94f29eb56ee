import type { Account, Referral } from '../shapes/shapes.ts';
import { html, type Html } from '../../../markup/html.ts';
import type { Page } from '../../machine/pages/layout.ts';
import { badge } from '../../machine/pages/parts.ts';
import { accountChoice, payeeHead } from './person-parts.ts';

/** The choice of an account that does not exist yet. */
export const NEW_ACCOUNT = 'new';

/** What each permission lets a platform do. */
export const FEATURE_WORDS: Readonly<Record<string, string>> = {
  PAYMENT: 'Take payments for you',
  REFUND: 'Refund payments for you',
  PARTNER_FEE: 'Deduct its fee from your payments',
  DELAY_FUNDS_DISBURSEMENT: 'Hold your money before paying it out',
  ACCESS_MERCHANT_INFORMATION: 'See your account information',
  READ_SELLER_DISPUTE: 'See your disputes',
  UPDATE_SELLER_DISPUTE: 'Answer disputes for you',
  ADVANCED_TRANSACTIONS_SEARCH: 'Search your transactions',
  VAULT: "Save buyers' ways to pay",
  BILLING_AGREEMENT: 'Charge buyers who agreed to it',
  TRACKING_SHIPMENT_READWRITE: 'Add tracking to your shipments',
  INVOICE_READ_WRITE: 'Send invoices for you',
};

/** The page on which a seller chooses an account and what a platform may do with it. */
export function consentPage(asked: {
  referral: Referral;
  platform: { name: string; id: string };
  accounts: readonly Account[];
  action: string;
}): Page {
  const { referral, platform, accounts } = asked;
  const chosen = likeliest(referral, accounts);
  const body = html`<div class="paying">
    <section class="card" aria-label="Who asks">
      ${payeeHead(platform.name, {
        title: `Connect your account to ${platform.name}`,
        detail: html`Platform <code>${platform.id}</code>`,
      })}
      <p>
        ${platform.name} sells with you and asks to act on your wallet account. Your password stays with us.
      </p>
      <ol class="steps">
        <li>Choose the account that is to be paid.</li>
        <li>Look through the permissions; untick what you withhold.</li>
        <li>Agree. You go back to ${platform.name}, where you can sell at once.</li>
      </ol>
      <p class="next">You can take your consent back at any time in your account's settings.</p>
    </section>
    <section class="card" aria-label="Your choice">
      <form method="post" action="${asked.action}">
        <fieldset>
          <legend>Your account</legend>
          ${accounts.map((account) => ownAccount(account, account === chosen))}
          ${accountChoice(
            {
              id: NEW_ACCOUNT,
              name: 'Open a new business account',
              detail:
                'Its name, country and email are as the platform gave them; the email starts unconfirmed',
            },
            chosen === undefined,
          )}
        </fieldset>
        <fieldset>
          <legend>You allow ${platform.name} to</legend>
          ${referral.features.map(featureChoice)}
        </fieldset>
        <div class="actions">
          <button name="action" value="finish">Agree and connect</button>
          <button name="action" value="abandon" class="plain" formnovalidate>Leave without connecting</button>
        </div>
      </form>
    </section>
  </div>`;
  return { title: `Connect to ${platform.name}`, body, roomy: true };
}

// The seller's own, as by its address, else one that nobody has connected.
function likeliest({ data }: Referral, accounts: readonly Account[]): Account | undefined {
  return (
    accounts.find(({ email }) => email === data['email']) ??
    accounts.find(({ consent }) => consent !== 'granted')
  );
}

function ownAccount(account: Account, isChosen: boolean): Html {
  const detail = `${account.email} · ${account.country} · ${account.currency ?? 'no currency'}`;
  const name = account.business_name || account.account_id;
  return accountChoice({ id: account.account_id, name, detail, mark: problem(account) }, isChosen);
}

function problem(account: Account): Html | false {
  if (account.consent === 'granted') return badge('already connected', 'warn');
  if (!account.email_confirmed) return badge('email not confirmed', 'warn');
  return !account.payments_receivable && badge('cannot receive', 'bad');
}

function featureChoice(feature: string): Html {
  return html`<label class="choice">
    <input type="checkbox" name="grant" value="${feature}" checked />
    <span>${FEATURE_WORDS[feature] ?? feature}<small>${feature}</small></span>
  </label>`;
}
