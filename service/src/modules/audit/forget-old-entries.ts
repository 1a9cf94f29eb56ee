import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { firstUuidAt } from '../../lib/ids.ts';
import { keptSince } from '../../lib/kept-since.ts';

const FORGOTTEN_AT_ONCE = 500;

/** A sweep: entries past their keeping are forgotten. Index: the primary key. Gap G64. */
export async function forgetOldEntries(ctx: Ctx): Promise<number> {
  const since = keptSince(ctx.clock, ctx.config.keep.audit_days);
  if (since === null) return 0;
  const deleted = await sql`
    delete from audit_entries
    where id = any(array(
      select id from audit_entries
      where id < ${firstUuidAt(since)}::uuid
      order by id
      limit ${FORGOTTEN_AT_ONCE}
      for update skip locked
    ))`.execute(ctx.db);
  return Number(deleted.numAffectedRows ?? 0n);
}
