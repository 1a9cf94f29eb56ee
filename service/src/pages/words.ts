import type { Tone } from './marks.ts';

/** The parts of the payment page of which exactly one is shown. */
export type PanelName =
  | 'pay'
  | 'confirming'
  | 'unknown'
  | 'pending'
  | 'paid'
  | 'completed'
  | 'expired'
  | 'cannot_pay'
  | 'unsupported';

export interface Panel {
  /** Stands first in the page's title. */
  title: string;
  heading: string;
  text: string;
  tone: Tone;
}

/** What the words of a page are about. Only a page with a way back says to go back. */
export interface Told {
  merchant: string;
  amount: string;
  hasWayBack: boolean;
}

/** What each part says. The browser's script shows and hides these; it has no sentences of its own. */
export function panels({ merchant, amount, hasWayBack }: Told): Readonly<Record<PanelName, Panel>> {
  return {
    pay: { title: 'Pay', heading: 'Choose how to pay', text: '', tone: 'plain' },
    confirming: {
      title: 'Confirming payment',
      heading: 'Almost done',
      text: 'We are confirming your payment. This takes a few seconds; please keep this page open.',
      tone: 'busy',
    },
    unknown: {
      title: 'Checking payment',
      heading: 'Checking your payment',
      text:
        'The payment provider has not confirmed the outcome yet. ' +
        'We keep asking; please do not pay a second time. ' +
        `If you close this page, ${merchant} will still be told what happened.`,
      tone: 'busy',
    },
    pending: {
      title: 'Payment pending',
      heading: 'Your payment is being reviewed',
      text:
        'You approved the payment and the provider is looking it over, which can take a while. ' +
        `You need not pay again. You can close this page; ${merchant} will be told as soon as it is through.`,
      tone: 'busy',
    },
    paid: {
      title: 'Paid',
      heading: 'Payment received',
      text: `Thank you. You paid ${amount} to ${merchant}.`,
      tone: 'good',
    },
    completed: {
      title: 'Paid',
      heading: 'This order is paid',
      text: `${merchant} has received ${amount}. There is nothing left to do here.`,
      tone: 'good',
    },
    expired: {
      title: 'Expired',
      heading: 'This payment page has expired',
      text: hasWayBack
        ? `You have not been charged. Go back to ${merchant} to start the payment again.`
        : `You have not been charged. Ask ${merchant} for a new link to pay.`,
      tone: 'bad',
    },
    cannot_pay: {
      title: 'Payment not possible',
      heading: `${merchant} cannot take this payment right now`,
      text: `You have not been charged. Please contact ${merchant}, or try again later.`,
      tone: 'bad',
    },
    unsupported: {
      title: 'Payment not possible',
      heading: 'This order cannot be paid on this page',
      text: `You have not been charged. Please ask ${merchant} for another way to pay.`,
      tone: 'bad',
    },
  };
}

export type NoticeName =
  | 'canceled'
  | 'declined'
  | 'not_completed'
  | 'rate_limited'
  | 'unreachable'
  | 'script_failed'
  | 'window_open'
  | 'expiring';

export interface Notice {
  text: string;
  tone: 'plain' | 'bad';
  title?: string;
}

/** Sentences above the ways to pay. */
export const NOTICES: Readonly<Record<NoticeName, Notice>> = {
  canceled: { tone: 'plain', title: 'Canceled', text: 'You left before paying. You have not been charged.' },
  declined: {
    tone: 'bad',
    title: 'Declined',
    text: 'Your payment was declined and you have not been charged. Please choose another way to pay.',
  },
  not_completed: {
    tone: 'bad',
    title: 'Not completed',
    text: 'That payment was not completed and you have not been charged. Please try again.',
  },
  rate_limited: {
    tone: 'bad',
    text: 'There were too many attempts from your network. Please wait a minute, then try again.',
  },
  unreachable: {
    tone: 'bad',
    text:
      'The payment provider could not be reached. You have not been charged. ' +
      'Please try again in a moment.',
  },
  script_failed: {
    tone: 'bad',
    text:
      "The provider's payment buttons could not be loaded. " +
      'A content blocker or a weak connection can be the cause. ' +
      "Try again, or continue on the provider's own page.",
  },
  window_open: {
    tone: 'plain',
    text: 'Finish the payment in the window that opened. If you see none, use the way below the buttons.',
  },
  expiring: {
    tone: 'plain',
    text: 'This page expires in less than two minutes. After that, the shop can start a new payment for you.',
  },
};

export function isNoticeName(text: string): text is NoticeName {
  return Object.hasOwn(NOTICES, text);
}
