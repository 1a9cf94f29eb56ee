import { sql } from 'kysely';
import type { Db, RowOf } from '../../db/tx.ts';

const COLUMNS = [
  'event_id',
  'endpoint_id',
  'n',
  'started_at',
  'ms',
  'status',
  'error_class',
  'remote_ip',
] as const;

export type AttemptRow = RowOf<'delivery_attempts', (typeof COLUMNS)[number]>;

/** The attempts of some events, in order; where one is named, to that endpoint alone, by its uuid. Index: delivery_attempts_pkey. */
export async function listAttempts(
  db: Db,
  { event_ids, endpoint_id }: { event_ids: readonly string[]; endpoint_id?: string },
): Promise<AttemptRow[]> {
  if (event_ids.length === 0) return [];
  const isOfOne = endpoint_id === undefined ? sql`true` : sql`endpoint_id = ${endpoint_id}::uuid`;
  const { rows } = await sql<AttemptRow>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(column)))}
    from delivery_attempts
    where event_id = any(${event_ids}::uuid[]) and ${isOfOne}
    order by event_id, endpoint_id, n`.execute(db);
  return rows;
}
