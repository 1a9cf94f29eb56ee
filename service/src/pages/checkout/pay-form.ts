import type { Ctx } from '../../context.ts';
import { captureBuyerOrder } from '../../modules/captures/index.ts';
import { createBuyerOrder } from '../../modules/orders/index.ts';
import { isEmail } from '../../http/formats.ts';
import { localeQuery, type Locale } from '../locales/choose.ts';
import { REFUSALS } from '../../refusals.ts';
import { errorOf, orThrow, type Refused } from '../../refused.ts';
import type { Paths } from '../shell/paths.ts';

/** Where a posted form leads, as the address of the next page. */
type Next = string;

/** What a wrong email leads back with. */
export const WRONG_EMAIL = 'email';

interface Posted {
  session_id: string;
  origin: string | undefined;
  locale: Locale;
}

/** The buyer's order for a browser without our script: leads to the provider's approval page, or back
 *  with the  reason. Refuses what the page cannot say better: session_not_found, origin_not_allowed. */
export async function payByForm(
  ctx: Ctx,
  paths: Paths,
  posted: Posted & { buyer_email: string | null },
): Promise<Next> {
  const next = (outcome: Outcome) => pageAfter(paths, posted, outcome);
  const { session_id, origin, locale, buyer_email } = posted;
  if (buyer_email !== null && !isEmail(buyer_email)) return next(WRONG_EMAIL);
  const made = await createBuyerOrder(ctx, { session_id, origin, buyer_email, locale: locale.asked });
  if (made.kind === 'refused') return next(outcomeOf(made));
  return orThrow(made).order.approve_url ?? next('unreachable');
}

/** Captures the approved order for a browser without our script, and leads to the page that tells the
 *  result. */
export async function captureByForm(
  ctx: Ctx,
  paths: Paths,
  posted: Posted & { order_id: string },
): Promise<Next> {
  const next = (outcome: Outcome) => pageAfter(paths, posted, outcome);
  const captured = await captureBuyerOrder(ctx, posted);
  if (captured.kind !== 'refused') return next(captured.status === 'pending' ? null : 'paid');
  const back = BACK_TO_CONFIRM[captured.refusal];
  if (back === undefined) return next(outcomeOf(captured));
  const returned = `${paths.returned(posted.session_id)}?token=${encodeURIComponent(posted.order_id)}`;
  return `${returned}&outcome=${back}${localeQuery(posted.locale, '&')}`;
}

// What leaves the order approved: it is confirmed again and not approved again. While it is being captured the page says so; it says
// this once nothing was taken.
const BACK_TO_CONFIRM: { readonly [name in Refused['refusal']]?: Outcome } = {
  provider_unavailable: 'unreachable',
  outcome_unknown: 'not_completed',
  session_capturing: 'not_completed',
};

function pageAfter(paths: Paths, { session_id, locale }: Posted, outcome: Outcome): Next {
  const page = paths.checkout(session_id);
  if (outcome === null) return page + localeQuery(locale);
  return `${page}?outcome=${outcome}${localeQuery(locale, '&')}`;
}

type Outcome =
  typeof WRONG_EMAIL | 'paid' | 'declined' | 'cannot_pay' | 'not_completed' | 'unreachable' | null;

// What the next page is to say; the session itself says the rest: that it expired, is being captured, or is
// paid.
function outcomeOf(refusal: Refused): Outcome {
  const [status] = REFUSALS[refusal.refusal];
  switch (refusal.refusal) {
    case 'session_not_found':
    case 'origin_not_allowed':
      throw errorOf(refusal);
    case 'session_expired':
    case 'session_capturing':
    case 'session_completed':
    case 'outcome_unknown':
      return null;
    case 'payment_declined':
      return 'declined';
    default:
      if (status === 503) return 'unreachable';
      return status === 400 || status === 403 || status === 422 ? 'cannot_pay' : 'not_completed';
  }
}
