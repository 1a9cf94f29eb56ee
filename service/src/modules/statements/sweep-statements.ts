import { workOn, type WorkTime } from './close-months.ts';
import type { StatingCtx } from './stating-ctx.ts';

/** A sweep: what was begun is gone on with, then what is due is begun. Returns how many steps that was, so that a statement which
 *  takes several turns does not rest between them. */
export async function sweepStatements(ctx: StatingCtx, time: WorkTime): Promise<number> {
  return (await workOn(ctx, { period: null, channel_id: null, by: 'worker' }, time)).steps;
}
