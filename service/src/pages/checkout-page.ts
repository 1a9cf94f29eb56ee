import type { Assets } from './assets.ts';
import { brandColors } from './colors.ts';
import { html, type Html } from '../../../markup/html.ts';
import { attribute, type CheckoutFacts, pageFacts } from './page-facts.ts';
import { documentOf } from './layout.ts';
import { MARKS } from './marks.ts';
import { moneyText } from './money-text.ts';
import type { SessionView } from './page-state.ts';
import { orderSummary } from './order-summary.ts';
import { NOTICES, type NoticeName, type Panel, type PanelName, panels } from './words.ts';
import { SAVING_NOTICES, savingPanels } from './words-of-saving.ts';

const SCRIPTS = [
  'checkout/checkout.js',
  'checkout/page.js',
  'checkout/flow.js',
  'checkout/frame.js',
  'kit/session-api.js',
  'kit/next-step.js',
  'kit/error-codes.js',
  'kit/frame-messages.js',
  'checkout/provider.js',
  'checkout/expiry.js',
  'kit/wait.js',
];
const RETURN_SECONDS = 3;
const CHECK_AGAIN_SECONDS = 5;

export interface CheckoutPage extends CheckoutFacts {
  nonce: string;
  assets: Assets;
}

/** The payment page in one of its states. Every part is in the markup; scripting only changes which one
 *  is shown. */
export function checkoutPage(page: CheckoutPage): string {
  const { view, state } = page;
  const amount = moneyText(view.amount, view.currency);
  const told = { merchant: view.merchant_name, amount, hasWayBack: wayBackOf(view) !== null };
  const words = view.vault_setup ? savingPanels(told) : panels(told);
  const title = (state.notice && noticesOf(view)[state.notice].title) || words[state.panel].title;
  return documentOf({
    title: `${title} · ${view.merchant_name}`,
    nonce: page.nonce,
    paths: page.paths,
    assets: page.assets,
    environment: view.environment,
    style: 'checkout/checkout.css',
    scripts: SCRIPTS,
    colors: brandColors(view.branding.brand_color),
    head: refreshWithoutScript(page),
    body: html`<main class="checkout" id="checkout" ${pageFacts(page)}>
      <div class="sheet">
        ${orderSummary(view)}
        <section class="action" aria-label="Payment">
          <p id="live" class="unseen" role="status" aria-live="polite"></p>
          ${(Object.keys(words) as PanelName[]).map((name) => panelOf(page, name, words[name]))}
        </section>
      </div>
    </main>`,
  });
}

function noticesOf(view: SessionView): typeof NOTICES {
  return view.vault_setup ? SAVING_NOTICES : NOTICES;
}

// Browsers without scripting are taken along by a refresh: to the shop once paid, to the news while it is
// awaited.
function refreshWithoutScript({ view, state, ...page }: CheckoutPage): Html | null {
  const refresh = (content: string) =>
    html`<noscript><meta http-equiv="refresh" content="${content}" /></noscript>`;
  if (state.panel === 'unknown' || state.panel === 'pending') return refresh(String(CHECK_AGAIN_SECONDS));
  if (state.panel !== 'paid' || view.success_url === null || page.is_embedded) return null;
  return refresh(`${RETURN_SECONDS};url=${view.success_url}`);
}

function panelOf(page: CheckoutPage, name: PanelName, panel: Panel): Html {
  const isShown = page.state.panel === name;
  return html`<section
    class="panel ${panel.tone}"
    data-panel-name="${name}"
    data-title="${panel.title}"
    ${!isShown && hidden}
  >
    ${MARKS[panel.tone]}
    <h2 tabindex="-1">${panel.heading}</h2>
    ${panel.text !== '' && html`<p class="said">${panel.text}</p>`} ${BODIES[name]?.(page)}
  </section> `;
}

const hidden = html` hidden`;

const BODIES: Partial<Record<PanelName, (page: CheckoutPage) => Html | null>> = {
  pay: payBody,
  confirming: confirmBody,
  unknown: () =>
    html`<p data-slow hidden>
        <button type="button" class="button quiet" data-act="check">Check again</button>
      </p>
      <noscript><p class="said">This page asks again by itself every few seconds.</p></noscript>`,
  paid: (page) =>
    html`${reference(page)}${shopLink(page, page.view.success_url, 'Continue to')}${closeHint(page)}`,
  completed: (page) => html`${reference(page)}${shopLink(page, page.view.success_url, 'Continue to')}`,
  expired: wayBack,
  cannot_pay: wayBack,
  unsupported: wayBack,
};

function payBody(page: CheckoutPage): Html {
  const { view, state, paths } = page;
  const shown = (name: NoticeName) => noticeOf(view, name, state.notice === name);
  return html`${(Object.keys(NOTICES) as NoticeName[]).map(shown)}
    <p data-retry hidden>
      <button type="button" class="button quiet" data-act="retry">Load the buttons again</button>
    </p>
    <div class="ways" data-ways hidden aria-busy="true">
      <p class="loading" data-loading>
        <span class="mark spin small" aria-hidden="true"></span> Loading ways to pay…
      </p>
      <div data-buttons></div>
    </div>
    <form
      class="fallback"
      method="post"
      action="${paths.pay(view.id)}"
      ${page.is_embedded && html` target="_top"`}
    >
      <button class="button" data-fallback>
        <span class="alone">${callOf(view, 'Continue to pay', 'Continue to the provider')}</span>
        <span class="beside">Pay on the payment provider's page instead</span>
      </button>
      <p class="hint alone">
        You approve ${view.vault_setup ? 'it' : 'the payment'} on the provider's own page and come back here.
      </p>
      <p class="hint beside">If no window opens, approve the payment there; you come back here.</p>
    </form>
    ${cancelLink(page)}`;
}

function callOf(view: SessionView, paying: string, saving: string): string {
  return view.vault_setup ? saving : `${paying} ${moneyText(view.amount, view.currency)}`;
}

function cancelLink(page: CheckoutPage): Html | null {
  const { cancel_url } = page.view;
  return cancel_url === null
    ? null
    : html`<p class="away">${link(page, cancel_url, 'Cancel and return to')}</p>`;
}

function confirmBody({ view, state, paths }: CheckoutPage): Html | null {
  if (state.panel !== 'confirming' || state.order_id === null) return null;
  const approved = view.vault_setup ? 'it. Nothing is saved' : 'the payment. Nothing is charged';
  return html`${state.notice !== null && noticeOf(view, state.notice, true)}
    <form class="fallback" method="post" action="${paths.capture(view.id, state.order_id)}">
      <button class="button">${callOf(view, 'Confirm payment of', 'Save this way to pay')}</button>
      <p class="hint">You approved ${approved} until you confirm it here.</p>
    </form>`;
}

function noticeOf(view: SessionView, name: NoticeName, isShown: boolean): Html {
  const { text, tone, title } = noticesOf(view)[name];
  return html`<p
    class="notice ${tone}"
    tabindex="-1"
    data-notice-name="${name}"
    ${title !== undefined && attribute('data-title', title)}${!isShown && hidden}
  >
    ${text}
  </p> `;
}

function reference({ view }: CheckoutPage): Html {
  const capture =
    view.payment && 'provider_capture_id' in view.payment ? view.payment.provider_capture_id : null;
  return html`<dl class="facts">
    <div data-reference${capture === null && hidden}>
      <dt>Payment reference</dt>
      <dd data-fill="capture_id">${capture}</dd>
    </div>
    ${
      view.external_order_id !== null &&
      html`<div>
        <dt>Order</dt>
        <dd>${view.external_order_id}</dd>
      </div>`
    }
  </dl>`;
}

function wayBack(page: CheckoutPage): Html | null {
  return shopLink(page, wayBackOf(page.view), 'Return to');
}

// A shop that named no page for this has a front door, where the page for the paid has its own path.
function wayBackOf({ cancel_url, success_url }: SessionView): string | null {
  if (cancel_url !== null) return cancel_url;
  return success_url !== null && /^https?:/i.test(success_url) ? new URL('/', success_url).href : null;
}

function shopLink(page: CheckoutPage, address: string | null, verb: string): Html | null {
  if (address === null) return null;
  return html`<p>${link(page, address, verb, 'button')}</p>`;
}

function link(page: CheckoutPage, address: string, verb: string, look?: string): Html {
  const { merchant_name } = page.view;
  return html`<a
    href="${address}"
    rel="noreferrer"
    ${look !== undefined && attribute('class', look)}${page.is_embedded && attribute('target', '_top')}
    >${verb} <bdi>${merchant_name}</bdi></a
  >`;
}

function closeHint({ view, is_embedded }: CheckoutPage): Html | null {
  // In a frame the page around it goes on.
  if (is_embedded) return null;
  if (view.success_url === null) return html`<p class="hint">You can close this page.</p>`;
  return html`<p class="hint">You will be taken there in a moment.</p>`;
}
