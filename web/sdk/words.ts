/** What a buyer reads in English. Why it happened is for the page to hear, not for the buyer. */
const ENGLISH = {
  ways: 'Ways to pay',
  loading: 'Loading the ways to pay…',
  confirming: 'Confirming your payment. Please do not pay again.',
  slow: 'This takes longer than usual. Please do not pay again; the shop will tell you how it went.',
  paid: 'Payment received. Thank you.',
  canceled: 'Nothing was paid. You can try again.',
  again: 'Try again',
  elsewhere: 'Continue on the payment page',
  lapsed:
    'The time to pay has run out. What you approved may still be taken: ask the shop before you pay again.',
  not_drawn: 'The payment provider had a problem. Please try again.',
  // By the codes that a page hears.
  config_error: 'This payment cannot be made here. Please contact the shop.',
  origin_not_allowed: 'This payment cannot be made here. Please contact the shop.',
  session_expired: 'The time to pay has run out. Go back to the shop to begin again.',
  session_completed: 'This order is paid already.',
  provider_unsupported: 'This payment cannot be made on this page.',
  rate_limited: 'Too many attempts. Wait a minute, then try again.',
  payment_declined: 'The payment was declined. Choose another way to pay.',
  // In its place where a card is the one way to pay.
  card_declined: 'The card was declined. Try another card.',
  capture_pending: 'Your payment is being reviewed. Please do not pay again.',
  wallet_sdk_error: 'The payment provider had a problem. Please try again.',
  network_error: 'There is no connection at the moment. Please try again.',
  // Around the fields for a card.
  form: 'Pay by card',
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  code: 'Security code',
  pay: 'Pay by card',
  checkNumber: 'Check the card number.',
  checkExpiry: 'Check the expiry date.',
  checkCode: 'Check the security code.',
  checkName: 'Check the name on the card.',
  notAccepted: 'This kind of card is not accepted here.',
  enterAgain: 'Please reload the page and enter the card again.',
} as const;

export type WordName = keyof typeof ENGLISH;

/** A language and what is said in it. */
export interface Speech {
  language: string;
  direction: 'ltr' | 'rtl';
  words: Readonly<Record<WordName, string>>;
}

export const IN_ENGLISH: Speech = { language: 'en', direction: 'ltr', words: ENGLISH };

/** As the service gives it: without words where they are these, and perhaps without one that it does not know yet. */
export interface GivenSpeech {
  language?: string;
  direction?: 'ltr' | 'rtl';
  words?: Partial<Record<WordName, string>> | null;
}

export function speechOf({ language = 'en', direction = 'ltr', words }: GivenSpeech): Speech {
  return words ? { language, direction, words: { ...ENGLISH, ...words } } : IN_ENGLISH;
}
