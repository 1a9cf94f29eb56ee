import type { Ctx } from '../context.ts';
import { captureBuyerOrder, createBuyerOrder } from '../modules/orders/index.ts';
import { Refusal, REFUSALS } from '../refusals.ts';
import type { Paths } from './paths.ts';

/** Where a posted form leads, as the address of the next page. */
export type Next = string;

interface Posted {
  session_id: string;
  origin: string | undefined;
}

/** The buyer's order for a browser without our script: leads to the provider's approval page, or back
 *  with the  reason. Refuses what the page cannot say better: session_not_found, origin_not_allowed. */
export async function payByForm(ctx: Ctx, paths: Paths, posted: Posted): Promise<Next> {
  const page = paths.checkout(posted.session_id);
  try {
    const order = await createBuyerOrder(ctx, posted);
    return order.approve_url ?? `${page}?outcome=unreachable`;
  } catch (error) {
    return `${page}${outcomeOf(error)}`;
  }
}

/** Captures the approved order for a browser without our script, and leads to the page that tells the
 *  result. */
export async function captureByForm(
  ctx: Ctx,
  paths: Paths,
  posted: Posted & { order_id: string },
): Promise<Next> {
  const page = paths.checkout(posted.session_id);
  try {
    const { status } = await captureBuyerOrder(ctx, posted);
    return status === 'pending' ? page : `${page}?outcome=paid`;
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'provider_unavailable') {
      const token = encodeURIComponent(posted.order_id);
      return `${paths.returned(posted.session_id)}?token=${token}&outcome=unreachable`;
    }
    return `${page}${outcomeOf(error)}`;
  }
}

// What the next page is to say; the session itself says the rest: that it expired, is being captured, or is
// paid.
function outcomeOf(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  const [status] = REFUSALS[error.refusal];
  switch (error.refusal) {
    case 'session_not_found':
    case 'origin_not_allowed':
      throw error;
    case 'session_expired':
    case 'session_capturing':
    case 'session_completed':
    case 'outcome_unknown':
      return '';
    case 'payment_declined':
      return '?outcome=declined';
    default:
      if (status === 503) return '?outcome=unreachable';
      return status === 400 || status === 403 || status === 422
        ? '?outcome=cannot_pay'
        : '?outcome=not_completed';
  }
}
