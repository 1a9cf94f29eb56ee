import { type Minor, toDecimal } from '../../lib/money.ts';

// Controls and marks that turn the direction of a text or do not show.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+/giu;
// A phone makes a link of whatever looks like a name of the web.
const DOT_IN_WORD = /(?<=[\p{L}\p{N}])\.(?=\p{L})/gu;

/** What somebody wrote, as it may be shown to a payer: on one line, and with no link in it. */
export function plain(text: string): string {
  return text
    .replace(ADDRESS, ' ')
    .replace(UNSEEN, ' ')
    .replace(DOT_IN_WORD, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The message that a payer reads. Its one link is the invoice's. */
export function messageOf(of: {
  business_name: string;
  first_name: string;
  topic: string;
  amount: Minor;
  currency: string;
  pay_url: string;
}): string {
  const amount = `${toDecimal(of.amount, of.currency)} ${of.currency}`;
  const greeting = plain(of.first_name);
  const topic = plain(of.topic);
  const asker = plain(of.business_name);
  const you = greeting ? 'you' : 'You';
  // A name may be nothing but a link.
  const asked = asker ? `${asker} asks you` : `${you} are asked`;
  return `${greeting && `${greeting}, `}${asked} to pay ${amount}${topic && ` for ${topic}`}. Pay here: ${of.pay_url}`;
}
