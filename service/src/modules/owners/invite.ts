import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { createChannel } from '../channels/index.ts';
import { newActivationLink } from '../dashboard/index.ts';
import { endOpenInvitations, insertInvitation, insertOwner, ownerOfChannel } from './queries.ts';

export interface IssuedInvitation {
  activation_url: string;
  activation_expires_at: Date;
}

/** Makes a channel, its owner and the owner's invitation, in one transaction. */
export async function inviteNewChannel(ctx: Ctx, input: { name: string; owner_email: string }) {
  return inTransaction(ctx.db, async (tx) => {
    const channel = await createChannel(tx, ctx, { name: input.name });
    const owner = { id: uuidAt(channel.created_at), channel_id: channel.id, email: input.owner_email };
    await insertOwner(tx, { ...owner, created_at: channel.created_at });
    return { channel, invitation: await issueInvitation(tx, ctx, { owner_id: owner.id }) };
  });
}

/** Issues a replacement invitation; the ones not redeemed yet are void from now on. Refuses: channel_not_found. */
export async function replaceInvitation(ctx: Ctx, channelId: string): Promise<IssuedInvitation> {
  return inTransaction(ctx.db, async (tx) => {
    const owner = await ownerOfChannel(tx, channelId);
    if (!owner) throw new Refusal('channel_not_found');
    await endOpenInvitations(tx, { owner_id: owner.id, now: ctx.clock.now() });
    const entry = { actor: 'operator', action: 'invitation.replaced', subject: channelId };
    await recordAudit(tx, ctx.clock, entry);
    return issueInvitation(tx, ctx, { owner_id: owner.id });
  });
}

async function issueInvitation(tx: Tx, ctx: Ctx, input: { owner_id: string }): Promise<IssuedInvitation> {
  const { activation_url, stored } = newActivationLink(ctx, ctx.clock.now());
  await insertInvitation(tx, { ...stored, owner_id: input.owner_id });
  return { activation_url, activation_expires_at: stored.expires_at };
}
