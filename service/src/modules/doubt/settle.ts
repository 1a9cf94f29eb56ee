import type { Ctx } from '../../context.ts';
import { claimAt, heldWork } from '../../db/due.ts';
import { newWorkPool, type WorkPool } from '../../lib/work-pool.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import type { DoubtKind, OpenRow, Standing } from './kind.ts';
import { claimDue, claimOne, hold, readOpen, scheduleNext } from './queries.ts';
import { heldUntil, needsPerson, nextCheckAt } from './schedule.ts';

// Each waits for the provider most of its time.
const PLACES = 64;

/** A sweep: what is in doubt is asked for or read back, many at once, until it is settled. Age alone settles nothing. */
export function settlementOf(ctx: Ctx, kind: DoubtKind): WorkPool {
  const work = heldWork<OpenRow>(ctx.clock, {
    claim: (claim) => claimDue(ctx.db, kind, claim),
    act: (held, { cut }) => check(ctx, kind, held, cut),
    hold: (held, until) => hold(ctx.db, kind, held, until),
  });
  return newWorkPool(work, { places: PLACES });
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
  if (!row) return (await readOpen(ctx.db, kind, id)) ? { isSettled: false } : null;
  return { isSettled: await check(ctx, kind, { ...row, held_until: claim.held_until }, UNTIL_DONE.cut) };
}

/** Ends one of a kind as not done, on a person's word. `young` is one that does not need a person yet, `under_way` one that is
 *  being asked for, `elsewhere` one of a kind that has an operation of its own for that. */
export async function endByHand(
  ctx: Ctx,
  kind: DoubtKind,
  id: string,
): Promise<'ended' | 'missing' | 'young' | 'under_way' | 'elsewhere'> {
  const now = ctx.clock.now();
  const open = await readOpen(ctx.db, kind, id);
  if (!open) return 'missing';
  if (!kind.endByHand) return 'elsewhere';
  if (!needsPerson(open.created_at, now, open.last_problem)) return 'young';
  const claim = claimAt(now, 1);
  // Whoever asks about it holds it for so long: what it hears is worth more than a person's word.
  const isHeld = open.next_check_at > now && open.next_check_at <= claim.held_until;
  const isCalled = open.state === kind.asking && now < heldUntil(open.updated_at);
  if (isHeld || isCalled || !(await claimOne(ctx.db, kind, id, claim))) return 'under_way';
  await kind.endByHand(ctx, id);
  return 'ended';
}

async function check(
  ctx: Ctx,
  kind: DoubtKind,
  row: Readonly<OpenRow & { held_until: Date }>,
  cut: AbortSignal,
): Promise<boolean> {
  const standing = await kind.settle(ctx, row.id, row.held_until).catch(failed(ctx, kind, row.id));
  if (standing === 'settled') return true;
  if (cut.aborted) return false;
  const now = ctx.clock.now();
  const { isAnswered, problem } = standing;
  const since = kind.sinceOf?.(row) ?? row.created_at;
  const next = { next_check_at: nextCheckAt({ since, now, isAnswered }), problem };
  // The time of the hold as it is now: it may have been held anew meanwhile.
  await scheduleNext(ctx.db, kind, row.id, next, { asking: kind.asking, held_until: row.held_until });
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
