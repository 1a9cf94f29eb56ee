import type { Sealed } from '../lib/keyring.ts';
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
