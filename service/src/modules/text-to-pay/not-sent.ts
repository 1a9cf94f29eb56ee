import type { Ctx } from '../../context.ts';
import { untilDecided } from '../../db/in-doubt.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import type { RefusalName } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import { lockRequest, moveRequest, type RequestRow } from '../payment-requests/index.ts';

export interface NotSent {
  refusal: RefusalName;
  /** Why, in the words of whoever was asked. */
  problem?: string;
  /** Whether the provider may have made a draft all the same, whose id nobody heard. */
  mayBeDrafted?: boolean;
  /** What a caller reads besides. */
  extra?: Record<string, unknown>;
}

/** Certainly nothing was texted: the key is free again, and what there is of an invoice is withdrawn by the sweep. Answers the
 *  refusal. */
export async function refuseSending(
  ctx: Ctx,
  id: string,
  why: NotSent,
  isNotSent?: (request: RequestRow) => boolean,
): Promise<Refused> {
  await recordNotSent(ctx, id, why, isNotSent);
  return refused(why.refusal, why.extra);
}

/** Tells whether it was recorded: `isNotSent` decides under the lock, for whoever does not hold the call itself. */
export async function recordNotSent(
  ctx: Ctx,
  id: string,
  { refusal, problem, mayBeDrafted = false }: NotSent,
  isNotSent: (request: RequestRow) => boolean = () => true,
): Promise<boolean> {
  return recordAwaited(ctx.db, [id], async (tx) => {
    await untilDecided(tx, id);
    const request = await lockRequest(tx, id);
    // An intent in doubt that was not committed after all.
    if (!request || !isNotSent(request)) return false;
    const updated_at = ctx.clock.now();
    const moved = await moveRequest(tx, id, {
      trigger: 'not_sent',
      refusal,
      idempotency_key: null,
      next_check_at: null,
      poll_at: request.provider_invoice_id !== null || mayBeDrafted ? updated_at : null,
      updated_at,
      ...(problem === undefined ? {} : { last_problem: problem }),
    });
    return moved !== null;
  });
}
