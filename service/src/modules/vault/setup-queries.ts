import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { wayOf } from '../../lib/lifecycle.ts';
import type { RefusalName } from '../../refusals.ts';
import type { NoticeSource } from '../accounts/index.ts';
import { SETUP_MOVES, type SetupTrigger } from './lifecycle.ts';

const COLUMNS = [
  'id',
  'merchant_id',
  'checkout_session_id',
  'customer_ref',
  'provider',
  'rail_account_id',
  'wallet_merchant_id',
  'provider_setup_id',
  'provider_customer_id',
  'state',
  'failure_code',
  'refusal',
  'checks',
  'created_at',
  'updated_at',
] as const;

// Of one of the provider's customers.
const OPEN_MAX = 20;

export type SetupRow = RowOf<'vault_setups', (typeof COLUMNS)[number]>;

export type NewSetupRow = Omit<
  SetupRow,
  | 'provider_setup_id'
  | 'provider_customer_id'
  | 'state'
  | 'failure_code'
  | 'refusal'
  | 'checks'
  | 'updated_at'
>;

export async function insertSetup(tx: Tx, setup: NewSetupRow): Promise<void> {
  await tx
    .insertInto('vault_setups')
    .values({ ...setup, updated_at: setup.created_at })
    .execute();
}

/** Writes down what the provider calls a setup. */
export async function nameSetup(
  db: Db,
  id: string,
  named: {
    provider_setup_id: string;
    provider_customer_id: string | null;
    approve_url: string | null;
    updated_at: Date;
  },
): Promise<void> {
  await db.updateTable('vault_setups').set(named).where('id', '=', id).execute();
}

/** How many setups of a session wait for its buyer, counted up to `limit`. Index: vault_setups_by_session. */
export async function countOpenSetups(
  tx: Tx,
  of: { checkout_session_id: string; limit: number },
): Promise<number> {
  const waiting = await tx
    .selectFrom('vault_setups')
    .select('id')
    .where('checkout_session_id', '=', of.checkout_session_id)
    .where('state', '=', 'created')
    .orderBy('id', 'desc')
    .limit(of.limit)
    .execute();
  return waiting.length;
}

/** A setup by the provider's id, within its session. Index: vault_setups_by_session. */
export async function findSetup(
  db: Db,
  of: { checkout_session_id: string; provider_setup_id: string },
): Promise<SetupRow | undefined> {
  return db
    .selectFrom('vault_setups')
    .select(COLUMNS)
    .where('checkout_session_id', '=', of.checkout_session_id)
    .where('provider_setup_id', '=', of.provider_setup_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function readSetup(db: Db, id: string): Promise<SetupRow | undefined> {
  return db.selectFrom('vault_setups').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function lockSetup(tx: Tx, id: string): Promise<SetupRow> {
  return tx
    .selectFrom('vault_setups')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Moves a setup that the caller has locked by its table of moves. Throws when it is in no state that the trigger
 *  leaves. */
export async function moveSetup(
  tx: Tx,
  id: string,
  by: {
    trigger: SetupTrigger;
    next_check_at: Date | null;
    updated_at: Date;
    failure_code?: string | null;
    refusal?: RefusalName | null;
    checks?: number;
    last_problem?: string;
  },
): Promise<void> {
  const { trigger, ...set } = by;
  const { from, to } = wayOf(SETUP_MOVES, trigger);
  const moved = await tx
    .updateTable('vault_setups')
    .set({ ...set, state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error(`setup ${id} cannot be moved by ${trigger}`);
}

/** Setups of one of the provider's customers that are being saved. Index: vault_setups_open_by_customer. */
export async function openSetupsOf(
  db: Db,
  of: NoticeSource & { provider_customer_id: string },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('vault_setups')
    .select('id')
    .where('next_check_at', 'is not', null)
    .where('provider', '=', of.provider)
    .where('provider_customer_id', '=', of.provider_customer_id)
    .$if(of.rail_account_id !== null, (of_account) =>
      of_account.where('rail_account_id', '=', of.rail_account_id),
    )
    .orderBy('id')
    .limit(OPEN_MAX)
    .execute();
}

/** Deletes up to `limit` setups that the provider never confirmed. Index: vault_setups_without_token. */
export async function deleteOrphans(db: Db, of: { before: Date; limit: number }): Promise<number> {
  const deleted = await sql`
    delete from vault_setups
    where id = any(array(
      select id from vault_setups
      where provider_setup_id is null and created_at < ${of.before}
      order by created_at
      limit ${of.limit}
      for update skip locked
    ))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0n);
}
