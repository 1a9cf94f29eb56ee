import { type RawBuilder, sql } from 'kysely';
import { heldUntilDecided } from '../../db/in-doubt.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { wayOf } from '../../lib/lifecycle.ts';
import type { RefusalName } from '../../refusals.ts';
import { problemToKeep } from '../doubt/index.ts';
import { type ChargeTrigger, OPEN, VAULT_CHARGE_MOVES } from './lifecycle.ts';

const COLUMNS = [
  'transaction_id',
  'merchant_id',
  'vault_token_id',
  'idempotency_key',
  // Under which the provider was asked; null where an earlier release asked under the transaction's id.
  'request_id',
  'state',
  'refusal',
  'checks',
  'last_problem',
  'created_at',
  'updated_at',
] as const;

export type ChargeRow = RowOf<'vault_charges', (typeof COLUMNS)[number]>;

/** Inserts a charge under its key, to be waited for by `untilDecided`; false when the key was used before, after waiting for whoever is
 *  using it. Index: vault_charge_key_is_used_once. */
export async function insertCharge(
  tx: Tx,
  charge: Pick<ChargeRow, 'transaction_id' | 'merchant_id' | 'vault_token_id' | 'created_at'> & {
    idempotency_key: string;
    request_id: string;
    next_check_at: Date;
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('vault_charges')
    .values({ ...charge, state: 'sending', updated_at: charge.created_at })
    .onConflict((conflict) => conflict.constraint('vault_charge_key_is_used_once').doNothing())
    .returning(heldUntilDecided('transaction_id').as('held'))
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The charge a merchant asked for under this key. Index: vault_charge_key_is_used_once. */
export async function chargeOfKey(
  db: Db,
  of: { merchant_id: string; idempotency_key: string },
): Promise<ChargeRow | undefined> {
  return db
    .selectFrom('vault_charges')
    .select(COLUMNS)
    .where('merchant_id', '=', of.merchant_id)
    .where('idempotency_key', '=', of.idempotency_key)
    .executeTakeFirst();
}

/** The transaction of the charge that was begun under this key, whatever became of it; null when none was. Index:
 *  vault_charge_key_is_used_once. */
export async function transactionOfKey(
  db: Db,
  of: { merchant_id: string; idempotency_key: string },
): Promise<string | null> {
  return (await chargeOfKey(db, of))?.transaction_id ?? null;
}

export async function readCharge(db: Db, transactionId: string): Promise<ChargeRow | undefined> {
  return db
    .selectFrom('vault_charges')
    .select(COLUMNS)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
}

/** One that is being asked for again is waited for. */
export async function lockCharge(tx: Tx, transactionId: string): Promise<ChargeRow | undefined> {
  return tx
    .selectFrom('vault_charges')
    .select(COLUMNS)
    .where('transaction_id', '=', transactionId)
    .forUpdate()
    .executeTakeFirst();
}

/** Moves a charge by its table of moves. False when it is in no state that the trigger leaves. */
export async function moveCharge(
  tx: Tx,
  transactionId: string,
  by: {
    trigger: ChargeTrigger;
    next_check_at: Date | null;
    updated_at: Date;
    refusal?: RefusalName | null;
    idempotency_key?: null;
    checks?: number;
    last_problem?: string;
  },
): Promise<boolean> {
  const { trigger, last_problem, ...set } = by;
  const why = last_problem === undefined ? {} : { last_problem: problemToKeep(last_problem) };
  const { from, to } = wayOf(VAULT_CHARGE_MOVES, trigger);
  const moved = await tx
    .updateTable('vault_charges')
    .set({ ...set, ...why, state: to })
    .where('transaction_id', '=', transactionId)
    .where('state', 'in', from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** What the provider calls the token of a charge. */
export async function readTokenOf(
  db: Db,
  charge: Pick<ChargeRow, 'vault_token_id'>,
): Promise<{ provider_token_id: string; source_type: string }> {
  return db
    .selectFrom('vault_tokens')
    .select(['provider_token_id', 'source_type'])
    .where('id', '=', charge.vault_token_id)
    .executeTakeFirstOrThrow();
}

/** Whether a charge has come to no end yet, by the column of its state; written out, as the condition of vault_charges_open is. */
export function openBy(stateColumn: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(stateColumn)} in (${sql.join(OPEN.map((state) => sql.lit(state)))})`;
}
