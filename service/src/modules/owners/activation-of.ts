import type { Ctx } from '../../context.ts';
import { hashToken } from '../../lib/ids.ts';
import { findDashboardInvitation, isDashboardInvitationOver } from '../dashboard/index.ts';
import { readInvitation } from './queries.ts';
import { isInvitationOver } from './redeem.ts';

/** Whose activation a link is and whether it is over, for its page: nobody is to think a password up for a link that takes none.
 *  What is unknown reads as an owner's that is not over; who posts to it is told. */
export async function activationOf(
  ctx: Ctx,
  token: string,
): Promise<{ kind: 'channel' | 'dashboard'; isOver: boolean }> {
  const hash = hashToken(token);
  const now = ctx.clock.now();
  const users = await findDashboardInvitation(ctx.db, hash);
  if (users) return { kind: 'dashboard', isOver: isDashboardInvitationOver(users, now) };
  const owners = await readInvitation(ctx.db, hash);
  return { kind: 'channel', isOver: owners !== undefined && isInvitationOver(owners, now) };
}
