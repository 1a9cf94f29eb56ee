import type { Ctx } from '../../context.ts';
import { hashToken } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import { findDashboardInvitation, isDashboardInvitationOver } from '../dashboard/index.ts';
import { readInvitation } from './queries.ts';
import { isInvitationOver } from './redeem.ts';

/** Whose activation a link is and whether it is over, for its page: nobody is to think a password up for a link that takes none.
 *  Refuses: activation_not_found. */
export async function activationOf(
  ctx: Ctx,
  token: string,
): Promise<{ kind: 'channel' | 'dashboard'; isOver: boolean }> {
  const hash = hashToken(token);
  const now = ctx.clock.now();
  const users = await findDashboardInvitation(ctx.db, hash);
  if (users) return { kind: 'dashboard', isOver: isDashboardInvitationOver(users, now) };
  const owners = await readInvitation(ctx.db, hash);
  if (!owners) throw new Refusal('activation_not_found');
  return { kind: 'channel', isOver: isInvitationOver(owners, now) };
}
