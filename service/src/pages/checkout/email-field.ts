import { attributes, html, type Html } from '../../../../markup/html.ts';
import { phrase } from '../locales/phrase.ts';
import type { CheckoutFacts } from './page-facts.ts';

/** Asks for the buyer's email, for the form and the provider's buttons alike. What is wrong with it is said beside it. */
export function emailField({ view, locale, is_email_wrong: isWrong }: CheckoutFacts): Html {
  const { label, what_for, wrong } = locale.words.email;
  const described = isWrong ? 'email-wrong email-for' : 'email-for';
  return html`<div class="field">
    <label for="buyer-email">${label}</label>
    <input
      id="buyer-email"
      name="buyer_email"
      form="pay"
      type="email"
      autocomplete="email"
      dir="ltr"
      maxlength="254"
      required
      ${attributes({ 'aria-describedby': described })}${isWrong && html` aria-invalid="true"`}
    />
    <p class="wrong" id="email-wrong" ${!isWrong && html` hidden`}>${wrong}</p>
    <p class="hint" id="email-for">${phrase(what_for, { merchant: view.merchant_name })}</p>
  </div>`;
}
