import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { recordAudit } from '../audit/index.ts';
import { insertChannel } from './queries.ts';

/** Makes a channel in the caller's transaction. It has no key until its owner redeems an invitation. */
export async function createChannel(tx: Tx, ctx: Ctx, input: { name: string }) {
  const now = ctx.clock.now();
  const channel = { id: uuidAt(now), name: input.name, created_at: now };
  await insertChannel(tx, channel);
  await recordAudit(tx, ctx.clock, { actor: 'operator', action: 'channel.created', subject: channel.id });
  return { ...channel, active: true };
}
