import type { Db } from '../../db/tx.ts';
import { eventIdOf, uuidOf } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import { type AttemptRow, attemptView, listAttempts, progressView } from '../deliveries/index.ts';
import { listDeliveryRows, type LookedAt, type ToldDelivery } from './delivery-queries.ts';
import type { Owner } from './owner.ts';
import { readEndpointRow } from './queries.ts';

interface Asked {
  state?: string | undefined;
  /** The event that the page before ended with. */
  cursor?: string | undefined;
  limit: number;
}

/** One page of the deliveries of an owner's endpoint, that of the newest event first, each with its attempts. It may be shorter than its
 *  limit, or empty, and not be the last: `next_cursor` tells. A delivery may move on between two pages; none is left out of a list of
 *  all states for that. Refuses: endpoint_not_found. Gap G171. */
export async function listDeliveries(
  db: Db,
  of: { owner: Owner; endpoint_id: string },
  { state, cursor, limit }: Asked,
) {
  const endpoint = await readEndpointRow(db, of.owner, of.endpoint_id);
  if (!endpoint) throw new Refusal('endpoint_not_found');
  const before = cursor === undefined ? undefined : uuidOf(cursor)!;
  const hearing = { ...endpoint, channel_id: null, merchant_id: null, ...of.owner };
  // One more than is answered tells whether there is a next page.
  const rows = await listDeliveryRows(db, hearing, { state, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const shown = page.filter(isDelivery);
  const event_ids = shown.map(({ event_id }) => event_id);
  const made = await listAttempts(db, { event_ids, endpoint_id: endpoint.id });
  const attempts = Map.groupBy(made, ({ event_id }) => event_id);
  const last = page.at(-1);
  return {
    items: shown.map((row) => deliveryView(row, endpoint.url, attempts.get(row.event_id) ?? [])),
    next_cursor: last && (rows.length > limit || last.isLast) ? eventIdOf(last.event_id) : null,
  };
}

function isDelivery(row: LookedAt): row is LookedAt & ToldDelivery {
  return row.state !== null;
}

function deliveryView(row: ToldDelivery, presentUrl: string, attempts: readonly AttemptRow[]) {
  return {
    event_id: eventIdOf(row.event_id),
    type: row.type,
    merchant_id: row.merchant_id,
    created_at: row.created_at.toISOString(),
    replay_of_event_id: row.replay_of === null ? null : eventIdOf(row.replay_of),
    url: row.url ?? presentUrl,
    ...progressView(row),
    attempts: attempts.map(attemptView),
  };
}
