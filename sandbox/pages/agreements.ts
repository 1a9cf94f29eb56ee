import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FUNDING_SOURCES, personalAccounts } from '../acts/buyer.ts';
import { notFound } from '../acts/refusal.ts';
import { approve, cancel } from '../acts/setup-tokens.ts';
import { hasSetupLapsed } from '../ppcp/vault-window.ts';
import { readRecord } from '../store/records.ts';
import type { SetupToken } from '../store/vault-shapes.ts';
import type { World } from '../world.ts';
import { buyerChoice, wayChoice } from './checkout.ts';
import { html } from './html.ts';
import { formOf, requireOwnForm, sendPage, type Page } from './layout.ts';

const PATH = '/agreements/approve';
const WAYS: readonly [value: string, label: string][] = [
  ['paypal', 'Wallet balance'],
  ['card', 'Debit or credit card'],
  ['venmo', 'Venmo'],
];

/** Serves the page on which a buyer lets a seller save an instrument, or does not. */
export function serveAgreements(app: FastifyInstance, world: World): void {
  app.get(PATH, async (request, reply) => {
    const setup = await setupOf(world, request);
    if (setup.status === 'VAULTED') return sendPage(reply, savedPage());
    return sendPage(reply, await agreementPage(world, setup, request.url));
  });
  app.post(PATH, async (request, reply) => {
    requireOwnForm(request);
    const setup = await setupOf(world, request);
    const form = formOf(request);
    if (form.get('action') === 'cancel') {
      const { return_url } = await cancel(world, setup.id);
      return sendPage(reply, leavingPage('Canceled', return_url));
    }
    const way = form.get('funding_source') ?? 'paypal';
    const funding_source = form.get('action') === 'decline' ? `${way}_declined` : way;
    const { return_url } = await approve(world, {
      order_id: setup.id,
      account_id: form.get('account_id') ?? undefined,
      funding_source: FUNDING_SOURCES.includes(funding_source) ? funding_source : 'paypal',
    });
    return sendPage(reply, leavingPage('Approved', return_url));
  });
}

async function setupOf(world: World, request: FastifyRequest): Promise<SetupToken> {
  const id = (request.query as Record<string, unknown>)['approval_session_id'];
  const setup = await readRecord(world.sql, 'setup_token', typeof id === 'string' ? id : '');
  return setup === null || hasSetupLapsed(world, setup) ? notFound('Agreement') : setup;
}

async function agreementPage(world: World, setup: SetupToken, action: string): Promise<Page> {
  const buyers = await personalAccounts(world.sql);
  const seller = await readRecord(world.sql, 'account', setup.seller_id);
  const name = setup.brand_name ?? seller?.business_name ?? 'the merchant';
  const body = html`<section class="card">
    <h1>Save a way to pay for ${name}</h1>
    <p class="soft">${name} may charge it later without asking again. Nothing is charged now.</p>
    <form method="post" action="${action}">
      <fieldset>
        <legend>Your account</legend>
        ${buyers.map((buyer, index) => buyerChoice(buyer, index === 0))}
      </fieldset>
      <fieldset>
        <legend>Save</legend>
        ${WAYS.map(([value, label]) => wayChoice(value, label, value === 'paypal'))}
      </fieldset>
      <div class="actions">
        <button name="action" value="approve">Agree and save</button>
        <button name="action" value="decline" class="quiet">Agree, but have later charges declined</button>
        <button name="action" value="cancel" class="plain">Cancel and return to ${name}</button>
      </div>
    </form>
  </section>`;
  return { title: `Save a way to pay for ${name}`, body };
}

function savedPage(): Page {
  const body = html`<section class="card">
    <h1>This way to pay is saved</h1>
    <p>You may close this window.</p>
  </section>`;
  return { title: 'Saved', body };
}

function leavingPage(title: string, next: string | null): Page {
  const body = html`<section class="card">
    <h1>${title}</h1>
    ${
      next === null
        ? html`<p>You may close this window.</p>`
        : html`<p class="soft">Taking you back…</p>
            <p><a class="button" href="${next}">Return to the merchant</a></p>`
    }
  </section>`;
  return { title, body, goTo: next };
}
