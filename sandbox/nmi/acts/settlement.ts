import { sql } from 'kysely';
import { insertRecord, putRecord, removeRecords } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { raiseBatch } from '../notices/raise.ts';
import type { Transaction } from '../shapes/kinds.ts';
import { later, newNumber, stamp, type NmiWorld } from '../shapes/world.ts';

/** After this long the processor settles what was taken or given back. */
const SETTLE_SECONDS = 86_400;
const BATCH_MAX = 1_000;

/** Has the account's next batch come by itself: what was taken or given back until then is of it. */
export async function settleLater(
  tx: Tx,
  world: NmiWorld,
  accountId: string,
  seconds = SETTLE_SECONDS,
): Promise<void> {
  const id = `nmi:${accountId}`;
  const due_at = later(world, seconds).toISOString();
  await insertRecord(tx, 'timer', id, { id, due_at, action: 'nmi_settle', target_id: accountId });
}

/** Settles what of an account waits for it, as one batch, and tells of it; what is more than a batch holds follows at once.
 *  Answers how many transactions. */
export async function settleAccount(tx: Tx, world: NmiWorld, accountId: string): Promise<number> {
  await removeRecords(tx, 'timer', `nmi:${accountId}`);
  const { rows } = await sql<{ body: Transaction }>`
    select body from records
    where kind = 'nmi_transaction' and body ->> 'account_id' = ${accountId}
      and body ->> 'condition' = 'pendingsettlement'
    order by seq limit ${BATCH_MAX} for update`.execute(tx);
  if (rows.length === 0) return 0;
  const batch = newNumber(8);
  const date = stamp(world.clock.now());
  const settled = rows.map(({ body }): Transaction => {
    const action = {
      action_type: 'settle',
      amount: body.amount,
      date,
      success: true,
      response_text: 'ACCEPTED',
      response_code: '100',
      reference: batch,
    } as const;
    return { ...body, condition: 'complete', actions: [...body.actions, action] };
  });
  for (const transaction of settled) await putRecord(tx, 'nmi_transaction', transaction.id, transaction);
  const amount = settled.reduce((sum, one) => sum + (one.original_id === null ? one.amount : -one.amount), 0);
  await raiseBatch(tx, world, accountId, {
    kind: 'settlement',
    id: batch,
    transactions: settled,
    amount: Math.max(0, amount),
  });
  if (settled.length === BATCH_MAX) await settleLater(tx, world, accountId, 0);
  return settled.length;
}
