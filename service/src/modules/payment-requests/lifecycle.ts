export type TextToPayState = 'sending' | 'unknown' | 'pending' | 'paid' | 'expired' | 'canceled' | 'refused';
export type TextToPayTrigger = 'sent' | 'not_sent' | 'no_answer' | 'withdrawn' | 'lapsed' | 'paid';

type Row = readonly [
  from: TextToPayState,
  trigger: TextToPayTrigger,
  to: TextToPayState,
  event: 'text_to_pay.paid' | null,
];

/** Every move of a payment request. Published, `unknown` is `sending` too: nobody heard whether the message was sent. What
 *  was not sent is shown to nobody. The provider's word on money stands over ours. */
export const TEXT_TO_PAY_MOVES: readonly Row[] = [
  ['sending', 'sent', 'pending', null],
  ['sending', 'no_answer', 'unknown', null],
  ['sending', 'not_sent', 'refused', null],
  // The carrier, the operator or the payer's money says so; age never does.
  ['unknown', 'sent', 'pending', null],
  ['unknown', 'withdrawn', 'canceled', null],
  ['pending', 'withdrawn', 'canceled', null],
  ['pending', 'lapsed', 'expired', null],
  ['sending', 'paid', 'paid', 'text_to_pay.paid'],
  ['unknown', 'paid', 'paid', 'text_to_pay.paid'],
  ['pending', 'paid', 'paid', 'text_to_pay.paid'],
  ['expired', 'paid', 'paid', 'text_to_pay.paid'],
  ['canceled', 'paid', 'paid', 'text_to_pay.paid'],
  ['refused', 'paid', 'paid', 'text_to_pay.paid'],
];
