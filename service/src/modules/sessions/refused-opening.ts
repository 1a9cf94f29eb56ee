import type { Ctx } from '../../context.ts';
import type { OpenOutcome, SetUpOutcome } from '../../rails/rail.ts';
import { refused, type Refused } from '../../refused.ts';
import { refusalOfOpening } from '../../refusal-for.ts';
import { refreshIfOfSeller } from '../onboarding/index.ts';

/** Why a provider opened nothing for a session's buyer. What was not heard of is worth nothing, since no buyer has seen it: a sweep
 *  takes away what was written down for it. */
export async function refusedOpening(
  ctx: Ctx,
  merchantId: string,
  outcome: Exclude<OpenOutcome | SetUpOutcome, { kind: 'created' }>,
): Promise<Refused> {
  switch (outcome.kind) {
    case 'unknown':
    case 'unreachable':
      return refused('provider_unavailable');
    case 'refused': {
      const refusal = refusalOfOpening(outcome.by);
      await refreshIfOfSeller(ctx, merchantId, refusal);
      return refused(refusal);
    }
  }
}
