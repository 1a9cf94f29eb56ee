import type { Kysely, Transaction } from 'kysely';

export { inTransaction } from '../../../postgres/transaction.ts';

// Statements are written out, so the query builder is told of no table.
type Tables = Record<never, never>;

/** A statement outside a transaction. */
export type Db = Kysely<Tables>;

/** A statement inside a transaction; the only thing that may change state. */
export type Tx = Transaction<Tables>;
