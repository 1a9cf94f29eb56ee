import type { Kysely, Transaction } from 'kysely';
import { asCaller } from '../../../postgres/caller.ts';

export { inTransaction } from '../../../postgres/transaction.ts';

// Statements are written out, so the query builder is told of no table.
type Tables = Record<never, never>;

/** A statement outside a transaction. */
export type Db = Kysely<Tables>;

/** A statement inside a transaction; the only thing that may change state. */
export type Tx = Transaction<Tables>;

/** Runs what a call began and nobody waits for, however little time the call had left. */
export function onBehalfOfNobody<T>(work: () => T): T {
  return asCaller({ lane: 'nobody', leftMs: Infinity }, work);
}
