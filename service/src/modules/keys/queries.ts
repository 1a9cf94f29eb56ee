import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';

const COLUMNS = ['id', 'name', 'prefix', 'status', 'created_at'] as const;

/** Whose key it is: never both. */
export type KeyOwner = { channel_id: string } | { merchant_id: string };

export type KeyRow = RowOf<'api_keys', (typeof COLUMNS)[number]>;

const ownedBy = (owner: KeyOwner) =>
  'channel_id' in owner
    ? sql<boolean>`channel_id = ${owner.channel_id}::uuid`
    : sql<boolean>`merchant_id = ${owner.merchant_id}::uuid`;

export async function insertKeyRow(tx: Tx, key: KeyRow & KeyOwner & { hash: Buffer }): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute();
}

/** All keys of a channel, revoked ones too, newest first. Index: api_keys_by_channel. */
export async function listKeys(db: Db, channelId: string): Promise<KeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('channel_id', '=', channelId)
    .orderBy('id', 'desc')
    .execute();
}

/** A page of a merchant's own keys, revoked ones too, newest first, and how many there are. Index: api_keys_by_merchant. */
export async function listMerchantKeys(
  db: Db,
  of: { merchant_id: string; limit: number; offset: number },
): Promise<{ items: KeyRow[]; total: number }> {
  const keys = db.selectFrom('api_keys').where('merchant_id', '=', of.merchant_id);
  const items = await keys.select(COLUMNS).orderBy('id', 'desc').limit(of.limit).offset(of.offset).execute();
  const counted = await keys.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { items, total: counted.total };
}

export async function isMerchant(db: Db, merchantId: string): Promise<boolean> {
  const row = await db.selectFrom('merchants').select('id').where('id', '=', merchantId).executeTakeFirst();
  return row !== undefined;
}

/** Holds the merchant's row until the transaction ends, in the way of no payment; whether there is one. */
export async function lockMerchant(tx: Tx, merchantId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from merchants where id = ${merchantId}::uuid for no key update`.execute(tx);
  return rows.length > 0;
}

/** Indexes: api_keys_by_channel, api_keys_by_merchant. */
export async function countActiveKeys(tx: Tx, owner: KeyOwner): Promise<number> {
  const row = await tx
    .selectFrom('api_keys')
    .select(sql<number>`count(*)`.as('active'))
    .where(ownedBy(owner))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return row.active;
}

export async function readKey(tx: Tx, key: { owner: KeyOwner; key_id: string }): Promise<KeyRow | undefined> {
  return tx
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('id', '=', key.key_id)
    .where(ownedBy(key.owner))
    .executeTakeFirst();
}

/** Revokes an active key of its owner's; undefined when there is none with this id. */
export async function revokeKeyRow(
  tx: Tx,
  key: { owner: KeyOwner; key_id: string; now: Date },
): Promise<KeyRow | undefined> {
  return tx
    .updateTable('api_keys')
    .set({ status: 'revoked', revoked_at: key.now })
    .where('id', '=', key.key_id)
    .where(ownedBy(key.owner))
    .where('status', '=', 'active')
    .returning(COLUMNS)
    .executeTakeFirst();
}
