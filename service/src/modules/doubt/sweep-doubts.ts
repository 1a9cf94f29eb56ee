import type { Ctx } from '../../context.ts';
import { heldWork } from '../../db/due.ts';
import { newWorkPool, type WorkPool } from '../../lib/work-pool.ts';
import type { DoubtKind, OpenRow } from './kind.ts';
import { claimDue, hold } from './queries.ts';
import { unrecordedForMs } from './schedule.ts';
import { check } from './settle.ts';

// Each waits for the provider most of its time.
const PLACES = 64;

/** A sweep: what is in doubt is asked for or read back, many at once, until it is settled. Age alone settles nothing. */
export function sweepOfDoubts(ctx: Ctx, kind: DoubtKind): WorkPool {
  const work = heldWork<OpenRow>(ctx.clock, {
    claim: (claim) => claimDue(ctx.db, kind, claim),
    act: (held, { cut }) => check(ctx, kind, held, cut),
    hold: (held, until) => hold(ctx.db, kind, held, until),
    againMs: ({ id }) => unrecordedForMs(kind, id),
  });
  return newWorkPool(work, { places: PLACES });
}
