import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt, uuidOf } from '../../lib/ids.ts';
import { subscriptionOf } from './create-endpoint.ts';
import type { Owner } from './owner.ts';
import { insertEndpointRow } from './queries.ts';

/** An endpoint of the owner that takes every event, or those of these types. Nothing is posted to it by itself. */
export async function subscribe({ db, clock }: Ctx, owner: Owner, event_types = subscriptionOf(null)) {
  const created_at = clock.now();
  const endpoint_id = uuidAt(created_at);
  await inTransaction(db, (tx) =>
    insertEndpointRow(tx, owner, {
      ...{ id: endpoint_id, url: 'https://h.test/', host: 'h.test', description: null, enabled: true },
      ...{ secret: Buffer.of(0), secret_key_id: null, secret_hint: 'abcd', secret_version: 1 },
      ...{ event_types, created_at },
    }),
  );
  return { owner, endpoint_id };
}

/** Ends what waits for the endpoint of an event, as a delivery that was tried so often and answered 503. */
export async function finishDelivery(
  { db }: Ctx,
  of: { endpoint_id: string; event_id: string },
  as: { state: 'delivered' | 'failed' | 'parked'; attempts: number },
): Promise<void> {
  const [event, endpoint] = [uuidOf(of.event_id), of.endpoint_id];
  await sql`delete from deliveries where event_id = ${event} and endpoint_id = ${endpoint}`.execute(db);
  await sql`
    insert into deliveries_finished (event_id, endpoint_id, state, attempts, finished_at, url)
    values (${event}, ${endpoint}, ${as.state}, ${as.attempts}, now(), 'https://then.test/')`.execute(db);
  await sql`
    insert into delivery_attempts (event_id, endpoint_id, n, started_at, ms, status, error_class)
    select ${event}, ${endpoint}, n, now(), 10 * n, 503, 'status'
    from generate_series(1, ${as.attempts}) n`.execute(db);
}
