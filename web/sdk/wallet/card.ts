import { CheckoutError } from '../errors.ts';
import { FIELD_WORDS } from '../words.ts';
import { element } from '../../kit/dom.ts';
import type { CardFields, WalletKit } from './kit.ts';
import type { Till } from '../../kits/till.ts';

/** What the provider's fields find wrong, for the buyer to mend. */
const PROBLEMS: Readonly<Record<string, string>> = {
  INVALID_NUMBER: FIELD_WORDS.checkNumber,
  INVALID_EXPIRY: FIELD_WORDS.checkExpiry,
  INVALID_CVV: FIELD_WORDS.checkCode,
  INVALID_NAME: 'Check the name on the card.',
  INELIGIBLE_CARD_VENDOR: 'This kind of card is not accepted here.',
};

/** Draws the provider's fields for a card. What is typed into them never reaches this page. */
export async function drawCard(kit: WalletKit, place: HTMLElement, till: Till): Promise<boolean> {
  const fields = kit.CardFields?.({
    createOrder: () => till.order('card'),
    onApprove: async ({ orderID }) => {
      await till.take(orderID);
    },
    onError: till.fail,
  });
  if (!fields?.isEligible()) return false;
  const form = element('form', 'fairway-card', { 'aria-label': FIELD_WORDS.form }) as HTMLFormElement;
  const [name, number, expiry, cvv] = ['name', 'number', 'expiry', 'cvv'].map((part) =>
    element('div', `fairway-field fairway-${part}`),
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const button = element('button', 'fairway-pay', { type: 'submit' }) as HTMLButtonElement;
  button.textContent = FIELD_WORDS.pay;
  form.append(number, expiry, cvv, name, button);
  place.append(form);
  await Promise.all([
    fields.NumberField().render(number),
    fields.ExpiryField().render(expiry),
    fields.CVVField().render(cvv),
    fields.NameField().render(name),
  ]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    void submit(fields, till).finally(() => {
      button.disabled = false;
    });
  });
  return true;
}

async function submit(fields: CardFields, till: Till): Promise<void> {
  try {
    await fields.submit();
  } catch (error) {
    const problem = PROBLEMS[error instanceof Error ? error.message : String(error)];
    if (problem) till.say(problem);
    else if (!(error instanceof CheckoutError)) till.fail(error);
  }
}
