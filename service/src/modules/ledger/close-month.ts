import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** Closes a month of a channel in a currency: what is posted in it by whoever begins after the commit is late. */
export async function closeMonth(
  tx: Tx,
  closed: { channel_id: string; currency: string; month: string; now: Date },
): Promise<void> {
  await sql`
    update ledger_months set closed_at = ${closed.now}
    where channel_id = ${closed.channel_id} and currency = ${closed.currency} and month = ${closed.month}::date
      and closed_at is null`.execute(tx);
}
