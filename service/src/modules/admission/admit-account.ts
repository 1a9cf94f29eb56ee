import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { BudgetExceeded } from '../../refusals.ts';
import { admitSubject } from './queries.ts';
import { scaledBudget } from './scaled-budget.ts';

const TRIES_PER_MINUTE = 20;
// From all addresses together: so wide that somebody elsewhere cannot use it up and lock the account's owner out, and
// too narrow to find a password.
const TRIES_OF_ALL_PER_MINUTE = 400;

/** Spends one try to sign in of an account's own budgets, that of the address it comes from and that of all addresses,
 *  whether or not there is such an account. Throws BudgetExceeded. The email itself is not stored. */
export async function admitAccount(
  ctx: Ctx,
  call: { operation: string; email: string; address: string },
): Promise<void> {
  const { operation, email, address } = call;
  const digest = createHash('sha256').update(email.toLowerCase(), 'utf8').digest('base64url');
  const account = `account ${digest}`;
  // A try that is one too many of its address is none of all.
  await spend(ctx, { subject: `${account} ${address}`, operation, perMinute: TRIES_PER_MINUTE });
  await spend(ctx, { subject: account, operation, perMinute: TRIES_OF_ALL_PER_MINUTE });
}

async function spend(ctx: Ctx, of: { subject: string; operation: string; perMinute: number }): Promise<void> {
  const budget = scaledBudget(of.perMinute, ctx.config.rate_limit_scale);
  const used = await admitSubject(ctx.db, { subject: of.subject, operation: of.operation, budget, calls: 1 });
  if (used > budget) throw new BudgetExceeded(budget);
}
