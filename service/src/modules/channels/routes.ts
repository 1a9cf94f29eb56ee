import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { type ChannelChange, listChannels, updateChannel } from './queries.ts';

export function channelRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.channels.list', async ({ query }) => {
      const { limit, offset } = { limit: 50, offset: 0, ...query };
      const found = await listChannels(ctx.db, { limit, offset });
      return ok({ items: found.items.map(listedView), total: found.total, limit, offset });
    }),
    route('operator.channels.update', async ({ params, body }) =>
      ok(channelView(await changeChannel(ctx, params.channel_id, body))),
    ),
  ];
}

async function changeChannel(ctx: Ctx, channelId: string, change: ChannelChange) {
  return inTransaction(ctx.db, async (tx) => {
    const channel = await updateChannel(tx, channelId, change);
    if (!channel) throw new Refusal('channel_not_found');
    await recordAudit(tx, ctx.clock, {
      actor: 'operator',
      action: 'channel.changed',
      subject: channelId,
      detail: { ...change },
    });
    return channel;
  });
}

function listedView(channel: ChannelRow & Owner) {
  const { owner_id, owner_email } = channel;
  return { ...channelView(channel), owner_id, owner_email };
}

interface Owner {
  owner_id: string | null;
  owner_email: string | null;
}

interface ChannelRow {
  id: string;
  name: string;
  active: boolean;
  onboarding_return_url: string | null;
  budget_factor: number;
  created_at: Date;
}

function channelView(channel: ChannelRow) {
  return {
    channel_id: channel.id,
    name: channel.name,
    active: channel.active,
    onboarding_return_url: channel.onboarding_return_url,
    budget_factor: channel.budget_factor,
    created_at: channel.created_at.toISOString(),
  };
}
