import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

const KEPT_HOURS = 72;

/** A merchant's key of one operation. */
export interface AnswerPlace {
  merchant_id: string;
  operation: string;
  key: string;
}

/** What is kept under it: what was asked with, and what was answered. */
export interface NewAnswer extends AnswerPlace {
  fingerprint: Buffer;
  answer: string;
  now: Date;
}

/** Keeps an answer, as the body of a CTE that returns the key, and nothing when another answer is kept. A key older than its
 *  keeping is taken over as if it had never been used; one that another call holds is waited for. */
export function claimStatement({
  merchant_id,
  operation,
  key,
  fingerprint,
  answer,
  now,
}: NewAnswer): RawBuilder<{
  key: string;
}> {
  return sql`
    insert into idempotency_keys as held (merchant_id, operation, key, fingerprint, answer, created_at)
    values (${merchant_id}::uuid, ${operation}, ${key}, ${fingerprint}, ${answer}, ${now})
    on conflict (merchant_id, operation, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
      where held.created_at < ${lapsedBy(now)}
    returning key`;
}

/** The answer kept against a merchant's key, also one past its keeping that is not deleted yet. */
export async function readAnswer(
  db: Db,
  of: AnswerPlace,
): Promise<{ fingerprint: Buffer; answer: string; created_at: Date } | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer', 'created_at'])
    .where('merchant_id', '=', of.merchant_id)
    .where('operation', '=', of.operation)
    .where('key', '=', of.key)
    .executeTakeFirst();
}

/** Deletes up to `limit` answers that are past their keeping. Index: idempotency_keys_by_age. */
export async function deleteLapsedAnswers(db: Db, of: { now: Date; limit: number }): Promise<number> {
  const deleted = await sql`
    delete from idempotency_keys
    where ctid = any(array(
      select ctid from idempotency_keys
      where created_at < ${lapsedBy(of.now)}
      order by created_at
      limit ${of.limit}
      for update skip locked
    ))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0n);
}

/** What was kept before this is past its keeping at `now`. */
export function lapsedBy(now: Date): Date {
  return new Date(now.getTime() - KEPT_HOURS * 3_600_000);
}
