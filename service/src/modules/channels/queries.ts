import { sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';

const COLUMNS = ['id', 'name', 'active', 'onboarding_return_url', 'budget_factor', 'created_at'] as const;

export type ChannelRow = RowOf<'channels', (typeof COLUMNS)[number]>;

/** What the operator may change of a channel; what is left out stays as it is. */
export interface ChannelChange {
  name?: string | undefined;
  active?: boolean | undefined;
  onboarding_return_url?: string | null | undefined;
  budget_factor?: number | undefined;
}

export async function insertChannel(
  tx: Tx,
  channel: { id: string; name: string; created_at: Date },
): Promise<void> {
  await tx
    .insertInto('channels')
    .values({ ...channel, active: true })
    .execute();
}

export async function updateChannel(tx: Tx, id: string, change: ChannelChange) {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(set).length === 0) {
    return tx.selectFrom('channels').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  }
  return tx.updateTable('channels').set(set).where('id', '=', id).returning(COLUMNS).executeTakeFirst();
}

export async function readChannel(db: Db, id: string) {
  return db.selectFrom('channels').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Holds the channel's row until the transaction ends, so that what is counted under it (keys, endpoints) is counted
 *  by one caller at a time. */
export async function lockChannel(tx: Tx, channelId: string): Promise<void> {
  await tx.selectFrom('channels').select('id').where('id', '=', channelId).forUpdate().execute();
}

/** Where a merchant's browser goes on to after the provider's consent; null when the channel named no place. */
export async function findOnboardingReturn(db: Db, id: string) {
  const row = await db
    .selectFrom('channels')
    .select(['name', 'onboarding_return_url as url'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.url == null ? null : { name: row.name, url: row.url };
}

/** Channels with their owners, newest first, and how many there are, up to a bound. Index: the primary key. */
export async function listChannels(db: Db, page: { limit: number; offset: number }) {
  const items = await db
    .selectFrom('channels as c')
    .leftJoin('owners as o', 'o.channel_id', 'c.id')
    .select(COLUMNS.map((column) => `c.${column}` as const))
    .select(['o.id as owner_id', 'o.email as owner_email'])
    .orderBy('c.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items, total: await countUpToBound(db, sql`from channels`) };
}
