import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { badlyEndedAt, type DeliveryRow, deliveryTo, isBadEnd } from '../deliveries/index.ts';
import { type HeardEvent, heardBy, type Hearing } from './heard-events.ts';

/** Which deliveries of an endpoint: those in a state, of events before one. */
interface DeliveryPage {
  state?: string | undefined;
  before?: string | undefined;
  /** At most so many rows. */
  limit: number;
}

type HearingEndpoint = Hearing & { id: string };

type Event = Omit<HeardEvent, 'owner' | 'nth'>;

/** A delivery with its event. */
export type ToldDelivery = Event & DeliveryRow;

/** An event that was looked at: with its delivery to the endpoint, or the last one of a page without. */
export type LookedAt = { isLast: boolean } & (ToldDelivery | (Event & { state: null }));

// Five to ten milliseconds. An endpoint may take few of the events of its owner.
const LOOKED_AT_MAX = 1_000;

/** The deliveries of an endpoint, that of the newest event first. What ended badly is found by itself; for the others the events that the
 *  endpoint may have been sent are looked at, at most a thousand: the last of so many is a row, with a delivery or without. */
export function listDeliveryRows(db: Db, endpoint: HearingEndpoint, page: DeliveryPage): Promise<LookedAt[]> {
  const { state } = page;
  return isBadEnd(state) ? badlyEnded(db, endpoint, { ...page, state }) : lookedAt(db, endpoint, page);
}

// Index: those of `badlyEndedAt`, events_pkey.
async function badlyEnded(
  db: Db,
  { id }: HearingEndpoint,
  page: DeliveryPage & { state: 'failed' | 'parked' },
): Promise<LookedAt[]> {
  const { rows } = await sql<ToldDelivery>`
    select d.event_id, d.state, d.attempts, d.next_attempt_at, d.finished_at, d.url,
      e.type, e.merchant_id, e.created_at, e.replay_of
    from (${badlyEndedAt({ ...page, endpoint_id: id })}) d
    cross join lateral (
      select type, merchant_id, created_at, replay_of from events where id = d.event_id limit 1
    ) e
    order by d.event_id desc`.execute(db);
  return rows.map((row) => ({ ...row, isLast: false }));
}

// Events are looked at until there are as many rows. Index: those of `heardBy` and `deliveryTo`.
async function lookedAt(
  db: Db,
  endpoint: HearingEndpoint,
  { state, before, limit }: DeliveryPage,
): Promise<LookedAt[]> {
  const heard = heardBy(endpoint, { before, limit: LOOKED_AT_MAX });
  const delivery = deliveryTo({ event: sql`e.event_id`, endpoint_id: endpoint.id, state });
  const { rows } = await sql<(ToldDelivery | (Event & { state: null })) & { nth: number }>`
    select e.event_id, e.type, e.merchant_id, e.created_at, e.replay_of, e.nth,
      d.state, d.attempts, d.next_attempt_at, d.finished_at, d.url
    from (${heard}) e
    left join lateral (${delivery}) d on true
    where d.state is not null or e.nth = ${LOOKED_AT_MAX}
    order by e.owner, e.event_id desc
    limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, isLast: row.nth === LOOKED_AT_MAX }));
}
