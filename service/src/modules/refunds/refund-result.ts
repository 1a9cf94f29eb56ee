import { refused, type Refused } from '../../refused.ts';
import { UNREACHABLE } from '../doubt/index.ts';
import type { RefundRow } from '../returns/index.ts';

/** What came of a refund that was asked for: it was made, or will be unless the provider says otherwise later. */
export type RefundResult = { readonly kind: 'accepted'; readonly is_repeated?: true } | Refused;

export const ACCEPTED: RefundResult = { kind: 'accepted' };

/** What a caller reads of a refund of which nothing was returned, with the provider's word for why. */
export function refusedFor(refund: Pick<RefundRow, 'failure_code'> | undefined): Refused {
  const failure_code = refund?.failure_code ?? null;
  if (failure_code === UNREACHABLE) return refused('provider_unavailable');
  return refused('refund_refused', failure_code === null ? {} : { failure_code });
}
