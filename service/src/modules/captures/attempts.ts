import { isOpenCapture, OPEN_CAPTURE } from '../../db/open-captures.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { wayOf } from '../../lib/lifecycle.ts';
import type { RefusalName } from '../../refusals.ts';
import { problemToKeep } from '../doubt/index.ts';
import { type AttemptState, type AttemptTrigger, CAPTURE_ATTEMPT_MOVES } from './lifecycle.ts';

const COLUMNS = ['id', 'transaction_id', 'state', 'checks', 'created_at', 'updated_at'] as const;

/** `updated_at` is when it was sent or moved last. */
export type CaptureAttempt = RowOf<'capture_attempts', (typeof COLUMNS)[number]>;

/** Where captures that are not settled stand. */
export const CAPTURES = { table: 'capture_attempts', key: 'id' } as const;

/** The capture under way for a transaction. Index: one_open_capture_per_transaction. */
export async function openAttempt(db: Db, transactionId: string): Promise<CaptureAttempt | undefined> {
  return db
    .selectFrom('capture_attempts')
    .select(COLUMNS)
    .where('transaction_id', '=', transactionId)
    .where(isOpenCapture())
    .executeTakeFirst();
}

/** What became of an attempt so far. */
export async function readAttempt(
  db: Db,
  id: string,
): Promise<{ transaction_id: string; state: AttemptState; refusal: string | null; updated_at: Date }> {
  return db
    .selectFrom('capture_attempts')
    .select(['transaction_id', 'state', 'refusal', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** What was noted last of an attempt that is still open. Index: the primary key. */
export async function lastProblem(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('capture_attempts')
    .select('last_problem')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.last_problem ?? null;
}

/** Why the newest attempt for a transaction ended without money; null when it did not. Index:
 *  capture_attempts_by_transaction. */
export async function lastFailure(db: Db, transactionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('capture_attempts')
    .select('failure_code')
    .where('transaction_id', '=', transactionId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.failure_code ?? null;
}

export async function insertAttempt(
  tx: Tx,
  attempt: {
    id: string;
    transaction_id: string;
    state: 'sending' | 'unknown' | 'pending';
    now: Date;
    next_check_at: Date;
  },
): Promise<void> {
  const { now, ...row } = attempt;
  await tx
    .insertInto('capture_attempts')
    .values({ ...row, created_at: now, updated_at: now })
    .execute();
}

/** Moves an attempt by its table of moves; one that has ended stays as it is. An open state has the time of its next
 *  check, a settled one has none. */
export async function moveAttempt(
  tx: Tx,
  id: string,
  by: {
    trigger: AttemptTrigger;
    next_check_at: Date | null;
    now: Date;
    failure_code?: string;
    refusal?: RefusalName;
    last_problem?: string;
  },
): Promise<void> {
  const { now, trigger, last_problem, ...set } = by;
  const why = last_problem === undefined ? {} : { last_problem: problemToKeep(last_problem) };
  const { from, to } = wayOf(CAPTURE_ATTEMPT_MOVES, trigger);
  await tx
    .updateTable('capture_attempts')
    .set({ ...set, ...why, state: to, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .execute();
}

/** Leaves an attempt as unknown that is under way since then, by a process that is no more. When it was sent stays. */
export async function abandonAttempt(
  db: Db,
  attempt: Pick<CaptureAttempt, 'id' | 'updated_at'>,
): Promise<void> {
  const { to } = wayOf(CAPTURE_ATTEMPT_MOVES, 'no_answer');
  await db
    .updateTable('capture_attempts')
    .set({ state: to })
    .where('id', '=', attempt.id)
    .where('state', '=', 'sending')
    .where('updated_at', '=', attempt.updated_at)
    .execute();
}

/** An attempt that is still open, by its id. */
export async function findOpenAttempt(db: Db, id: string): Promise<CaptureAttempt | undefined> {
  return db
    .selectFrom('capture_attempts')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('state', 'in', OPEN_CAPTURE)
    .executeTakeFirst();
}
