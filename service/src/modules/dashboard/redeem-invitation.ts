import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { hashToken } from '../../lib/ids.ts';
import { hashPassword, passwordProblem, verifyPasswordOf } from '../../lib/password.ts';
import { later } from '../../lib/time.ts';
import { Refusal, UnfitValue } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { REPEATED_MS } from './activation-link.ts';
import {
  type DashboardInvitation,
  deleteTokens,
  findDashboardInvitation,
  lockUser,
  redeemRow,
  setPassword,
} from './queries.ts';

export interface ActivatedUser {
  email: string;
  merchant_id: string;
}

/** Redeems a dashboard user's invitation: sets the password and ends what was signed in with an earlier one. Repeated
 *  with the same password within ten minutes it answers the same. Null when no such invitation was ever made.
 *  Refuses: activation_gone, password_wrong, and a weak password as UnfitValue. */
export async function redeemDashboardInvitation(
  ctx: Ctx,
  input: { token: string; password: string },
): Promise<ActivatedUser | null> {
  const hash = hashToken(input.token);
  const invitation = await findDashboardInvitation(ctx.db, hash);
  if (!invitation) return null;
  if (isDashboardInvitationOver(invitation, ctx.clock.now())) throw new Refusal('activation_gone');
  if (invitation.redeemed_at) return repeat(ctx, invitation, input.password);
  const problem = passwordProblem(input.password);
  if (problem) throw new UnfitValue([{ member: null, ...problem }]);
  const password_hash = await hashPassword(input.password, ctx.passwordCost);
  if (await redeemOnce(ctx, invitation, password_hash)) return activated(invitation);
  // Another caller redeemed it, or it ended, or its user was removed, while the password was being hashed.
  const now = await findDashboardInvitation(ctx.db, hash);
  return now ? repeat(ctx, now, input.password) : null;
}

/** Whether a dashboard user's link takes no password any more: it has expired, or was used more than ten minutes ago. */
export function isDashboardInvitationOver(
  { redeemed_at, expires_at }: Pick<DashboardInvitation, 'redeemed_at' | 'expires_at'>,
  now: Date,
): boolean {
  if (!redeemed_at) return expires_at <= now;
  return later(redeemed_at, REPEATED_MS) <= now;
}

async function redeemOnce(
  ctx: Ctx,
  invitation: DashboardInvitation,
  password_hash: string,
): Promise<boolean> {
  const { id, user_id } = invitation;
  return inTransaction(ctx.db, async (tx) => {
    await lockUser(tx, user_id);
    if (!(await redeemRow(tx, { id, now: ctx.clock.now() }))) return false;
    await setPassword(tx, { id: user_id, password_hash });
    await deleteTokens(tx, { user_id, kept: 0 });
    const entry = { actor: `user:${user_id}`, action: 'dashboard_user.activated', subject: user_id };
    await recordAudit(tx, ctx.clock, entry);
    return true;
  });
}

async function repeat(ctx: Ctx, invitation: DashboardInvitation, password: string): Promise<ActivatedUser> {
  // It had ended, and was not redeemed.
  if (!invitation.redeemed_at) throw new Refusal('activation_gone');
  if (!(await verifyPasswordOf(invitation.password_hash, password, ctx.passwordCost)))
    throw new Refusal('password_wrong');
  return activated(invitation);
}

function activated({ email, merchant_id }: DashboardInvitation): ActivatedUser {
  return { email, merchant_id };
}
