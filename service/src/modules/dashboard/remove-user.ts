import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { deleteUser, merchantExists, type ShownUser } from './queries.ts';

/** Removes a user from a merchant's dashboard, with every token and every link of the user; the trail keeps who it was.
 *  Refuses: merchant_not_found, dashboard_user_not_found. Gap G172. */
export async function removeUser(
  ctx: Ctx,
  user: { merchant_id: string; user_id: string },
): Promise<ShownUser> {
  const { merchant_id, user_id } = user;
  return inTransaction(ctx.db, async (tx) => {
    const removed = await deleteUser(tx, user);
    if (!removed) {
      const isMerchant = await merchantExists(tx, merchant_id);
      throw new Refusal(isMerchant ? 'dashboard_user_not_found' : 'merchant_not_found');
    }
    const detail = { merchant_id, email: removed.email };
    const entry = { actor: 'operator', action: 'dashboard_user.removed', subject: user_id, detail };
    await recordAudit(tx, ctx.clock, entry);
    return removed;
  });
}
