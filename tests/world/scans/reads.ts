import type { Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../world.ts';

const LOOK_AGAIN_MS = 20;
const SERVICES = `
  select pid from pg_stat_activity where datname = current_database() and application_name like 'fairway-%'`;

/** What the service read of one table and its partitions. */
export interface Reads {
  /** Rows met by reading from one end to the other. */
  scanned: number;
  /** These, and index entries. */
  read: number;
}

/** Runs `work` and tells what the service read of each table meanwhile, by the server's own statistics. A connection hands
 *  its figures in when it ends at the latest, so the service is restarted; what it read just before `work` may count too. */
export async function readsDuring(
  world: World,
  client: Client,
  work: () => Promise<void>,
): Promise<ReadonlyMap<string, Reads>> {
  await client.query('select pg_stat_reset()');
  await work();
  await restart(world, client);
  const { rows } = await client.query<Reads & { table: string }>(`
    select coalesce(p.relname, t.relname) as table, sum(t.seq_tup_read)::float8 as scanned,
      sum(t.seq_tup_read + coalesce(i.read, 0))::float8 as read
    from pg_stat_user_tables t
    left join (
      select relid, sum(idx_tup_read) as read from pg_stat_user_indexes group by relid
    ) i on i.relid = t.relid
    left join pg_inherits h on h.inhrelid = t.relid
    left join pg_class p on p.oid = h.inhparent
    group by 1`);
  return new Map(rows.map(({ table, scanned, read }) => [table, { scanned, read }]));
}

async function restart(world: World, client: Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(SERVICES);
  const before = rows.map(({ pid }) => pid);
  await world.restart();
  for (;;) {
    const left = await client.query(`${SERVICES} and pid = any($1::int[])`, [before]);
    if (left.rows.length === 0) return;
    await pause(LOOK_AGAIN_MS);
  }
}
