import type { Ctx } from '../../context.ts';
import { refused } from '../../refused.ts';
import { waitForOther } from '../doubt/index.ts';
import { readRequest, type RequestResult, type RequestRow, resultOf } from '../payment-requests/index.ts';

/** Whoever comes to it first texts it: the call that made the invoice may be no more. */
export function isReadyToText({ state, step, pay_url }: RequestRow): boolean {
  return state === 'sending' && step === 'invoice' && pay_url !== null;
}

/** What the call that has a request under way makes of it, or the request as soon as it is to be texted. */
export async function resultOfOther(ctx: Ctx, id: string): Promise<RequestResult> {
  const request = await waitForOther(ctx, {
    ...{ id, look: () => readRequest(ctx.db, id) },
    isOpen: (request) => request.state === 'sending' && !isReadyToText(request),
  });
  return request ? resultOf(request) : refused('outcome_unknown');
}
