/** The rails that the shop is paid through, as a shopper would be told of them. */
export const RAILS = {
  ppcp: {
    name: 'Wallet',
    what: 'PayPal buttons; a card, Apple Pay and Google Pay where the merchant has them',
  },
  gravy: { name: 'Gr4vy', what: 'one form in a frame of the gateway' },
  nmi: { name: 'NMI', what: 'fields one by one, each in a frame of the gateway' },
} as const;

export type RailName = keyof typeof RAILS;

export function isRail(name: string): name is RailName {
  return Object.hasOwn(RAILS, name);
}

/** Each code of the browser SDK, and what the shop does to bring it about. */
export const RAISABLE = {
  config_error: 'The page passes an environment that there is not, test.',
  origin_not_allowed:
    'The session names another shop’s origin alone. Press a button to pay: the order is refused.',
  session_expired:
    'The session lasts five minutes, and the clock of this test deployment was moved on by as much.',
  session_completed: 'The session was paid by the time that this page shows it.',
  provider_unsupported:
    'The session takes nothing and saves a way to pay, which only the payment page can do.',
  rate_limited: 'The budget of this minute was used up. The page tries again by itself when it is over.',
  payment_declined:
    'Press a button to pay; in the provider’s window choose “Try another ending” and have it declined.',
  capture_pending: 'The buyer approved, and the provider holds the payment back for review.',
  wallet_sdk_error: 'The policy of this page keeps the provider’s script out.',
  network_error: 'The page looks for the service at an address where nobody answers.',
} as const;

export type Raisable = keyof typeof RAISABLE;

export function isRaisable(code: string): code is Raisable {
  return Object.hasOwn(RAISABLE, code);
}
