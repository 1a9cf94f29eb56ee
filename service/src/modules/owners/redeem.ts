import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { hashToken } from '../../lib/ids.ts';
import { hashPassword, passwordProblem, verifyPasswordOf } from '../../lib/password.ts';
import { deriveKey, seal, unseal } from '../../lib/seal.ts';
import { later } from '../../lib/time.ts';
import { Refusal, UnfitValue } from '../../refusals.ts';
import { type ActivatedUser, redeemDashboardInvitation, REPEATED_MS } from '../dashboard/index.ts';
import { mintKey } from '../keys/index.ts';
import { deleteSessions } from './person-queries.ts';
import {
  type InvitationRow,
  lockInvitation,
  readInvitation,
  recordRedemption,
  setPassword,
} from './queries.ts';

const PURPOSE = 'fairway first key';
const KEY_NAME = 'First key';

interface Redeemed {
  kind: 'channel';
  key: string;
  channel_id: string;
  recoverable_until: Date;
}

/** Redeems an activation link, an owner's or a dashboard user's. Refuses: activation_not_found, activation_gone,
 *  password_wrong, too_many_keys, and a weak password as UnfitValue. Spec: Activation. */
export async function redeemInvitation(
  ctx: Ctx,
  input: { token: string; password: string },
): Promise<Redeemed | (ActivatedUser & { kind: 'dashboard' })> {
  const redeemed = await redeemOwnersInvitation(ctx, input);
  if (redeemed) return redeemed;
  const user = await redeemDashboardInvitation(ctx, input);
  if (user) return { kind: 'dashboard', ...user };
  throw new Refusal('activation_not_found');
}

/** Whether an owner's link takes no password any more: it has expired, or was used and its key is told no longer. */
export function isInvitationOver(
  invitation: Pick<InvitationRow, 'redeemed_at' | 'expires_at' | 'sealed_key' | 'recoverable_until'>,
  now: Date,
): boolean {
  const { redeemed_at, expires_at, sealed_key, recoverable_until } = invitation;
  if (!redeemed_at) return expires_at <= now;
  return !sealed_key || !recoverable_until || recoverable_until <= now;
}

// Sets the owner's password and mints the channel's key. Called again with the same password within ten minutes it
// answers the same key. Null when the token is not an owner's.
async function redeemOwnersInvitation(
  ctx: Ctx,
  input: { token: string; password: string },
): Promise<Redeemed | null> {
  const invitation = await readInvitation(ctx.db, hashToken(input.token));
  if (!invitation) return null;
  if (isInvitationOver(invitation, ctx.clock.now())) throw new Refusal('activation_gone');
  if (invitation.redeemed_at) return recoverKey(ctx, invitation, input);
  const problem = passwordProblem(input.password);
  if (problem) throw new UnfitValue([{ member: null, ...problem }]);
  const passwordHash = await hashPassword(input.password, ctx.passwordCost);
  const redeemed = await inTransaction(ctx.db, (tx) =>
    redeemOnce(tx, ctx, { ...input, passwordHash, invitation }),
  );
  if (redeemed) return redeemed;
  // Another caller redeemed it while the password was being hashed: this call is a recovery.
  const now = await readInvitation(ctx.db, hashToken(input.token));
  return recoverKey(ctx, now!, input);
}

async function redeemOnce(
  tx: Tx,
  ctx: Ctx,
  input: { token: string; passwordHash: string; invitation: InvitationRow },
): Promise<Redeemed | null> {
  const { invitation } = input;
  const held = await lockInvitation(tx, invitation.id);
  const now = ctx.clock.now();
  if (held.redeemed_at) return null;
  if (held.expires_at <= now) throw new Refusal('activation_gone');
  await setPassword(tx, { owner_id: invitation.owner_id, password_hash: input.passwordHash });
  // Who signed in with an earlier password is signed out.
  await deleteSessions(tx, { owner_id: invitation.owner_id, kept: 0 });
  const actor = `owner:${invitation.owner_id}`;
  const key = await mintKey(tx, ctx, { owner: { channel_id: invitation.channel_id }, actor, name: KEY_NAME });
  const recoverableUntil = later(now, REPEATED_MS);
  await recordRedemption(tx, {
    id: invitation.id,
    key_id: key.id,
    sealed_key: seal(deriveKey(input.token, PURPOSE), key.key, invitation.id),
    redeemed_at: now,
    recoverable_until: recoverableUntil,
  });
  return {
    kind: 'channel',
    key: key.key,
    channel_id: invitation.channel_id,
    recoverable_until: recoverableUntil,
  };
}

async function recoverKey(
  ctx: Ctx,
  invitation: InvitationRow,
  input: { token: string; password: string },
): Promise<Redeemed> {
  const { sealed_key, recoverable_until, password_hash } = invitation;
  if (!sealed_key || !recoverable_until || recoverable_until <= ctx.clock.now())
    throw new Refusal('activation_gone');
  if (!(await verifyPasswordOf(password_hash, input.password, ctx.passwordCost)))
    throw new Refusal('password_wrong');
  const key = unseal(deriveKey(input.token, PURPOSE), sealed_key, invitation.id);
  return { kind: 'channel', key, channel_id: invitation.channel_id, recoverable_until };
}
