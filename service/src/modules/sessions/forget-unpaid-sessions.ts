import { sql } from 'kysely';
import { OPEN_MINUTES_MAX } from '../../../../wire/sessions/schemas.ts';
import type { Ctx } from '../../context.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import { keptSince } from '../../lib/kept-since.ts';
import { earlier, MINUTE_MS } from '../../lib/time.ts';

const BATCH = 500;

interface Quarter {
  from_at: Date;
  to_at: Date;
}

/** A sweep: sessions that nobody ever ordered by are forgotten when their quarter is past its keeping. Those with an order
 *  or an instrument stay for ever. Returns how many were looked at. Gap G64. */
export async function forgetUnpaidSessions(ctx: Ctx): Promise<number> {
  const since = keptSince(ctx.clock, ctx.config.keep.sessions_days);
  if (since === null) return 0;
  const quarter = await oldestUnwalked(ctx.db, earlier(since, OPEN_MINUTES_MAX * MINUTE_MS));
  return quarter ? inTransaction(ctx.db, (tx) => walkOn(tx, quarter)) : 0;
}

// What the default partition holds came when a clock was wrong, and stays.
async function oldestUnwalked(db: Db, before: Date): Promise<Quarter | undefined> {
  const { rows } = await sql<Quarter>`
    with partitions as (
      select pg_get_expr(c.relpartbound, c.oid) as bounds
      from pg_inherits h join pg_class c on c.oid = h.inhrelid
      where h.inhparent = 'checkout_sessions'::regclass
    ),
    quarters as (
      select substring(bounds from 'FROM \\(''([^'']+)''\\)')::timestamptz as from_at,
        substring(bounds from 'TO \\(''([^'']+)''\\)')::timestamptz as to_at
      from partitions
    )
    select from_at, to_at
    from quarters q
    where to_at <= ${before}
      and not exists (select from session_walks w where w.quarter_from = q.from_at and w.is_done)
    order by from_at
    limit 1`.execute(db);
  return rows[0];
}

// One process at a time goes on where the last one stopped.
async function walkOn(tx: Tx, { from_at, to_at }: Quarter): Promise<number> {
  await sql`
    insert into session_walks (quarter_from) values (${from_at}) on conflict do nothing`.execute(tx);
  const { rows: walks } = await sql<{ after_id: string }>`
    select after_id from session_walks
    where quarter_from = ${from_at} and not is_done
    for update skip locked`.execute(tx);
  if (!walks[0]) return 0;
  // Indexes: the primary key of the quarter's partition, transactions_by_session, vault_setups_by_session.
  const { rows } = await sql<{ looked_at: number; last: string | null }>`
    with looked as materialized (
      select id from checkout_sessions
      where created_at >= ${from_at} and created_at < ${to_at} and id > ${walks[0].after_id}
      order by id
      limit ${BATCH}
    ),
    gone as (
      delete from checkout_sessions s
      where s.id = any(array(select id from looked)) and s.created_at >= ${from_at} and s.created_at < ${to_at}
        and s.status = 'open'
        and (select true from transactions t where t.checkout_session_id = s.id limit 1) is null
        and (select true from vault_setups v where v.checkout_session_id = s.id limit 1) is null
    )
    select count(*) as looked_at, max(id) as last from looked`.execute(tx);
  const { looked_at, last } = rows[0]!;
  await sql`
    update session_walks
    set after_id = coalesce(${last}::text, after_id), is_done = ${looked_at < BATCH}
    where quarter_from = ${from_at}`.execute(tx);
  return looked_at;
}
