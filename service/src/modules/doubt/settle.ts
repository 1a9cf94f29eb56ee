import type { Ctx } from '../../context.ts';
import { claimAt } from '../../db/due.ts';
import { inTransaction, isUnavailable, type Tx } from '../../db/tx.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { later } from '../../lib/time.ts';
import type { DoubtKind, OpenRow, Standing } from './kind.ts';
import { claimOne, readOpen, scheduleNext } from './queries.ts';
import { needsPerson, nextCheckAt, OTHER_MONEY, unrecordedForMs } from './schedule.ts';

/** `isUnrecorded` where the database failed, and nothing hinders another look as soon as it may be back. */
type LookedAt = 'settled' | (Exclude<Standing, 'settled'> & { isUnrecorded?: boolean });

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

/** Ends one of a kind as not done, on a person's word, which `tell` writes down in the same transaction. `young` is one that needs
 *  no person yet, `under_way` one that somebody asks about, `not_by_word` one whose end the provider or another operation tells. */
export async function endByHand(
  ctx: Ctx,
  kind: DoubtKind,
  id: string,
  tell: (tx: Tx) => Promise<void>,
): Promise<'ended' | 'missing' | 'young' | 'under_way' | 'not_by_word'> {
  const now = ctx.clock.now();
  const open = await readOpen(ctx.db, kind, id);
  if (!open) return 'missing';
  const { endByHand: end } = kind;
  // What the provider holds back it can be asked about; other money than was asked for was taken.
  if (!end || open.state === 'pending' || open.last_problem === OTHER_MONEY) return 'not_by_word';
  if (!needsPerson(open.created_at, now)) return 'young';
  const one = await claimOne(ctx.db, kind, id, { ...claimAt(now, 1), unlessHeld: true });
  if (!one) return 'under_way';
  return inTransaction(ctx.db, async (tx) => {
    if (!(await end(tx, ctx, one))) return 'under_way';
    await tell(tx);
    return 'ended';
  });
}

/** Has one be settled by its kind, and says when it is looked at next if it is not. */
export async function check(
  ctx: Ctx,
  kind: DoubtKind,
  row: Readonly<OpenRow & { held_until: Date }>,
  cut: AbortSignal,
): Promise<boolean> {
  const standing: LookedAt = await kind.settle(ctx, row.id, row.held_until).catch(failed(ctx, kind, row.id));
  if (standing === 'settled') return true;
  if (cut.aborted) return false;
  const now = ctx.clock.now();
  const { isAnswered, isUnrecorded, problem } = standing;
  const since = kind.sinceOf?.(row) ?? row.created_at;
  const next_check_at = isUnrecorded
    ? later(now, unrecordedForMs(kind, row.id))
    : nextCheckAt({ since, now, isAnswered });
  const next = { next_check_at, problem };
  // The time of the hold as it is now: it may have been held anew meanwhile.
  await scheduleNext(ctx.db, kind, row.id, next, { asking: kind.asking, held_until: row.held_until });
  const line = { event: `${kind.name}.unsettled`, id: row.id, checks: row.checks, problem };
  if (needsPerson(row.created_at, now, problem)) ctx.log.error(line, `${kind.name} needs a person`);
  else ctx.log.warn(line, `${kind.name} not settled`);
  return false;
}

// One that cannot be settled must not hold up the others of its batch.
function failed(ctx: Ctx, kind: DoubtKind, id: string): (error: unknown) => LookedAt {
  return (error) => {
    ctx.log.error({ event: `${kind.name}.failed`, id, err: error }, `settling a ${kind.name} failed`);
    return { isAnswered: false, isUnrecorded: isUnavailable(error) };
  };
}
