import { CheckoutError } from '../errors.ts';
import type { Speech, WordName } from '../words.ts';
import { element } from '../../common/dom.ts';
import type { CardFields, WalletKit } from './kit.ts';
import type { Till } from '../../kits/till.ts';

/** What the provider's fields find wrong, for the buyer to mend. */
const PROBLEMS: Readonly<Record<string, WordName>> = {
  INVALID_NUMBER: 'checkNumber',
  INVALID_EXPIRY: 'checkExpiry',
  INVALID_CVV: 'checkCode',
  INVALID_NAME: 'checkName',
  INELIGIBLE_CARD_VENDOR: 'notAccepted',
};

/** Draws the provider's fields for a card. What is typed into them never reaches this page. */
export async function drawCard(
  kit: WalletKit,
  place: HTMLElement,
  { words }: Speech,
  till: Till,
): Promise<boolean> {
  const fields = kit.CardFields?.({
    createOrder: () => till.order('card'),
    onApprove: async ({ orderID }) => {
      await till.take(orderID);
    },
    onError: till.fail,
  });
  if (!fields?.isEligible()) return false;
  const form = element('form', 'fairway-card', { 'aria-label': words.form }) as HTMLFormElement;
  const [name, number, expiry, cvv] = ['name', 'number', 'expiry', 'cvv'].map((part) =>
    element('div', `fairway-field fairway-${part}`),
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const button = element('button', 'fairway-pay', { type: 'submit' }) as HTMLButtonElement;
  button.textContent = words.pay;
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
    void submit(fields, words, till).finally(() => {
      button.disabled = false;
    });
  });
  return true;
}

async function submit(fields: CardFields, words: Speech['words'], till: Till): Promise<void> {
  try {
    await fields.submit();
  } catch (error) {
    const problem = PROBLEMS[error instanceof Error ? error.message : String(error)];
    if (problem) till.say(words[problem]);
    else if (!(error instanceof CheckoutError)) till.fail(error);
  }
}
