import { attributes, html, type Html } from '../../../../markup/html.ts';
import { localeQuery } from '../locales/choose.ts';
import type { Catalogue } from '../locales/catalogue.ts';
import { phrase, phraseText } from '../locales/phrase.ts';
import { moneyText } from '../shell/money-text.ts';
import { type CheckoutFacts, isByCard } from './page-facts.ts';
import { NOTICE_TONES, type NoticeName } from '../state/panels.ts';
import { emailField } from './email-field.ts';
import { shopLink } from './shop-link.ts';
import type { NoticeWords } from './words.ts';

/** The ways to pay: the provider's own buttons where scripts run, and a form that leads to the provider's page. */
export function payBody(page: CheckoutFacts, notices: NoticeWords): Html {
  const { view, state, locale } = page;
  const { actions, card } = locale.words;
  const names = Object.keys(notices) as NoticeName[];
  const byCard = isByCard(page);
  const loadAgain = byCard ? card.load_again : actions.load_again;
  const told = byCard ? ofCards(notices, card, { saves: view.vault_setup }) : notices;
  return html`${names.map((name) => noticeOf(told, name, state.notice === name))}
    ${view.collect_buyer_email && emailField(page)}
    <p data-retry hidden>
      <button type="button" class="button quiet" data-act="retry">${loadAgain}</button>
    </p>
    <div class="ways" data-ways hidden aria-busy="true">
      <p class="loading" data-loading>
        <span class="mark spin small" aria-hidden="true"></span> ${actions.loading}
      </p>
      ${page.pay_later !== null && html`<div class="later" data-later></div>`}
      <div data-buttons></div>
      ${view.preselect_wallet && otherWays(page)}
    </div>
    ${byCard ? cardBody(page) : formBody(page)}
    ${shopLink(page, { address: view.cancel_url, words: actions.cancel, look: 'away' })}`;
}

function otherWays({ locale }: CheckoutFacts): Html {
  return html`<details class="others" data-others hidden>
    <summary>${locale.words.actions.other_ways}</summary>
    <div data-other-buttons></div>
  </details>`;
}

function formBody({ view, paths, locale, ...page }: CheckoutFacts): Html {
  const { actions, hints } = locale.words;
  const amount = moneyText(view.amount, view.currency, locale.format);
  const call = view.vault_setup ? actions.continue_to_provider : phrase(actions.continue_to_pay, { amount });
  return html`<form
    class="fallback"
    id="pay"
    method="post"
    action="${paths.pay(view.id)}${localeQuery(locale)}"
    ${page.is_embedded && attributes({ target: '_top' })}
  >
    <button class="button" data-fallback>
      <span class="alone">${call}</span>
      <span class="beside">${actions.pay_at_provider}</span>
    </button>
    <p class="hint alone">${view.vault_setup ? hints.approve_saving : hints.approve_payment}</p>
    <p class="hint beside">${hints.no_window}</p>
  </form>`;
}

// There is no page of the gateway's to go to instead, and no other way than another card.
function ofCards(
  notices: NoticeWords,
  { failed, declined, not_saved }: Catalogue['card'],
  { saves }: { saves: boolean },
): NoticeWords {
  return {
    ...notices,
    script_failed: { ...notices.script_failed, text: failed },
    declined: { ...notices.declined, text: saves ? not_saved : declined },
  };
}

// What stands around a gateway's fields, which need the gateway's script.
function cardBody({ view, locale }: CheckoutFacts): Html {
  const { actions, card, saving } = locale.words;
  const amount = moneyText(view.amount, view.currency, locale.format);
  const shown = view.vault_setup
    ? { ...card, form: saving.pay.heading, pay: actions.confirm_saving }
    : { ...card, pay: phraseText(card.pay, { amount }) };
  return html`<div data-card-words="${JSON.stringify(shown)}"></div>
    <noscript><p class="said">${card.needs_script}</p></noscript>`;
}

/** What a browser without scripts confirms by, when the buyer has come back. */
export function confirmBody(page: CheckoutFacts, notices: NoticeWords): Html | null {
  const { view, state, paths, locale } = page;
  if (state.panel !== 'confirming' || state.order_id === null) return null;
  const { actions, hints } = locale.words;
  const amount = moneyText(view.amount, view.currency, locale.format);
  const call = view.vault_setup ? actions.confirm_saving : phrase(actions.confirm_payment, { amount });
  return html`${state.notice !== null && noticeOf(notices, state.notice, true)}
    <form
      class="fallback"
      method="post"
      action="${paths.capture(view.id, state.order_id)}${localeQuery(locale)}"
    >
      <button class="button">${call}</button>
      <p class="hint">${view.vault_setup ? hints.not_saved_yet : hints.not_charged_yet}</p>
    </form>`;
}

function noticeOf(notices: NoticeWords, name: NoticeName, isShown: boolean): Html {
  const { text, title } = notices[name];
  return html`<p
    class="notice ${NOTICE_TONES[name]}"
    tabindex="-1"
    data-notice-name="${name}"
    ${title !== undefined && attributes({ 'data-title': title })}${!isShown && html` hidden`}
  >
    ${text}
  </p> `;
}
