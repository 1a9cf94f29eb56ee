import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';

const COLUMNS = ['id', 'name', 'prefix', 'status', 'created_at'] as const;

/** Whose key it is: never both. */
export type KeyOwner = { channel_id: string } | { merchant_id: string };

export type KeyRow = RowOf<'api_keys', (typeof COLUMNS)[number]>;

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

export async function countActiveKeys(tx: Tx, channelId: string): Promise<number> {
  const row = await tx
    .selectFrom('api_keys')
    .select(sql<number>`count(*)`.as('active'))
    .where('channel_id', '=', channelId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return row.active;
}

export async function readKey(
  tx: Tx,
  key: { channel_id: string; key_id: string },
): Promise<KeyRow | undefined> {
  return tx
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('id', '=', key.key_id)
    .where('channel_id', '=', key.channel_id)
    .executeTakeFirst();
}

/** Revokes an active key of the channel; undefined when there is none with this id. */
export async function revokeKeyRow(
  tx: Tx,
  key: { channel_id: string; key_id: string; now: Date },
): Promise<KeyRow | undefined> {
  return tx
    .updateTable('api_keys')
    .set({ status: 'revoked', revoked_at: key.now })
    .where('id', '=', key.key_id)
    .where('channel_id', '=', key.channel_id)
    .where('status', '=', 'active')
    .returning(COLUMNS)
    .executeTakeFirst();
}
