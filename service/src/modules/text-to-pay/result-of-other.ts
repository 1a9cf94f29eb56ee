import type { Ctx } from '../../context.ts';
import { isRefusalName, Refusal } from '../../refusals.ts';
import { waitForOther } from '../doubt/index.ts';
import { readRequest } from './queries.ts';
import type { RequestRow } from './request-row.ts';

/** What the call that has a request under way makes of it. Throws the refusal of what was not sent. */
export async function resultOfOther(ctx: Ctx, id: string): Promise<RequestRow> {
  const request = await waitForOther(ctx.cut, async () => {
    const found = await readRequest(ctx.db, id);
    return found?.state === 'sending' ? null : (found ?? null);
  });
  if (!request) throw new Refusal('outcome_unknown');
  return resultOf(request);
}

export function resultOf(request: RequestRow): RequestRow {
  const { state, refusal } = request;
  if (state !== 'refused') return request;
  throw new Refusal(refusal !== null && isRefusalName(refusal) ? refusal : 'provider_unavailable');
}
