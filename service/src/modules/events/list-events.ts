import type { Db } from '../../db/tx.ts';
import { endpointIdOf, eventIdOf } from '../../lib/ids.ts';
import {
  type AttemptRow,
  attemptView,
  deliveriesOfEvents,
  type DeliveryOfEvent,
  listAttempts,
  progressView,
} from '../deliveries/index.ts';
import type { AskedFilter } from './event-filter.ts';
import type { EventRow } from './event-row.ts';
import { countEventRows, listEventRows, readEndpointTaking } from './queries.ts';

/** One page of events for the operator, newest first, each with its deliveries and their attempts. To an endpoint that is not there none
 *  went. */
export async function listEvents(db: Db, asked: AskedFilter, page: { limit: number; offset: number }) {
  const { endpoint_id, ...rest } = asked;
  const endpoint = endpoint_id === undefined ? undefined : await readEndpointTaking(db, endpoint_id);
  if (endpoint_id !== undefined && endpoint === undefined) return { items: [], total: 0, ...page };
  const filter = endpoint === undefined ? rest : { ...rest, endpoint };
  const [events, total] = await Promise.all([listEventRows(db, filter, page), countEventRows(db, filter)]);
  return { items: await describeEvents(db, events), total, ...page };
}

/** Events with all that became of them. */
export async function describeEvents(db: Db, events: readonly EventRow[]) {
  const event_ids = events.map((event) => event.id);
  const [deliveries, attempts] = await Promise.all([
    deliveriesOfEvents(db, event_ids),
    listAttempts(db, { event_ids }),
  ]);
  const deliveriesOf = Map.groupBy(deliveries, (delivery) => delivery.event_id);
  const attemptsOf = Map.groupBy(attempts, (attempt) => `${attempt.event_id} ${attempt.endpoint_id}`);
  return events.map((event) => ({
    id: eventIdOf(event.id),
    type: event.type,
    state: event.state,
    channel_id: event.channel_id,
    merchant_id: event.merchant_id,
    created_at: event.created_at.toISOString(),
    replay_of_event_id: event.replay_of === null ? null : eventIdOf(event.replay_of),
    body: event.body,
    deliveries: (deliveriesOf.get(event.id) ?? []).map((delivery) =>
      deliveryView(delivery, attemptsOf.get(`${delivery.event_id} ${delivery.endpoint_id}`) ?? []),
    ),
  }));
}

function deliveryView(delivery: DeliveryOfEvent, attempts: readonly AttemptRow[]) {
  return {
    endpoint_id: endpointIdOf(delivery.endpoint_id),
    url: delivery.url,
    ...progressView(delivery),
    attempts: attempts.map((attempt) => ({ ...attemptView(attempt), remote_ip: attempt.remote_ip })),
  };
}
