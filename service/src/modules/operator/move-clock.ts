import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { CLOCK_CHANNEL } from '../../db/follow-clock.ts';
import { inTransaction } from '../../db/tx.ts';
import { recordAudit } from '../audit/index.ts';

/** Moves the deployment's clock forward for every process of it and returns the offset reached. */
export async function moveClock(ctx: Ctx, seconds: number): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const moved = await sql<{ offset_seconds: number }>`
      insert into clock_offset as held (offset_seconds)
      values (${seconds})
      on conflict (only_row) do update set offset_seconds = held.offset_seconds + excluded.offset_seconds
      returning offset_seconds`.execute(tx);
    const { offset_seconds } = moved.rows[0]!;
    await sql`select pg_notify(${CLOCK_CHANNEL}, ${String(offset_seconds)})`.execute(tx);
    const detail = { seconds, offset_seconds };
    await recordAudit(tx, ctx.clock, { actor: 'operator', action: 'clock.moved', subject: 'clock', detail });
    return offset_seconds;
  });
}
