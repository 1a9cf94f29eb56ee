import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { BudgetExceeded } from '../../refusals.ts';
import { admitSubject, deleteOldWindows } from './admission-queries.ts';

const TRIES_PER_MINUTE = 20;
const WINDOWS_AT_ONCE = 5_000;

/** Spends one try to sign in of an account's own budget, from whichever address it comes and whether or not there is
 *  such an account. Throws BudgetExceeded. The email itself is not stored. */
export async function admitAccount(ctx: Ctx, call: { operation: string; email: string }): Promise<void> {
  const digest = createHash('sha256').update(call.email.toLowerCase(), 'utf8').digest('base64url');
  const budget = Math.max(1, Math.floor(TRIES_PER_MINUTE * ctx.config.rate_limit_scale));
  const { operation } = call;
  const used = await admitSubject(ctx.db, { subject: `account ${digest}`, operation, budget, calls: 1 });
  if (used > budget) throw new BudgetExceeded(budget);
}

/** A sweep: budget windows that are over are deleted. */
export async function forgetOldBudgets(ctx: Ctx): Promise<number> {
  return deleteOldWindows(ctx.db, WINDOWS_AT_ONCE);
}
