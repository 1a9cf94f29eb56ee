import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { earlier, HOUR_MS } from '../../lib/time.ts';

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

/** Keeps one answer, as `claimStatement` keeps many. */
export function claimOne({
  merchant_id,
  operation,
  key,
  fingerprint,
  answer,
  now,
}: NewAnswer): RawBuilder<{ key: string }> {
  const given = sql`(values (${merchant_id}::uuid, ${operation}, ${key}, ${fingerprint}::bytea, ${answer}, ${now}::timestamptz))
    as given (merchant_id, operation, key, fingerprint, answer, created_at)`;
  return claimStatement(given);
}

/** Keeps answers, as the body of a CTE that returns the merchants and keys of those that it kept: not of one where another
 *  answer is kept. `given` has the columns of the answers, and no key twice. A key older than its keeping is taken over as if it
 *  had never been used; one that another call holds is waited for, in the order of the keys, so that no two wait for each other. */
export function claimStatement(given: RawBuilder<unknown>): RawBuilder<{ merchant_id: string; key: string }> {
  return sql`
    insert into idempotency_keys as held (merchant_id, operation, key, fingerprint, answer, created_at)
    select merchant_id, operation, key, fingerprint, answer, created_at from ${given}
    order by merchant_id, operation, key
    on conflict (merchant_id, operation, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
      where held.created_at < excluded.created_at - make_interval(hours => ${KEPT_HOURS}::integer)
    returning merchant_id, key`;
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
  return earlier(now, KEPT_HOURS * HOUR_MS);
}
