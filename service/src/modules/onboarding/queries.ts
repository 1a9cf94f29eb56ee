import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';
import type { ProviderSeller } from '../../rails/rail.ts';
import type { Facts, Verdict, WalletStatusReason } from './judge.ts';

export interface Connection extends Facts, Verdict {
  merchant_id: string;
  channel_id: string | null;
  payment_provider: string;
  wallet_merchant_id: string | null;
  primary_currency: string | null;
  disconnected_at: Date | null;
  refreshed_at: Date | null;
  refresh_failures: number;
  retry_refresh_at: Date | null;
  /** When the answer that is stored was asked for. */
  refresh_asked_at: Date | null;
}

const FRESH_FACTS = {
  started: false,
  restarted: false,
  wallet_merchant_id: null,
  seller: null,
  primary_currency: null,
  was_connected: false,
  consent_withdrawn: false,
  account_conflict: false,
  payee_unverified: false,
  disconnected_at: null,
  onboarding_status: 'pending',
  wallet_connection_status: 'not_linked',
  wallet_status_reason: null,
  payments_enabled: false,
  checkout_enabled: false,
  refreshed_at: null,
  refresh_failures: 0,
  retry_refresh_at: null,
  refresh_asked_at: null,
} as const;
const COLUMNS = Object.keys(FRESH_FACTS) as (keyof typeof FRESH_FACTS)[];

/** A merchant's connection as stored; a merchant that never started has one without a row. */
export async function readConnection(db: Db, merchantId: string): Promise<Connection | undefined> {
  const merchant = await db
    .selectFrom('merchants')
    .select(['id as merchant_id', 'channel_id', 'payment_provider', 'payment_hold'])
    .where('id', '=', merchantId)
    .executeTakeFirst();
  if (!merchant) return undefined;
  const row = await db
    .selectFrom('wallet_connections')
    .select(COLUMNS)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row) return { ...FRESH_FACTS, ...merchant };
  return {
    ...row,
    ...merchant,
    seller: row.seller as ProviderSeller | null,
    onboarding_status: row.onboarding_status,
    wallet_connection_status: row.wallet_connection_status,
    wallet_status_reason: row.wallet_status_reason as WalletStatusReason | null,
  };
}

/** The same, held until the transaction ends. The merchant's row is what is locked, so that a merchant without a
 *  connection yet is held as well. */
export async function lockConnection(tx: Tx, merchantId: string): Promise<Connection | undefined> {
  await tx.selectFrom('merchants').select('id').where('id', '=', merchantId).forUpdate().execute();
  return readConnection(tx, merchantId);
}

export async function saveConnection(tx: Tx, connection: Connection, now: Date): Promise<void> {
  const {
    merchant_id,
    channel_id: _channel,
    payment_provider: _provider,
    payment_hold: _hold,
    ...facts
  } = connection;
  const row = {
    ...columnsOf(facts),
    seller: facts.seller === null ? null : JSON.stringify(facts.seller),
    updated_at: now,
  };
  await tx
    .insertInto('wallet_connections')
    .values({ merchant_id, ...row })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(row))
    .execute();
}

// Exactly the columns of the table, whatever else the object carries.
function columnsOf(
  facts: Omit<Connection, 'merchant_id' | 'channel_id' | 'payment_provider' | 'payment_hold'>,
) {
  return Object.fromEntries(COLUMNS.map((name) => [name, facts[name]])) as typeof facts;
}

/** Whether another merchant holds this wallet account. Index: wallet_account_links_one_merchant. */
export async function isLinkedElsewhere(db: Db, link: { merchant_id: string; wallet_merchant_id: string }) {
  const row = await db
    .selectFrom('wallet_connections')
    .select('merchant_id')
    .where('wallet_merchant_id', '=', link.wallet_merchant_id)
    .where('merchant_id', '<>', link.merchant_id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function merchantOfSeller(db: Db, walletMerchantId: string): Promise<string | null> {
  const row = await db
    .selectFrom('wallet_connections')
    .select('merchant_id')
    .where('wallet_merchant_id', '=', walletMerchantId)
    .executeTakeFirst();
  return row?.merchant_id ?? null;
}

export async function merchantOfTracking(db: Db, trackingId: string): Promise<string | null> {
  const row = await db
    .selectFrom('onboarding_attempts')
    .select('merchant_id')
    .where('tracking_id', '=', trackingId)
    .executeTakeFirst();
  return row?.merchant_id ?? null;
}

export interface Attempt {
  id: string;
  tracking_id: string;
  /** `minted` once its link was handed out; `refused` when it never will be. */
  state: 'requested' | 'minted' | 'refused';
  /** The provider asked not to be asked again before. */
  retry_at: Date | null;
}

/** The newest start of onboarding. Index: onboarding_attempts_by_merchant. */
export async function latestAttempt(db: Db, merchantId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('onboarding_attempts')
    .select(['id', 'tracking_id', 'state', 'retry_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The links that a merchant was given, newest first. Index: onboarding_links_by_merchant. */
export async function recentLinks(
  db: Db,
  of: { merchant_id: string; limit: number },
): Promise<{ tracking_id: string; created_at: Date }[]> {
  return db
    .selectFrom('onboarding_attempts')
    .select(['tracking_id', 'created_at'])
    .where('merchant_id', '=', of.merchant_id)
    .where('state', '=', sql.lit('minted'))
    .orderBy('id', 'desc')
    .limit(of.limit)
    .execute();
}

export async function insertAttempt(
  tx: Tx,
  attempt: Attempt & { merchant_id: string; reconnect: boolean; created_at: Date },
): Promise<void> {
  await tx.insertInto('onboarding_attempts').values(attempt).execute();
}

/** A link that another call of the same attempt has handed out stays one. */
export async function setAttemptState(tx: Tx, id: string, state: 'minted' | 'refused'): Promise<void> {
  await tx
    .updateTable('onboarding_attempts')
    .set({ state })
    .where('id', '=', id)
    .where('state', '<>', 'minted')
    .execute();
}

export async function postponeAttempt(db: Db, id: string, retry_at: Date): Promise<void> {
  await db.updateTable('onboarding_attempts').set({ retry_at }).where('id', '=', id).execute();
}
