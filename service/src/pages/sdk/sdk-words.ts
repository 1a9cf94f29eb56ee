import type { Locale } from '../locales/choose.ts';
import { phraseText } from '../locales/phrase.ts';
import { moneyText } from '../shell/money-text.ts';
import type { SessionView } from '../state/page-state.ts';

/** What a buyer reads of the SDK on a page of a channel, in the words of the payment page, and whose language that is. The names are
 *  those of web/sdk/words.ts, which files of every version know: none is taken away. Where it may not be known whether
 *  something was paid, it is not said that nothing was. */
export function sdkWords(view: SessionView, kit: string | null, locale: Locale) {
  const { language, direction, format, words } = locale;
  // The files have English themselves.
  if (language === 'en') return { language, direction, words: null };
  const isByCard = kit === 'embed' || kit === 'fields';
  const { paying, notices, actions, summary, card, problems } = words;
  const told = { merchant: view.merchant_name, amount: moneyText(view.amount, view.currency, format) };
  const said = {
    ways: summary.payment,
    loading: actions.loading,
    confirming: paying.confirming.text,
    slow: paying.unknown.text,
    paid: paying.paid.text,
    canceled: notices.canceled,
    again: isByCard ? card.load_again : actions.load_again,
    elsewhere: view.vault_setup ? actions.continue_to_provider : actions.continue_to_pay,
    lapsed: paying.lapsed.text,
    not_drawn: isByCard ? card.failed : notices.script_failed,
    config_error: paying.cannot_pay.heading,
    origin_not_allowed: paying.cannot_pay.heading,
    session_expired: paying.expired.heading,
    session_completed: paying.completed.heading,
    provider_unsupported: paying.unsupported.heading,
    rate_limited: notices.rate_limited,
    payment_declined: isByCard ? card.declined : notices.declined,
    card_declined: card.declined,
    capture_pending: paying.pending.text,
    wallet_sdk_error: notices.not_completed,
    network_error: problems.unavailable.heading,
    form: card.form,
    number: card.number,
    expiry: card.expiry,
    code: card.code,
    pay: card.form,
    checkNumber: card.checkNumber,
    checkExpiry: card.checkExpiry,
    checkCode: card.checkCode,
    checkName: card.checkName,
    notAccepted: card.notAccepted,
    enterAgain: card.enterAgain,
  };
  const filled = Object.entries(said).map(([name, text]) => [name, phraseText(text, told)]);
  return { language, direction, words: Object.fromEntries(filled) as typeof said };
}
