import type { Ctx } from '../../context.ts';
import { claimAt } from '../../db/due.ts';
import { type Turn, UNTIL_DONE, workThrough } from '../../lib/turn.ts';
import type { DoubtKind, OpenRow, Standing } from './kind.ts';
import { claimDue, claimOne, giveBack, isOpen, scheduleNext } from './queries.ts';
import { needsPerson, nextCheckAt } from './schedule.ts';

const BATCH = 20;

/** A sweep: what is in doubt is asked for or read back until it is settled. Age alone settles nothing. Returns how many
 *  were looked at. */
export async function settleDue(ctx: Ctx, kind: DoubtKind, turn: Turn): Promise<number> {
  const claim = claimAt(ctx.clock.now(), BATCH);
  return workThrough(turn, await claimDue(ctx.db, kind, claim), {
    act: (row) => check(ctx, kind, { row, held_until: claim.held_until, turn }),
    giveBack: (rows) => giveBack(ctx.db, kind, { rows, claim }),
  });
}

/** Looks at one of a kind now, whenever it would be due; one whose call is still under way stays as it is. Null when no
 *  such one is open. */
export async function settleNow(
  ctx: Ctx,
  kind: DoubtKind,
  id: string,
): Promise<{ isSettled: boolean } | null> {
  const claim = claimAt(ctx.clock.now(), 1);
  const row = await claimOne(ctx.db, kind, id, claim);
  if (!row) return (await isOpen(ctx.db, kind, id)) ? { isSettled: false } : null;
  return { isSettled: await check(ctx, kind, { row, held_until: claim.held_until, turn: UNTIL_DONE }) };
}

async function check(
  ctx: Ctx,
  kind: DoubtKind,
  held: { row: OpenRow; held_until: Date; turn: Turn },
): Promise<boolean> {
  const { row, held_until, turn } = held;
  const standing = await kind.settle(ctx, row.id, held_until).catch(failed(ctx, kind, row.id));
  if (standing === 'settled') return true;
  if (turn.cut.aborted) return false;
  const now = ctx.clock.now();
  const { isAnswered, problem } = standing;
  const since = kind.sinceOf?.(row) ?? row.created_at;
  await scheduleNext(ctx.db, kind, row.id, {
    next_check_at: nextCheckAt({ since, now, isAnswered }),
    problem,
  });
  const line = { event: `${kind.name}.unsettled`, id: row.id, checks: row.checks, problem };
  if (needsPerson(row.created_at, now, problem)) ctx.log.error(line, `${kind.name} needs a person`);
  else ctx.log.warn(line, `${kind.name} not settled`);
  return false;
}

// One that cannot be settled must not hold up the others of its batch.
function failed(ctx: Ctx, kind: DoubtKind, id: string): (error: unknown) => Standing {
  return (error) => {
    ctx.log.error({ event: `${kind.name}.failed`, id, err: error }, `settling a ${kind.name} failed`);
    return { isAnswered: false };
  };
}
