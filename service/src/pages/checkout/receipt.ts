import { html, type Html } from '../../../../markup/html.ts';
import { momentOf } from './moment.ts';
import type { CheckoutFacts } from './page-facts.ts';

/** What stays with the buyer of a payment: when it was made and what it is called, to be printed with the summary beside it.
 *  The script fills in what the page did not know yet. */
export function receipt(page: CheckoutFacts): Html | null {
  const { view, locale } = page;
  const { receipt: names } = locale.words;
  const payment = view.payment && 'captured_at' in view.payment ? view.payment : null;
  const at = payment?.captured_at ?? null;
  return html`<dl class="facts">
    <div data-paid-on ${at === null && html` hidden`}>
      <dt>${names.paid_on}</dt>
      <dd class="plain">${momentOf(at, locale)}</dd>
    </div>
    ${fact({ name: names.reference, value: payment?.provider_capture_id ?? null, fill: 'capture_id' })}
    ${view.external_order_id !== null && fact({ name: names.order, value: view.external_order_id })}
  </dl>`;
}

/** Offers to print it where a browser can; the script shows the offer. */
export function printOffer({ view, locale }: CheckoutFacts): Html | null {
  if (view.vault_setup) return null;
  return html`<p data-print hidden>
    <button type="button" class="button quiet" data-act="print">${locale.words.actions.print}</button>
  </p>`;
}

function fact({ name, value, fill }: { name: string; value: string | null; fill?: string }): Html {
  return html`<div ${fill !== undefined && html` data-reference`}${value === null && html` hidden`}>
    <dt>${name}</dt>
    <dd ${fill !== undefined && html` data-fill="${fill}"`}>${value}</dd>
  </div>`;
}
