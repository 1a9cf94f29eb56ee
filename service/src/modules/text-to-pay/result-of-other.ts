import type { Ctx } from '../../context.ts';
import { refused } from '../../refused.ts';
import { waitForOther } from '../doubt/index.ts';
import { readRequest, type RequestResult, resultOf } from '../payment-requests/index.ts';

/** What the call that has a request under way makes of it. */
export async function resultOfOther(ctx: Ctx, id: string): Promise<RequestResult> {
  const request = await waitForOther(ctx, {
    ...{ id, look: () => readRequest(ctx.db, id) },
    isOpen: ({ state }) => state === 'sending',
  });
  return request ? resultOf(request) : refused('outcome_unknown');
}
