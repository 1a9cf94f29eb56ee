import { type RawBuilder, sql } from 'kysely';
import type { TransactionStatus } from './lifecycle.ts';

/** While it has one of these a transaction is an open order: it waits for its buyer, or for its capture. */
export const OPEN_ORDER = ['created', 'approved'] as const satisfies readonly TransactionStatus[];

export function isOpenOrder({ status }: { status: TransactionStatus }): boolean {
  return (OPEN_ORDER as readonly TransactionStatus[]).includes(status);
}

/** The same of a row, by the column of its status; written out, as the conditions of indexes are. */
export function openOrderBy(statusColumn: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(statusColumn)} in (${sql.join(OPEN_ORDER.map((status) => sql.lit(status)))})`;
}
