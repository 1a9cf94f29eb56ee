import { attributes, html, type Html } from '../../../../markup/html.ts';
import { phrase } from '../locales/phrase.ts';
import type { CheckoutFacts } from './page-facts.ts';
import type { SessionView } from '../state/page-state.ts';

/** A shop that named no page to come back to has a front door, where the page for the paid has its own path. */
export function wayBackOf({ cancel_url, success_url }: SessionView): string | null {
  if (cancel_url !== null) return cancel_url;
  return success_url !== null && /^https?:/i.test(success_url) ? new URL('/', success_url).href : null;
}

interface ShopLink {
  address: string | null;
  words: string;
  look?: string;
}

/** A link to the shop as a button, or in another look; none without an address. Out of a frame it leads the whole page. */
export function shopLink(page: CheckoutFacts, { address, words, look = 'button' }: ShopLink): Html | null {
  if (address === null) return null;
  const to = phrase(words, { merchant: page.view.merchant_name });
  return html`<p class="${look === 'button' ? 'onwards' : look}">
    <a
      href="${address}"
      rel="noreferrer"
      ${look === 'button' && attributes({ class: look })}${page.is_embedded && attributes({ target: '_top' })}
      >${to}</a
    >
  </p>`;
}
