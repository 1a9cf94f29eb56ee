import type { Ctx } from '../../context.ts';
import { hashToken } from '../../lib/ids.ts';
import { findDashboardInvitation } from '../dashboard/index.ts';

/** Whose activation a link is, for the words of its page. What is unknown reads as an owner's: whether a link is good
 *  is told to who posts to it. */
export async function activationKind(ctx: Ctx, token: string): Promise<'channel' | 'dashboard'> {
  return (await findDashboardInvitation(ctx.db, hashToken(token))) ? 'dashboard' : 'channel';
}
