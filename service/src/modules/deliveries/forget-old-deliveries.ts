import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { dropPartitionsBefore } from '../../db/drop-partitions.ts';
import { firstUuidAt } from '../../lib/ids.ts';
import { keptSince } from '../../lib/kept-since.ts';

const BATCH = 500;

/** A sweep: attempts and finished deliveries of events past their keeping are forgotten, by whole quarters; what a default
 *  partition holds of them, by batches. The events themselves stay. Returns how many quarters and rows went. Gap G64. */
export async function forgetOldDeliveries(ctx: Ctx): Promise<number> {
  const { attempts_days, deliveries_days } = ctx.config.keep;
  const attempts = await forget(ctx, { table: 'delivery_attempts', days: attempts_days });
  return attempts + (await forget(ctx, { table: 'deliveries_finished', days: deliveries_days }));
}

async function forget(
  ctx: Ctx,
  old: { table: keyof typeof IN_DEFAULT; days: number | null },
): Promise<number> {
  const since = keptSince(ctx.clock, old.days);
  if (since === null) return 0;
  const dropped = await dropPartitionsBefore(ctx.db, old.table, since);
  const deleted = await IN_DEFAULT[old.table](firstUuidAt(since)).execute(ctx.db);
  return dropped + Number(deleted.numAffectedRows ?? 0n);
}

// Rows come there that are older than the partitions, and when a clock was moved far. Index: the primary keys.
const IN_DEFAULT = {
  delivery_attempts: (before: string): RawBuilder<unknown> => sql`
    delete from delivery_attempts_default
    where ctid = any(array(
      select ctid from delivery_attempts_default
      where event_id < ${before}::uuid
      order by event_id
      limit ${BATCH}
      for update skip locked
    ))`,
  deliveries_finished: (before: string): RawBuilder<unknown> => sql`
    delete from deliveries_finished_default
    where ctid = any(array(
      select ctid from deliveries_finished_default
      where event_id < ${before}::uuid
      order by event_id
      limit ${BATCH}
      for update skip locked
    ))`,
} as const;
