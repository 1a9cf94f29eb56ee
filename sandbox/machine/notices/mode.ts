import { sql } from 'kysely';
import { noticeMode } from './queue.ts';
import { lockKey, putRecord } from '../store/records.ts';
import type { NoticeMode } from '../store/shapes.ts';
import { transact, type World } from '../world.ts';

const SHUFFLE_MS = 1_000;

/** Says how notices are treated from now on. What is held stays held until it is released. */
export async function setNoticeMode(world: World, mode: NoticeMode): Promise<void> {
  await putRecord(world.db, 'setting', 'notices', { mode });
}

/** Makes everything held due now (in random order after shuffle) and goes back to deliver.
 *  Answers how many were held. */
export async function releaseNotices(world: World): Promise<number> {
  return transact(world, async (tx) => {
    await lockKey(tx, 'release');
    const spread = (await noticeMode(tx)) === 'shuffle' ? SHUFFLE_MS : 0;
    const now = world.clock.now().getTime();
    const { rows: held } = await sql<{ id: string }>`
      select id from records
      where kind = 'delivery' and body ->> 'state' = 'held' order by seq for update`.execute(tx);
    for (const { id } of held) {
      // Due at a random moment just past: the sender goes by that order.
      const due_at = new Date(now - Math.floor(Math.random() * spread)).toISOString();
      await sql`
        update records
        set body = body || ${JSON.stringify({ state: 'waiting', due_at })}::jsonb, updated_at = now()
        where kind = 'delivery' and id = ${id}`.execute(tx);
    }
    await putRecord(tx, 'setting', 'notices', { mode: 'deliver' });
    world.raisedIn.add(tx);
    return held.length;
  });
}
