import { minor } from '../lib/money.ts';
import { html, type Html } from '../../../markup/html.ts';
import { lineText, minorText, moneyText } from './money-text.ts';
import type { SessionView } from './page-state.ts';

const ITEMS_OPEN_MAX = 5;

/** What is paid for, to whom and how much. */
export function orderSummary(view: SessionView): Html {
  const { branding, currency } = view;
  return html`<section class="summary" aria-labelledby="to-whom">
    <div class="merchant">
      ${branding.logo_url !== null && logo(branding.logo_url)}
      <h1 id="to-whom">
        <span class="unseen">${view.vault_setup ? 'Save a way to pay for' : 'Pay'} </span
        ><bdi>${view.merchant_name}</bdi>
      </h1>
      ${view.environment === 'test' && badge}
    </div>
    ${!view.vault_setup && amountLine(view.amount, currency)}
    ${view.description !== null && html`<p class="description">${view.description}</p>`} ${itemList(view)}
    ${view.status === 'open' && expiry(view.expires_at)}
  </section>`;
}

function amountLine(amount: string, currency: string): Html {
  return html`<p class="amount">
    <span class="label">Amount</span> <bdi>${moneyText(amount, currency)}</bdi>
  </p>`;
}

const badge = html`<p class="badge">Test environment<span class="unseen">: no real money moves</span></p>`;

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

function itemList(view: SessionView): Html | null {
  const { items } = view;
  const shipping = shippingLine(view);
  if (items.length === 0)
    return (
      shipping &&
      html`<ul class="items">
        ${shipping}
      </ul>`
    );
  const rows = html`<ul class="items">
    ${items.map((item) => itemLine(item, view.currency))}${shipping}
  </ul>`;
  if (items.length <= ITEMS_OPEN_MAX) return rows;
  return html`<details class="more">
    <summary>${items.length} items</summary>
    ${rows}
  </details>`;
}

function itemLine(item: SessionView['items'][number], currency: string): Html {
  const each = html`<span class="each">${item.quantity} × ${moneyText(item.unit_amount, currency)}</span>`;
  return html`<li>
    <span class="what">${item.name}${item.quantity > 1 && each}</span>
    <span class="price">${lineText(item.unit_amount, item.quantity, currency)}</span>
  </li>`;
}

function shippingLine({ shipping_amount_cents, currency }: SessionView): Html | null {
  if (shipping_amount_cents === null) return null;
  const price = shipping_amount_cents === 0 ? 'Free' : minorText(minor(shipping_amount_cents), currency);
  return html`<li><span class="what">Shipping</span> <span class="price">${price}</span></li>`;
}

// In UTC until the browser's script writes it in the reader's own time.
function expiry(at: string): Html {
  const text = `${at.slice(0, 16).replace('T', ', ')} UTC`;
  return html`<p class="expiry">
    This page can be used until <time datetime="${at}" data-local>${text}</time>.
  </p>`;
}
