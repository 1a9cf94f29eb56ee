import { firstPage } from '../../../../wire/shapes.ts';
import { EventQuery } from '../../../../wire/webhooks/schemas.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { withValueAt } from '../../http/values.ts';
import { startOf } from '../../lib/filter-dates.ts';
import { uuidOf } from '../../lib/ids.ts';
import type { AskedFilter } from './event-filter.ts';
import { describeEvents, listEvents } from './list-events.ts';
import { readEventRow } from './queries.ts';
import { replayEvent, replayMatching } from './replay-events.ts';

const PAGE = firstPage(EventQuery);

/** The operator's view of events and the one way to send an event again. */
export function operatorEventRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.events.list', async ({ query }) => {
      const page = { limit: query.limit ?? PAGE.limit, offset: query.offset ?? PAGE.offset };
      return ok(await listEvents(ctx.db, filterOf(query), page));
    }),
    route('operator.events.replay', async ({ params, body }) => {
      const uuid = await replayEvent(ctx, uuidOf(params.event_id)!, endpointOf(body));
      const event = await readEventRow(ctx.db, uuid);
      return created((await describeEvents(ctx.db, [event!]))[0]);
    }),
    route('operator.events.replay_many', async ({ body }) => {
      const options = { dryRun: body.dry_run ?? false };
      return ok(await withValueAt(['body'], () => replayMatching(ctx, filterOf(body), options)));
    }),
  ];
}

interface SentFilter {
  state?: string;
  channel_id?: string;
  merchant_id?: string;
  type?: string;
  since?: string;
  until?: string;
  endpoint_id?: string;
}

function filterOf(sent: SentFilter): AskedFilter {
  return {
    state: sent.state,
    channel_id: sent.channel_id,
    merchant_id: sent.merchant_id,
    type: sent.type,
    since: startOf(sent.since),
    until: startOf(sent.until),
    endpoint_id: endpointOf(sent),
  };
}

function endpointOf({ endpoint_id }: { endpoint_id?: string }): string | undefined {
  return endpoint_id === undefined ? undefined : uuidOf(endpoint_id)!;
}
