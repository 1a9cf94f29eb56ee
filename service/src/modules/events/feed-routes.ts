import { defaultOf } from '../../../../wire/shapes.ts';
import { EventFeedQuery } from '../../../../wire/webhooks/feed.ts';
import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { Refusal } from '../../refusals.ts';
import { eventFeed } from './feed.ts';

const EVENTS = defaultOf(EventFeedQuery.properties.limit);

/** A channel's events for an engineer whose machine has no public address. A live deployment has no such
 *  route: there an event reaches nobody but its endpoints. */
export function eventFeedRoutes(ctx: Ctx, isStopping: () => boolean): Route[] {
  const read = eventFeed(ctx.db, isStopping);
  return [
    route('events.feed', async ({ scope, query }) => {
      if (ctx.config.environment !== 'test') throw new Refusal('route_not_found');
      const { after = null, limit = EVENTS, wait_seconds = 0 } = query;
      const waitMs = wait_seconds * 1_000;
      return ok(await read({ channel_id: scope.channel_id, after, limit, waitMs }));
    }),
  ];
}
