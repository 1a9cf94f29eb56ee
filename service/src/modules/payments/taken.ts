import { type RawBuilder, sql } from 'kysely';
import type { TransactionStatus } from './lifecycle.ts';

// What went back of it changes nothing: the money was taken.
const TAKEN: readonly TransactionStatus[] = ['captured', 'refunded'];

/** Whether the money of a transaction was taken, whatever went back of it since. */
export function wasTaken({ status }: { status: TransactionStatus }): boolean {
  return TAKEN.includes(status);
}

/** The same of a row, by the column of its status; written out, as the conditions of indexes are. */
export function takenBy(statusColumn: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(statusColumn)} in (${sql.join(TAKEN.map((status) => sql.lit(status)))})`;
}
