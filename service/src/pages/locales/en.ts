import type { Catalogue } from './catalogue.ts';

export const en: Catalogue = {
  paying: {
    pay: { title: 'Pay', heading: 'Choose how to pay', text: '' },
    confirming: {
      title: 'Confirming payment',
      heading: 'Almost done',
      text: 'We are confirming your payment. This takes a few seconds; please keep this page open.',
    },
    unknown: {
      title: 'Checking payment',
      heading: 'Checking your payment',
      text: 'The payment provider has not confirmed the outcome yet. We keep asking; please do not pay a second time. If you close this page, {merchant} will still be told what happened.',
    },
    pending: {
      title: 'Payment pending',
      heading: 'Your payment is being reviewed',
      text: 'You approved the payment and the provider is looking it over, which can take a while. You need not pay again. You can close this page; {merchant} will be told as soon as it is through.',
    },
    paid: {
      title: 'Paid',
      heading: 'Payment received',
      text: 'Thank you. You paid {amount} to {merchant}.',
    },
    completed: {
      title: 'Paid',
      heading: 'This order is paid',
      text: '{merchant} has received {amount}. There is nothing left to do here.',
    },
    expired: {
      title: 'Expired',
      heading: 'This payment page has expired',
      text: 'You have not been charged. Go back to {merchant} to start the payment again.',
    },
    lapsed: {
      title: 'Expired',
      heading: 'This payment page has expired',
      text: 'You approved a payment here that {merchant} has not taken so far. It may still be taken, so please ask {merchant} before you pay again.',
    },
    cannot_pay: {
      title: 'Payment not possible',
      heading: '{merchant} cannot take this payment right now',
      text: 'You have not been charged. Please contact {merchant}, or try again later.',
    },
    unsupported: {
      title: 'Payment not possible',
      heading: 'This order cannot be paid on this page',
      text: 'You have not been charged. Please ask {merchant} for another way to pay.',
    },
  },
  saving: {
    pay: {
      title: 'Save a way to pay',
      heading: 'Save a way to pay',
      text: '{merchant} asks to save it for later payments. Nothing is charged now.',
    },
    confirming: {
      title: 'Saving',
      heading: 'Almost done',
      text: 'We are saving your way to pay. This takes a few seconds; please keep this page open.',
    },
    unknown: {
      title: 'Checking',
      heading: 'Checking what was saved',
      text: 'The payment provider has not confirmed it yet. We keep asking, and nothing is charged. If you close this page, {merchant} will still be told what happened.',
    },
    pending: {
      title: 'Under review',
      heading: 'The provider is looking it over',
      text: 'Nothing is charged. You can close this page; {merchant} will be told as soon as it is through.',
    },
    paid: {
      title: 'Saved',
      heading: 'Your way to pay is saved',
      text: 'Thank you. {merchant} can use it for later payments. You have not been charged.',
    },
    completed: {
      title: 'Saved',
      heading: 'A way to pay is saved',
      text: '{merchant} can use it for later payments. There is nothing left to do here.',
    },
    expired: {
      title: 'Expired',
      heading: 'This page has expired',
      text: 'Nothing was saved. Go back to {merchant} to start again.',
    },
    cannot_pay: {
      title: 'Not possible',
      heading: '{merchant} cannot save a way to pay right now',
      text: 'Nothing was saved or charged. Please contact {merchant}, or try again later.',
    },
    unsupported: {
      title: 'Not possible',
      heading: 'No way to pay can be saved on this page',
      text: 'Nothing was saved or charged. Please ask {merchant} for another way.',
    },
  },
  no_way_back: {
    paying: 'You have not been charged. Ask {merchant} for a new link to pay.',
    saving: 'Nothing was saved. Ask {merchant} for a new link.',
  },
  notices: {
    canceled: 'You left before paying. You have not been charged.',
    declined: 'Your payment was declined and you have not been charged. Please choose another way to pay.',
    not_completed: 'That payment was not completed and you have not been charged. Please try again.',
    rate_limited: 'There were too many attempts from your network. Please wait a minute, then try again.',
    unreachable:
      'The payment provider could not be reached. You have not been charged. Please try again in a moment.',
    no_connection:
      'You are offline and have not been charged. Please try again as soon as the connection is back.',
    script_failed:
      "The provider's payment buttons could not be loaded. A content blocker or a weak connection can be the cause. Try again, or continue on the provider's own page.",
    window_open:
      'Finish the payment in the window that opened. If you see none, use the way below the buttons.',
    expiring:
      'This page expires in less than two minutes. After that, the shop can start a new payment for you.',
  },
  saving_notices: {
    canceled: 'You left before anything was saved.',
    declined: 'The provider declined this way to pay and nothing was saved. Please choose another one.',
    not_completed: 'That was not completed and nothing was saved. Please try again.',
    unreachable:
      'The payment provider could not be reached and nothing was saved. Please try again in a moment.',
    no_connection:
      'You are offline and nothing was saved. Please try again as soon as the connection is back.',
    window_open: 'Finish in the window that opened.',
    expiring: 'This page expires in less than two minutes. After that, the shop can start again for you.',
  },
  notice_titles: {
    canceled: 'Canceled',
    declined: 'Declined',
    not_completed: 'Not completed',
    window_open: 'Waiting for your approval',
  },
  offline: 'You are offline. This page goes on by itself as soon as the connection is back.',
  summary: {
    pay: 'Pay {merchant}',
    save: 'Save a way to pay for {merchant}',
    payment_to: 'Payment to {merchant}',
    payment: 'Payment',
    amount: 'Amount',
    shipping: 'Shipping',
    free: 'Free',
    test: 'Test environment',
    test_means: 'no real money moves',
    usable_until: 'This page can be used until {time}.',
    secured_by: 'Secured by {service}',
    items: { one: '{count} item', other: '{count} items' },
  },
  actions: {
    check_again: 'Check again',
    load_again: 'Load the buttons again',
    loading: 'Loading ways to pay…',
    other_ways: 'Other ways to pay',
    continue_to_pay: 'Continue to pay {amount}',
    continue_to_provider: 'Continue to the provider',
    pay_at_provider: "Pay on the payment provider's page instead",
    confirm_payment: 'Confirm payment of {amount}',
    confirm_saving: 'Save this way to pay',
    cancel: 'Cancel and return to {merchant}',
    continue_to_shop: 'Continue to {merchant}',
    return_to_shop: 'Return to {merchant}',
    print: 'Print the receipt',
  },
  hints: {
    asks_by_itself: 'This page asks again by itself every few seconds.',
    approve_payment: "You approve the payment on the provider's own page and come back here.",
    approve_saving: "You approve it on the provider's own page and come back here.",
    no_window: 'If no window opens, approve the payment there; you come back here.',
    not_charged_yet: 'You approved the payment. Nothing is charged until you confirm it here.',
    not_saved_yet: 'You approved it. Nothing is saved until you confirm it here.',
    may_close: 'You can close this page.',
    goes_on: 'You will be taken there in a moment.',
  },
  receipt: {
    heading: 'Receipt',
    paid_on: 'Paid on',
    reference: 'Payment reference',
    order: 'Order',
  },
  email: {
    label: 'Email',
    what_for: '{merchant} can reach you there about this order.',
    wrong: 'Please enter your email address in full, such as name@example.com.',
  },
  card: {
    form: 'Pay by card',
    number: 'Card number',
    expiry: 'Expiry (MM/YY)',
    code: 'Security code',
    pay: 'Pay {amount}',
    checkNumber: 'Check the card number.',
    checkExpiry: 'Check the expiry date.',
    checkCode: 'Check the security code.',
    checkName: 'Check the name on the card.',
    notAccepted: 'This kind of card is not accepted here.',
    enterAgain: 'Please reload the page and enter the card again.',
    declined: 'Your card was declined and you have not been charged. Please try another card.',
    not_saved: 'Your card was declined and nothing was saved. Please try another card.',
    failed: 'The card fields did not load. Please try again.',
    load_again: 'Load the card fields again',
    needs_script: 'The card fields need JavaScript, which is switched off in this browser.',
  },
  problems: {
    not_found: {
      heading: 'We cannot find this payment',
      text: 'The link may be incomplete. Please open it again from where you found it, or ask the shop for a new one.',
    },
    too_many: {
      heading: 'Too many requests',
      text: 'Too many came from your network. Please wait a minute, then load this page again.',
    },
    unavailable: { heading: 'We cannot answer at the moment', text: 'Please try again in a minute.' },
    failed: {
      heading: 'Something went wrong',
      text: 'The fault is on our side. Please try again; if it stays, tell support this number: {number}',
    },
    refused: {
      heading: 'This did not work',
      text: 'Please go back to the page you came from and try again.',
    },
  },
};
