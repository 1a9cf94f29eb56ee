import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './tx.ts';

// A text and no row is locked: what is not committed yet is a row to nobody else.
const lockOf = (id: RawBuilder<unknown>) =>
  sql<void>`pg_advisory_xact_lock(hashtextextended(${id}::text, 0))`;

/** A column to return of a row that is inserted, which has nothing else by which it could be waited for: from then on until the
 *  transaction has ended, `untilDecided` waits. */
export function heldUntilDecided(idColumn: string): RawBuilder<void> {
  return lockOf(sql.ref(idColumn));
}

/** Waits until the insertion of a row, of whose commit nobody has heard, was committed or came to nothing. What looks for the row behind
 *  it finds it, or it never was. */
export async function untilDecided(tx: Tx, id: string): Promise<void> {
  await sql`select ${lockOf(sql`${id}`)}`.execute(tx);
}
