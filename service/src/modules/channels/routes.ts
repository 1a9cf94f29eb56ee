import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { type ChannelChange, listChannels, readChannel, updateChannel } from './queries.ts';
import { currentTerms, setTerms, termsOfAll, type TermsRow } from './terms.ts';

export function channelRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.channels.list', async ({ query }) => {
      const { limit, offset } = { limit: 50, offset: 0, ...query };
      const found = await listChannels(ctx.db, { limit, offset });
      const terms = await termsOfAll(
        ctx.db,
        found.items.map(({ id }) => id),
      );
      const items = found.items.map((channel) => listedView(channel, terms.get(channel.id)));
      return ok({ items, total: found.total, limit, offset });
    }),
    route('operator.channels.update', async ({ params, body }) =>
      ok(await viewOf(ctx, await changeChannel(ctx, params.channel_id, body))),
    ),
    route('operator.channels.terms', async ({ params, body }) => {
      await setTerms(ctx, params.channel_id, body);
      return ok(await viewOf(ctx, (await readChannel(ctx.db, params.channel_id))!));
    }),
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

async function viewOf(ctx: Ctx, channel: ChannelRow) {
  return channelView(channel, await currentTerms(ctx.db, channel.id));
}

function listedView(channel: ChannelRow & Owner, terms: TermsRow | undefined) {
  const { owner_id, owner_email } = channel;
  return { ...channelView(channel, terms), owner_id, owner_email };
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

function channelView(channel: ChannelRow, terms: TermsRow | undefined) {
  return {
    channel_id: channel.id,
    name: channel.name,
    active: channel.active,
    onboarding_return_url: channel.onboarding_return_url,
    budget_factor: channel.budget_factor,
    terms: terms ? termsView(terms) : null,
    created_at: channel.created_at.toISOString(),
  };
}

function termsView({ id: _, created_at, ...terms }: TermsRow) {
  return { ...terms, since: created_at.toISOString() };
}
