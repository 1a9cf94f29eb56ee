import type { Ctx } from '../../context.ts';
import { deleteOldWindows } from './queries.ts';

const WINDOWS_AT_ONCE = 5_000;

/** A sweep: budget windows that are over are deleted. */
export async function forgetOldWindows(ctx: Ctx): Promise<number> {
  return deleteOldWindows(ctx.db, WINDOWS_AT_ONCE);
}
