import type { Sql, TransactionSql } from 'postgres';

/** A statement outside a transaction. */
export type Db = Sql;

/** A statement inside a transaction; the only thing that may change state. */
export type Tx = TransactionSql;
