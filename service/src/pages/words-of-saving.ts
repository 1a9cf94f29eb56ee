import { type Notice, type NoticeName, NOTICES, type Panel, type PanelName, type Told } from './words.ts';

/** What each part says when a way to pay is saved and nothing is paid. */
export function savingPanels({ merchant, hasWayBack }: Told): Readonly<Record<PanelName, Panel>> {
  return {
    pay: {
      title: 'Save a way to pay',
      heading: 'Save a way to pay',
      text: `${merchant} asks to save it for later payments. Nothing is charged now.`,
      tone: 'plain',
    },
    confirming: {
      title: 'Saving',
      heading: 'Almost done',
      text: 'We are saving your way to pay. This takes a few seconds; please keep this page open.',
      tone: 'busy',
    },
    unknown: {
      title: 'Checking',
      heading: 'Checking what was saved',
      text:
        'The payment provider has not confirmed it yet. We keep asking, and nothing is charged. ' +
        `If you close this page, ${merchant} will still be told what happened.`,
      tone: 'busy',
    },
    pending: {
      title: 'Under review',
      heading: 'The provider is looking it over',
      text: `Nothing is charged. You can close this page; ${merchant} will be told as soon as it is through.`,
      tone: 'busy',
    },
    paid: {
      title: 'Saved',
      heading: 'Your way to pay is saved',
      text: `Thank you. ${merchant} can use it for later payments. You have not been charged.`,
      tone: 'good',
    },
    completed: {
      title: 'Saved',
      heading: 'A way to pay is saved',
      text: `${merchant} can use it for later payments. There is nothing left to do here.`,
      tone: 'good',
    },
    expired: {
      title: 'Expired',
      heading: 'This page has expired',
      text: `Nothing was saved. ${hasWayBack ? `Go back to ${merchant} to start again` : `Ask ${merchant} for a new link`}.`,
      tone: 'bad',
    },
    cannot_pay: {
      title: 'Not possible',
      heading: `${merchant} cannot save a way to pay right now`,
      text: `Nothing was saved or charged. Please contact ${merchant}, or try again later.`,
      tone: 'bad',
    },
    unsupported: {
      title: 'Not possible',
      heading: 'No way to pay can be saved on this page',
      text: `Nothing was saved or charged. Please ask ${merchant} for another way.`,
      tone: 'bad',
    },
  };
}

/** Sentences above the way to save. */
export const SAVING_NOTICES: Readonly<Record<NoticeName, Notice>> = {
  ...NOTICES,
  canceled: { tone: 'plain', title: 'Canceled', text: 'You left before anything was saved.' },
  declined: {
    tone: 'bad',
    title: 'Declined',
    text: 'The provider declined this way to pay and nothing was saved. Please choose another one.',
  },
  not_completed: {
    tone: 'bad',
    title: 'Not completed',
    text: 'That was not completed and nothing was saved. Please try again.',
  },
  unreachable: {
    tone: 'bad',
    text: 'The payment provider could not be reached and nothing was saved. Please try again in a moment.',
  },
  window_open: { tone: 'plain', text: 'Finish in the window that opened.' },
  expiring: {
    tone: 'plain',
    text: 'This page expires in less than two minutes. After that, the shop can start again for you.',
  },
};
