import { minor } from '../../lib/money.ts';
import { html, type Html } from '../../../../markup/html.ts';
import type { Plural } from '../locales/catalogue.ts';
import type { Locale } from '../locales/choose.ts';
import { phrase, phraseText } from '../locales/phrase.ts';
import { momentOf } from './moment.ts';
import { lineText, minorText, moneyText } from '../shell/money-text.ts';
import type { SessionView } from '../state/page-state.ts';

const ITEMS_OPEN_MAX = 5;
const MERCHANT = '{merchant}';

/** What is paid for, to whom and how much. */
export function orderSummary(view: SessionView, locale: Locale): Html {
  const { branding } = view;
  const { summary, receipt } = locale.words;
  return html`<section class="summary" aria-labelledby="to-whom">
    ${!view.vault_setup && html`<p class="printed">${receipt.heading}</p>`}
    <div class="merchant">
      ${branding.logo_url !== null && logo(branding.logo_url)}
      ${toWhom(view.vault_setup ? summary.save : summary.pay, view.merchant_name)}
      ${view.environment === 'test' && badge(locale)}
    </div>
    ${!view.vault_setup && amountLine(view, locale)}
    ${view.description !== null && html`<p class="description">${view.description}</p>`}
    ${itemList(view, locale)} ${view.status === 'open' && expiry(view.expires_at, locale)}
  </section>`;
}

// The name alone is seen; what is done with it is heard before and after it, as the language has it.
function toWhom(sentence: string, merchant: string): Html {
  const [before, after] = sentence.split(MERCHANT) as [string, string];
  const heard = (words: string) => words !== '' && html`<span class="unseen">${words}</span>`;
  return html`<h1 id="to-whom">${heard(before)}<bdi>${merchant}</bdi>${heard(after)}</h1>`;
}

function amountLine({ amount, currency }: SessionView, { words, format }: Locale): Html {
  return html`<p class="amount">
    <span class="label">${words.summary.amount}</span> <bdi>${moneyText(amount, currency, format)}</bdi>
  </p>`;
}

function badge({ words: { summary } }: Locale): Html {
  return html`<p class="badge">${summary.test}<span class="unseen">: ${summary.test_means}</span></p>`;
}

function logo(address: string): Html {
  return html`<img
    class="logo"
    src="${address}"
    alt=""
    width="44"
    height="44"
    referrerpolicy="no-referrer"
  />`;
}

function itemList(view: SessionView, locale: Locale): Html | null {
  const { items } = view;
  const shipping = shippingLine(view, locale);
  if (items.length === 0 && shipping === null) return null;
  const rows = html`<ul class="items">
    ${items.map((item) => itemLine(item, view.currency, locale))}${shipping}
  </ul>`;
  if (items.length <= ITEMS_OPEN_MAX) return rows;
  return html`<details class="more">
    <summary>${counted(locale.words.summary.items, items.length, locale)}</summary>
    ${rows}
  </details>`;
}

function counted(words: Plural, count: number, { language, format }: Locale): string {
  const form = new Intl.PluralRules(language).select(count);
  return phraseText(words[form] ?? words.other, { count: new Intl.NumberFormat(format).format(count) });
}

function itemLine(item: SessionView['items'][number], currency: string, { format }: Locale): Html {
  const { quantity, unit_amount } = item;
  const count = new Intl.NumberFormat(format).format(quantity);
  const each = html`<span class="each"
    ><bdi>${count} × ${moneyText(unit_amount, currency, format)}</bdi></span
  >`;
  return html`<li>
    <span class="what"><bdi>${item.name}</bdi>${quantity > 1 && each}</span>
    <span class="price"><bdi>${lineText(item, currency, format)}</bdi></span>
  </li>`;
}

function shippingLine({ shipping_amount_cents, currency }: SessionView, locale: Locale): Html | null {
  if (shipping_amount_cents === null) return null;
  const { shipping, free } = locale.words.summary;
  const price =
    shipping_amount_cents === 0 ? free : minorText(minor(shipping_amount_cents), currency, locale.format);
  return html`<li>
    <span class="what">${shipping}</span> <span class="price"><bdi>${price}</bdi></span>
  </li>`;
}

function expiry(at: string, locale: Locale): Html {
  const { usable_until } = locale.words.summary;
  return html`<p class="expiry">${phrase(usable_until, { time: momentOf(at, locale) })}</p>`;
}
