import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { dueRows } from '../../db/due.ts';
import { earlier, HOUR_MS } from '../../lib/time.ts';

/** No provider takes one that is older. */
const KEPT_HOURS = 25;
const BATCH = 500;

/** A sweep: what nobody can use any more goes. Index: tokens_in_hand_by_age. */
export async function forgetTokensInHand({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const now = earlier(clock.now(), KEPT_HOURS * HOUR_MS);
  const old = dueRows('tokens_in_hand', { key: 'transaction_id', at: 'created_at' }, { now, limit: BATCH });
  const deleted = await sql`
    delete from tokens_in_hand
    where transaction_id = any(array(${old}))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0n);
}
