import { firstPage, OperatorPageQuery } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { withValueAt } from '../../http/values.ts';
import { orThrow } from '../../refused.ts';
import { changeChannel } from './change-channel.ts';
import { type ChannelRow, listChannels } from './queries.ts';
import { currentTerms, setTerms, termsOfAll, type TermsRow } from './terms.ts';

export function channelRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.channels.list', async ({ query }) => {
      const { limit, offset } = { ...firstPage(OperatorPageQuery), ...query };
      const found = await listChannels(ctx.db, { limit, offset });
      const terms = await termsOfAll(
        ctx.db,
        found.items.map(({ id }) => id),
      );
      const items = found.items.map((channel) => listedView(channel, terms.get(channel.id)));
      return ok({ items, total: found.total, limit, offset });
    }),
    route('operator.channels.update', async ({ params, body }) => {
      const { channel } = orThrow(await changeChannel(ctx, params.channel_id, body));
      return ok(channelView(channel, await currentTerms(ctx.db, channel.id)));
    }),
    route('operator.channels.terms', async ({ params, body }) => {
      const agreed = await withValueAt(['body'], () => setTerms(ctx, params.channel_id, body));
      const { channel, terms } = orThrow(agreed);
      return ok(channelView(channel, terms));
    }),
  ];
}

function listedView(channel: ChannelRow & Owner, terms: TermsRow | undefined) {
  const { owner_id, owner_email } = channel;
  return { ...channelView(channel, terms), owner_id, owner_email };
}

interface Owner {
  owner_id: string | null;
  owner_email: string | null;
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
