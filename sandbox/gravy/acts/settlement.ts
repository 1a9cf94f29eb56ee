import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { insertRecord, lockRecord, putRecord, removeRecords } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { raiseTransaction } from '../notices/raise.ts';
import type { Posting, Refund, Transaction } from '../shapes/kinds.ts';
import { moment, type GravyWorld } from '../shapes/world.ts';

// Of ten thousand: what the card's bank, the scheme and the processor take.
const INTERCHANGE = 180;
const SCHEME = 15;
const MARKUP = 60;
const BATCH = 1_000;

/** Settles everything of an account that was captured, and everything that was given back of it since. Answers how
 *  many transactions were settled. */
export async function settleAccount(tx: Tx, world: GravyWorld, accountId: string): Promise<number> {
  const { rows } = await sql<{ id: string; is_settled: boolean }>`
    select id, body ->> 'settled' = 'true' as is_settled from records as transaction
    where kind = 'gravy_transaction' and body ->> 'account_id' = ${accountId}
      and body ->> 'status' = 'capture_succeeded'
      and (body ->> 'settled' = 'false' or exists (
        select from records
        where kind = 'gravy_refund' and body ->> 'transaction_id' = transaction.id
          and body ->> 'status' = 'succeeded' and body ->> 'settled' = 'false'
      ))
    order by seq limit ${BATCH}`.execute(tx);
  let settled = 0;
  for (const { id, is_settled } of rows) {
    if ((await settleTransaction(tx, world, id)) && !is_settled) settled += 1;
  }
  return settled;
}

/** Settles one transaction with what was given back of it so far. Answers false when it was not captured. */
export async function settleTransaction(tx: Tx, world: GravyWorld, id: string): Promise<boolean> {
  const transaction = await lockRecord(tx, 'gravy_transaction', id);
  await removeRecords(tx, 'timer', id);
  if (transaction?.status !== 'capture_succeeded') return false;
  const settled = transaction.settled ? transaction : await settleCapture(tx, world, transaction);
  await settleRefunds(tx, world, settled);
  return true;
}

async function settleCapture(tx: Tx, world: GravyWorld, transaction: Transaction): Promise<Transaction> {
  const posting = postingOf(world, transaction, { amount: transaction.captured_amount, refund_id: null });
  await insertRecord(tx, 'gravy_settlement', posting.id, posting);
  const settled: Transaction = {
    ...transaction,
    settled: true,
    settled_amount: posting.amount - posting.commission,
    updated_at: moment(world),
  };
  await putRecord(tx, 'gravy_transaction', settled.id, settled);
  await raiseTransaction(tx, world, settled, 'settled');
  return settled;
}

// Refunds change under the lock of their transaction, which the caller has.
async function settleRefunds(tx: Tx, world: GravyWorld, transaction: Transaction): Promise<void> {
  const { rows } = await sql<{ refund: Refund }>`
    select body as refund from records
    where kind = 'gravy_refund' and body ->> 'transaction_id' = ${transaction.id}
      and body ->> 'status' = 'succeeded' and body ->> 'settled' = 'false'
    order by seq limit ${BATCH}`.execute(tx);
  for (const { refund } of rows) {
    const posting = {
      ...postingOf(world, transaction, { amount: refund.amount, refund_id: refund.id }),
      commission: 0,
      interchange: 0,
      markup: 0,
      scheme_fee: 0,
    };
    await insertRecord(tx, 'gravy_refund_settlement', posting.id, posting);
    await putRecord(tx, 'gravy_refund', refund.id, { ...refund, settled: true });
  }
}

/** The cardholder's bank takes money back: the transaction is disputed, and the report tells of it. */
export async function chargeBack(
  tx: Tx,
  world: GravyWorld,
  of: { transaction: Transaction; amount: number },
): Promise<Posting> {
  const posting: Posting = {
    ...postingOf(world, of.transaction, { amount: of.amount, refund_id: null }),
    commission: 1_500,
    interchange: 0,
    markup: 1_500,
    scheme_fee: 0,
  };
  await insertRecord(tx, 'gravy_chargeback', posting.id, posting);
  const disputed = { ...of.transaction, disputed: true, updated_at: moment(world) };
  await putRecord(tx, 'gravy_transaction', disputed.id, disputed);
  return posting;
}

function postingOf(
  world: GravyWorld,
  transaction: Transaction,
  of: { amount: number; refund_id: string | null },
): Posting {
  const share = (per: number): number => Math.round((of.amount * per) / 10_000);
  const [interchange, scheme_fee, markup] = [share(INTERCHANGE), share(SCHEME), share(MARKUP)];
  return {
    id: randomUUID(),
    transaction_id: transaction.id,
    refund_id: of.refund_id,
    amount: of.amount,
    commission: interchange + scheme_fee + markup,
    interchange,
    markup,
    scheme_fee,
    report_id: randomUUID(),
    posted_at: moment(world),
  };
}
