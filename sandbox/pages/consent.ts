import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openAccount } from '../acts/accounts.ts';
import { abandonReferral, finishReferral } from '../acts/referrals.ts';
import { notFound, unprocessable } from '../acts/refusal.ts';
import { readRecord } from '../store/records.ts';
import type { Account, Referral } from '../store/shapes.ts';
import type { World } from '../world.ts';
import { html, type Html } from './html.ts';
import { formOf, requireOwnForm, sendPage, type Page } from './layout.ts';

const PATH = '/bizsignup/partner/onboardingentry';
const ACCOUNTS_SHOWN = 50;
const NEW_ACCOUNT = 'new';

const FEATURE_WORDS: Readonly<Record<string, string>> = {
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

/** Serves the page on which a seller chooses an account, withholds permissions, or leaves. */
export function serveConsent(app: FastifyInstance, world: World): void {
  app.get(PATH, async (request, reply) => {
    const referral = await referralOf(world, request);
    if (referral.state === 'finished') return sendPage(reply, donePage(null));
    return sendPage(reply, await choicePage(world, referral));
  });
  app.post(PATH, async (request, reply) => {
    requireOwnForm(request);
    const { referral_id, data } = await referralOf(world, request);
    const form = formOf(request);
    if (form.get('action') === 'abandon') {
      const { return_url } = await abandonReferral(world, referral_id);
      return sendPage(reply, leftPage(return_url));
    }
    const chosen = form.get('account_id') ?? unprocessable('Choose an account');
    const account_id = chosen === NEW_ACCOUNT ? await signUp(world, data['email']) : chosen;
    const { return_url } = await finishReferral(world, {
      referral_id,
      account_id,
      grant: form.getAll('grant'),
    });
    return sendPage(reply, donePage(return_url));
  });
}

async function referralOf(world: World, request: FastifyRequest): Promise<Referral> {
  const token = (request.query as Record<string, unknown>)['token'];
  return (
    (await readRecord(world.sql, 'referral', typeof token === 'string' ? token : '')) ??
    notFound('Sign-up link')
  );
}

// As at the provider, an account opened within the sign-up starts with an unconfirmed address.
async function signUp(world: World, email: unknown): Promise<string> {
  const address = typeof email === 'string' ? { email } : {};
  const account = await openAccount(world, {
    kind: 'business',
    business_name: 'New business',
    email_confirmed: false,
    ...address,
  });
  return account.account_id;
}

async function choicePage(world: World, referral: Referral): Promise<Page> {
  const rows = await world.sql<{ body: Account }[]>`
    select body from records
    where kind = 'account' and body ->> 'kind' = 'business'
    order by seq limit ${ACCOUNTS_SHOWN}`;
  const accounts = rows.map((row) => row.body);
  const partner = world.wallet.partner_attribution_id.replaceAll('_', ' ');
  const body = html`<section class="card">
    <h1>Connect your business account to ${partner}</h1>
    <p class="soft">
      ${partner} is a platform (partner ${world.wallet.partner_id}) that asks to act for you.
    </p>
    <form method="post" action="${PATH}?token=${encodeURIComponent(referral.referral_id)}">
      <fieldset>
        <legend>Your account</legend>
        ${accounts.map((account, index) => accountChoice(account, index === 0))}
        <label class="choice">
          <input
            type="radio"
            name="account_id"
            value="${NEW_ACCOUNT}"
            ${accounts.length === 0 && 'checked'}
          />
          <span>Open a new business account<small>Its email address starts unconfirmed</small></span>
        </label>
      </fieldset>
      <fieldset>
        <legend>You allow ${partner} to</legend>
        ${referral.features.map(featureChoice)}
      </fieldset>
      <div class="actions">
        <button name="action" value="finish">Agree and connect</button>
        <button name="action" value="abandon" class="plain" formnovalidate>Leave without connecting</button>
      </div>
    </form>
  </section>`;
  return { title: 'Connect your account', body };
}

function accountChoice(account: Account, checked: boolean): Html {
  return html`<label class="choice">
    <input type="radio" name="account_id" value="${account.account_id}" required ${checked && 'checked'} />
    <span>
      ${account.business_name} ${accountBadge(account)}
      <small>${account.email} · ${account.country} · ${account.currency ?? 'no currency'}</small>
    </span>
  </label>`;
}

/** In a word, whether an account can sell. */
export function accountBadge(account: Account): Html {
  if (!account.email_confirmed) return html`<span class="badge warn">email not confirmed</span>`;
  if (!account.payments_receivable) return html`<span class="badge bad">cannot receive</span>`;
  return html`<span class="badge good">ready</span>`;
}

function featureChoice(feature: string): Html {
  return html`<label class="choice">
    <input type="checkbox" name="grant" value="${feature}" checked />
    <span>${FEATURE_WORDS[feature] ?? feature}<small>${feature}</small></span>
  </label>`;
}

function donePage(return_url: string | null): Page {
  const body = html`<section class="card">
    <h1>Your account is connected</h1>
    ${wayBack(return_url)}
  </section>`;
  return { title: 'Connected', body, goTo: return_url };
}

function leftPage(return_url: string | null): Page {
  const body = html`<section class="card">
    <h1>Nothing was connected</h1>
    <p>You can come back to this link later.</p>
    ${wayBack(return_url)}
  </section>`;
  return { title: 'Not connected', body, goTo: return_url };
}

function wayBack(return_url: string | null): Html {
  if (return_url === null) return html`<p>You may close this window.</p>`;
  return html`<p class="soft">Taking you back…</p>
    <p><a class="button" href="${return_url}">Return to the platform</a></p>`;
}
