import type { Ctx } from '../../context.ts';
import { refused } from '../../refused.ts';
import { waitForOther } from '../doubt/index.ts';
import { readRequest, type RequestResult, resultOf } from '../payment-requests/index.ts';

/** What the call that has a request under way makes of it. */
export async function resultOfOther(ctx: Ctx, id: string): Promise<RequestResult> {
  const request = await waitForOther({ cut: ctx.cut, id }, async () => {
    const found = await readRequest(ctx.db, id);
    return found?.state === 'sending' ? null : (found ?? null);
  });
  return request ? resultOf(request) : refused('outcome_unknown');
}
