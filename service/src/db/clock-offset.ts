import type { Db } from './tx.ts';

/** The channel on which processes of a test deployment hear that its clock was moved. */
export const CLOCK_CHANNEL = 'fairway_clock';

/** How far a test deployment's clock was moved, by whichever process. */
export async function readClockOffset(db: Db): Promise<number> {
  const row = await db.selectFrom('clock_offset').select('offset_seconds').executeTakeFirst();
  return row?.offset_seconds ?? 0;
}
