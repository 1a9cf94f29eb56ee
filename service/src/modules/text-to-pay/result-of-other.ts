import type { Ctx } from '../../context.ts';
import { isRefusalName } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import { waitForOther } from '../doubt/index.ts';
import { readRequest } from './queries.ts';
import type { RequestRow } from './request-row.ts';

/** What came of what was asked for: the request as it is now, `is_repeated` when an earlier call under its key made it, or why it is
 *  not so. */
export type RequestResult = { readonly kind: 'stands'; request: RequestRow; is_repeated?: boolean } | Refused;

/** What the call that has a request under way makes of it. */
export async function resultOfOther(ctx: Ctx, id: string): Promise<RequestResult> {
  const request = await waitForOther({ cut: ctx.cut, id }, async () => {
    const found = await readRequest(ctx.db, id);
    return found?.state === 'sending' ? null : (found ?? null);
  });
  return request ? resultOf(request) : refused('outcome_unknown');
}

/** What a caller reads of a request: of what was not sent, why. */
export function resultOf(request: RequestRow): RequestResult {
  const { state, refusal } = request;
  if (state !== 'refused') return { kind: 'stands', request };
  return refused(refusal !== null && isRefusalName(refusal) ? refusal : 'provider_unavailable');
}
