import type { Assets } from '../shell/assets.ts';
import { brandColors } from '../shell/colors.ts';
import { html, type Html } from '../../../../markup/html.ts';
import { type CheckoutFacts, isByCard, pageFacts } from './page-facts.ts';
import { documentOf } from '../shell/layout.ts';
import { phrase, phraseText } from '../locales/phrase.ts';
import { MARKS } from '../state/marks.ts';
import { moneyText } from '../shell/money-text.ts';
import { orderSummary } from './order-summary.ts';
import { PANEL_TONES, type PanelName } from '../state/panels.ts';
import { confirmBody, payBody } from './pay-panel.ts';
import { printOffer, receipt } from './receipt.ts';
import { shopLink, wayBackOf } from './shop-link.ts';
import { type NoticeWords, noticeWords, type PanelWords, panelWords } from './words.ts';

const RETURN_SECONDS = 3;
const CHECK_AGAIN_SECONDS = 5;

interface CheckoutPage extends CheckoutFacts {
  nonce: string;
  assets: Assets;
}

/** The payment page in one of its states. Every part is in the markup; scripting only changes which one
 *  is shown. */
export function checkoutPage(page: CheckoutPage): string {
  const { view, state, locale } = page;
  const { format, words } = locale;
  const amount = moneyText(view.amount, view.currency, format);
  const told = { merchant: view.merchant_name, amount };
  const panels = panelWords(words, {
    saves: view.vault_setup,
    isByCard: isByCard(page),
    hasWayBack: wayBackOf(view) !== null,
  });
  const notices = noticeWords(words, { saves: view.vault_setup });
  const title = (state.notice && notices[state.notice].title) || panels[state.panel]!.title;
  return documentOf({
    title: `${phraseText(title, told)} · ${view.merchant_name}`,
    locale,
    nonce: page.nonce,
    assets: page.assets,
    environment: view.environment,
    style: 'checkout/checkout.css',
    theme: page.theme,
    script: 'checkout/checkout.js',
    colors: brandColors(view.branding.brand_color),
    head: html`${providerAhead(page)}${refreshWithoutScript(page)}`,
    body: html`<main class="checkout" id="checkout" ${pageFacts(page)}>
      <div class="sheet">
        ${orderSummary(view, locale)}
        <section class="action" aria-label="${words.summary.payment}">
          <p id="live" class="unseen" role="status" aria-live="polite"></p>
          <p class="notice bad" data-offline hidden>${words.offline}</p>
          ${(Object.keys(panels) as PanelName[]).map((name) =>
            panelOf(page, { name, told, words: panels[name]!, notices }),
          )}
        </section>
      </div>
    </main>`,
  });
}

// The provider's script comes from elsewhere, and is wanted as soon as ours runs: it is fetched meanwhile.
function providerAhead({ state, provider_script, nonce }: CheckoutPage): Html | null {
  if (state.panel !== 'pay' || provider_script === null) return null;
  return html`<link rel="preload" as="script" href="${provider_script}" nonce="${nonce}" />`;
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

interface Part {
  name: PanelName;
  words: PanelWords;
  notices: NoticeWords;
  told: { merchant: string; amount: string };
}

function panelOf(page: CheckoutPage, { name, words, notices, told }: Part): Html {
  const isShown = page.state.panel === name;
  return html`<section
    class="panel ${PANEL_TONES[name]}"
    data-panel-name="${name}"
    data-title="${phraseText(words.title, told)}"
    ${!isShown && html` hidden`}
  >
    ${MARKS[PANEL_TONES[name]]}
    <h2 tabindex="-1">${phrase(words.heading, told)}</h2>
    ${words.text !== '' && html`<p class="said">${phrase(words.text, told)}</p>`}
    ${BODIES[name]?.(page, notices)}
  </section> `;
}

const BODIES: Partial<Record<PanelName, (page: CheckoutPage, notices: NoticeWords) => Html | null>> = {
  pay: payBody,
  confirming: confirmBody,
  unknown: ({ locale }) =>
    html`<p data-slow hidden>
        <button type="button" class="button quiet" data-act="check">
          ${locale.words.actions.check_again}
        </button>
      </p>
      <noscript><p class="said">${locale.words.hints.asks_by_itself}</p></noscript>`,
  paid: (page) => html`${receipt(page)}${onwards(page)}${closeHint(page)}${printOffer(page)}`,
  completed: (page) => html`${receipt(page)}${onwards(page)}${printOffer(page)}`,
  expired: wayBack,
  lapsed: wayBack,
  cannot_pay: wayBack,
  unsupported: wayBack,
};

function onwards(page: CheckoutPage): Html | null {
  const { continue_to_shop } = page.locale.words.actions;
  return shopLink(page, { address: page.view.success_url, words: continue_to_shop });
}

function wayBack(page: CheckoutPage): Html | null {
  const { return_to_shop } = page.locale.words.actions;
  return shopLink(page, { address: wayBackOf(page.view), words: return_to_shop });
}

function closeHint({ view, is_embedded, locale }: CheckoutPage): Html | null {
  // In a frame the page around it goes on.
  if (is_embedded) return null;
  const { may_close, goes_on } = locale.words.hints;
  if (view.success_url === null) return html`<p class="hint">${may_close}</p>`;
  return html`<p class="hint" data-leaving>${goes_on}</p>`;
}
