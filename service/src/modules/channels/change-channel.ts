import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { refused, type Refused } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import { type ChannelChange, type ChannelRow, updateChannel } from './queries.ts';

/** Changes what the operator names of a channel; the rest stays as it is. Refused: channel_not_found. */
export async function changeChannel(
  ctx: Ctx,
  channelId: string,
  change: ChannelChange,
): Promise<{ readonly kind: 'changed'; readonly channel: ChannelRow } | Refused> {
  return inTransaction(ctx.db, async (tx) => {
    const channel = await updateChannel(tx, channelId, change);
    if (!channel) return refused('channel_not_found');
    await recordAudit(tx, ctx.clock, {
      actor: 'operator',
      action: 'channel.changed',
      subject: channelId,
      detail: { ...change },
    });
    return { kind: 'changed', channel };
  });
}
