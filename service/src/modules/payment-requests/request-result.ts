import { isRefusalName } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import type { RequestRow } from './request-row.ts';

/** What came of what was asked for: the request as it is now, `is_repeated` when an earlier call under its key made it, or why it is
 *  not so. */
export type RequestResult = { readonly kind: 'stands'; request: RequestRow; is_repeated?: boolean } | Refused;

/** What a caller reads of a request: of what was not sent, why. */
export function resultOf(request: RequestRow): RequestResult {
  const { state, refusal } = request;
  if (state !== 'refused') return { kind: 'stands', request };
  return refused(refusal !== null && isRefusalName(refusal) ? refusal : 'provider_unavailable');
}
