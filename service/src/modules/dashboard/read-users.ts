import type { Ctx } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { listUsers, merchantExists, type ShownUser } from './queries.ts';

/** The users of a merchant's dashboard, newest first, those who were only invited included. Refuses: merchant_not_found.
 *  Gap G172. */
export async function readUsers(
  ctx: Ctx,
  of: { merchant_id: string; limit: number; offset: number },
): Promise<{ items: ShownUser[]; total: number }> {
  const found = await listUsers(ctx.db, of);
  if (found.total === 0 && !(await merchantExists(ctx.db, of.merchant_id)))
    throw new Refusal('merchant_not_found');
  return found;
}
