import { minorOf, money, type Money } from '../shapes/money.ts';
import type { Account } from '../shapes/shapes.ts';
import { html, type Html } from '../../../markup/html.ts';
import type { Page } from '../../machine/pages/layout.ts';

/** A line of what is paid: a name, perhaps more about it, and an amount. */
export interface Line {
  label: string;
  detail?: string;
  amount: string;
}

/** Something that is bought; a quantity may have decimals. */
export interface Item {
  name: string;
  quantity: string;
  unit_amount: Money;
}

/** The line of an item: how many at what price, and what they cost together, half up. */
export function itemLine({ name, quantity, unit_amount }: Item): Line {
  const [whole = '0', fraction = ''] = quantity.split('.');
  const scale = 10n ** BigInt(fraction.length);
  const sum = (minorOf(unit_amount) * BigInt(whole + fraction) + scale / 2n) / scale;
  const detail = quantity === '1' ? {} : { detail: `${quantity} × ${unit_amount.value}` };
  return { label: name, amount: money(sum, unit_amount.currency_code).value, ...detail };
}

/** Whose page it is, under the first letters of the name. */
export function payeeHead(name: string, words: { title: string; detail: Html | string | null }): Html {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
  return html`<div class="payee">
    <span class="monogram" aria-hidden="true">${letters}</span>
    <div>
      <h1>${words.title}</h1>
      ${words.detail !== null && html`<p class="soft">${words.detail}</p>`}
    </div>
  </div>`;
}

/** An amount as the largest thing on the page. */
export function bigAmount(money: Money): Html {
  return html`<p class="total">${money.value} <small>${money.currency_code}</small></p>`;
}

/** What the amount is made of, and the sum. */
export function lineList(lines: readonly Line[], total: Money): Html {
  return html`<ul class="lines">
    ${lines.map(
      ({ label, detail, amount }) =>
        html`<li>
          <span>${label}${detail !== undefined && html`<small>${detail}</small>`}</span><span>${amount}</span>
        </li>`,
    )}
    <li class="sum"><span>Total</span><span>${total.value} ${total.currency_code}</span></li>
  </ul>`;
}

/** One of several accounts. */
export function accountChoice(
  account: { id: string; name: string; detail: string; mark?: Html | false },
  isChosen: boolean,
): Html {
  return html`<label class="choice">
    <input type="radio" name="account_id" value="${account.id}" required ${isChosen && 'checked'} />
    <span>${account.name} ${account.mark}<small>${account.detail}</small></span>
  </label>`;
}

/** The buyers a person may pay as. */
export function buyerChoices(buyers: readonly Account[]): Html {
  if (buyers.length === 0) return html`<p>There is no buyer's account. Open one in the inspector.</p>`;
  return html`${buyers.map((buyer, index) => {
    const name = `${buyer.given_name} ${buyer.surname}`.trim() || buyer.account_id;
    const mark = !buyer.funded && html`<span class="badge bad">no funds</span>`;
    return accountChoice({ id: buyer.account_id, name, detail: buyer.email, mark }, index === 0);
  })}`;
}

const CHECK = html`<span class="sign"
  ><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l5 5L19.5 7" /></svg
></span>`;
const AWAY = html`<span class="sign off"
  ><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M19 12H5m6-6l-6 6 6 6" /></svg
></span>`;

/** The last page of a visit: what has become of it, and the way back, which the browser takes by itself. */
export function endPage(end: {
  good: boolean;
  title: string;
  words: Html | string;
  next: { url: string; label: string } | null;
  script?: Html;
}): Page {
  const body = html`<section class="card ended">
    ${end.good ? CHECK : AWAY}
    <h1>${end.title}</h1>
    <p>${end.words}</p>
    ${
      end.next === null
        ? html`<p class="soft">You may close this window.</p>`
        : html`<p class="soft">Taking you back…</p>
            <p><a class="button" href="${end.next.url}">${end.next.label}</a></p>`
    }
  </section>`;
  const script = end.script === undefined ? {} : { script: end.script };
  return { title: end.title, body, goTo: end.next?.url ?? null, ...script };
}
