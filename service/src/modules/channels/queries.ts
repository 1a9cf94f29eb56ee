import { sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import type { Db, Tx } from '../../db/tx.ts';

const COLUMNS = ['id', 'name', 'active', 'created_at'] as const;

export async function insertChannel(
  tx: Tx,
  channel: { id: string; name: string; created_at: Date },
): Promise<void> {
  await tx
    .insertInto('channels')
    .values({ ...channel, active: true })
    .execute();
}

export async function updateChannel(
  tx: Tx,
  id: string,
  change: { name?: string | undefined; active?: boolean | undefined },
) {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(set).length === 0) {
    return tx.selectFrom('channels').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  }
  return tx.updateTable('channels').set(set).where('id', '=', id).returning(COLUMNS).executeTakeFirst();
}

/** Holds the channel's row until the transaction ends, so that what is counted under it (keys, endpoints) is counted
 *  by one caller at a time. */
export async function lockChannel(tx: Tx, channelId: string): Promise<void> {
  await tx.selectFrom('channels').select('id').where('id', '=', channelId).forUpdate().execute();
}

/** Channels with their owners, newest first, and how many there are, up to a bound. Index: the primary key. */
export async function listChannels(db: Db, page: { limit: number; offset: number }) {
  const items = await db
    .selectFrom('channels as c')
    .leftJoin('owners as o', 'o.channel_id', 'c.id')
    .select(['c.id', 'c.name', 'c.active', 'c.created_at', 'o.id as owner_id', 'o.email as owner_email'])
    .orderBy('c.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items, total: await countUpToBound(db, sql`from channels`) };
}
