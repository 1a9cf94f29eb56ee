import { type RawBuilder, sql } from 'kysely';
import type { RowOf } from '../../db/tx.ts';

const EVENT = [
  'id',
  'channel_id',
  'merchant_id',
  'type',
  'created_at',
  'body',
  'state',
  'replay_of',
] as const;

export type EventRow = RowOf<'events', (typeof EVENT)[number]>;

/** The columns of an event, of a table by this name. */
export const eventColumns = (table: string) => sql.join(EVENT.map((column) => sql.ref(`${table}.${column}`)));

/** Those of `events e`. */
export const EVENT_COLUMNS = eventColumns('e');

/** Whether there is a row: true, or null. Looked up for each event: as `exists` it may be joined, and a whole table read for a
 *  few events. */
export function has(from: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(select true ${from} limit 1)`;
}
