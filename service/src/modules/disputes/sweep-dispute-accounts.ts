import type { Ctx } from '../../context.ts';
import { ensureListed, walkAccounts } from './account-queries.ts';

const WALK = 'rail_accounts';
const WALKED_AT_ONCE = 500;

/** A sweep: finds accounts whose disputes nobody lists yet, some at each run. A new one is found by its first notice, too. */
export async function sweepDisputeAccounts(ctx: Ctx): Promise<number> {
  const walked = await walkAccounts(ctx.db, { name: WALK, limit: WALKED_AT_ONCE });
  const withDisputes = walked.filter(({ provider }) => ctx.rails.get(provider)?.disputes !== undefined);
  return ensureListed(ctx.db, withDisputes, ctx.clock.now());
}
