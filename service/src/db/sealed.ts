import { sql } from 'kysely';
import type { Sealed } from '../lib/keyring.ts';
import type { Tables } from './tables.ts';
import type { Tx } from './tx.ts';

/** A row that keeps a secret sealed, and what the secret is bound to. */
export interface SealedRow extends Sealed {
  readonly id: string;
  readonly bound: string;
}

/** A table that keeps secrets sealed with the key of the deployment, as a change of that key goes through it. */
export interface SealedKind {
  /** The table's name. */
  readonly name: string;
  /** Rows behind an id, in the order of their ids, held until the transaction ends. */
  hold(tx: Tx, page: { after: string; limit: number }): Promise<SealedRow[]>;
  /** Writes secrets of held rows as they are sealed anew. */
  replace(tx: Tx, anew: readonly (Sealed & { id: string })[]): Promise<void>;
}

/** Where a table keeps a secret: the column of its rows' ids, that of the secret, and that of the key that sealed it. */
interface SealedColumns {
  id: string;
  secret: string;
  key_id: string;
}

/** Writes secrets of held rows of a table as they are sealed anew. */
export async function replaceSealed(
  tx: Tx,
  { table, columns }: { table: keyof Tables; columns: SealedColumns },
  anew: readonly (Sealed & { id: string })[],
): Promise<void> {
  const ids = anew.map(({ id }) => id);
  const secrets = anew.map(({ sealed }) => sealed);
  const keyIds = anew.map(({ key_id }) => key_id);
  await sql`
    update ${sql.table(table)} t
    set ${sql.ref(columns.secret)} = a.secret, ${sql.ref(columns.key_id)} = a.key_id
    from unnest(${ids}::uuid[], ${secrets}::bytea[], ${keyIds}::text[]) a (id, secret, key_id)
    where ${sql.ref(`t.${columns.id}`)} = a.id`.execute(tx);
}
