import type { NoticeName, PanelName } from '../state/panels.ts';

/** What one part of the page says. */
export interface Said {
  /** Stands first in the page's title. */
  title: string;
  heading: string;
  text: string;
}

/** One text for each plural form that the language has for counts up to a hundred. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Every sentence of the payment page in one language. Words in braces are put in by the page: {merchant} is the shop's name,
 *  {amount} the sum with its currency. A catalogue without one of these does not compile. */
export interface Catalogue {
  /** The page on which something is paid. */
  paying: Readonly<Record<PanelName, Said>>;
  /** The page on which a way to pay is saved for later and nothing is paid. */
  saving: Readonly<Record<Exclude<PanelName, 'lapsed'>, Said>>;
  /** What an expired page says where there is no shop's page to go back to. */
  no_way_back: Readonly<Record<'paying' | 'saving', string>>;
  /** Sentences above the ways to pay. */
  notices: Readonly<Record<NoticeName, string>>;
  saving_notices: Readonly<Record<SavingNotice, string>>;
  /** What the page is called while such a sentence is shown. */
  notice_titles: Readonly<Record<'canceled' | 'declined' | 'not_completed' | 'window_open', string>>;
  /** Shown as long as the browser has no connection. */
  offline: string;
  summary: Readonly<
    Record<'pay' | 'save' | 'payment_to' | 'payment' | 'amount' | 'shipping' | 'free', string> &
      Record<'test' | 'test_means' | 'usable_until' | 'secured_by', string>
  > & { readonly items: Plural };
  actions: Readonly<
    Record<'check_again' | 'load_again' | 'loading' | 'other_ways' | 'continue_to_pay', string> &
      Record<'continue_to_provider' | 'pay_at_provider' | 'confirm_payment' | 'confirm_saving', string> &
      Record<'cancel' | 'continue_to_shop' | 'return_to_shop' | 'print', string>
  >;
  hints: Readonly<
    Record<'asks_by_itself' | 'approve_payment' | 'approve_saving' | 'no_window', string> &
      Record<'not_charged_yet' | 'not_saved_yet' | 'may_close' | 'goes_on', string>
  >;
  receipt: Readonly<Record<'heading' | 'paid_on' | 'reference' | 'order', string>>;
  email: Readonly<Record<'label' | 'what_for' | 'wrong', string>>;
  /** What stands around the fields of a card. All up to `enterAgain` bear the names that scripts in browsers read them by. */
  card: Readonly<
    Record<'form' | 'number' | 'expiry' | 'code' | 'pay', string> &
      Record<'checkNumber' | 'checkExpiry' | 'checkCode' | 'checkName' | 'notAccepted', string> &
      Record<'enterAgain' | 'declined' | 'not_saved' | 'failed' | 'load_again' | 'needs_script', string>
  >;
  problems: Readonly<Record<ProblemName, Pick<Said, 'heading' | 'text'>>>;
}

/** Sentences that read otherwise where a way to pay is saved. */
type SavingNotice =
  'canceled' | 'declined' | 'not_completed' | 'unreachable' | 'no_connection' | 'window_open' | 'expiring';

export type ProblemName = 'not_found' | 'too_many' | 'unavailable' | 'failed' | 'refused';
