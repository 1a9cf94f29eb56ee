import { sql } from 'kysely';
import { type Claim, dueRows } from '../../db/due.ts';
import type { Db } from '../../db/tx.ts';

export interface DueNotice {
  id: string;
  rail: string;
  notice_type: string;
  body: unknown;
  attempts: number;
}

/** Stores a notice once. Index: notice_is_known_once. */
export async function insertNotice(
  db: Db,
  notice: {
    id: string;
    rail: string;
    provider_notice_id: string;
    notice_type: string;
    body: string;
    received_at: Date;
    due_at: Date;
  },
): Promise<void> {
  await db
    .insertInto('notices')
    .values(notice)
    .onConflict((conflict) => conflict.constraint('notice_is_known_once').doNothing())
    .execute();
}

/** Takes due notices and pushes them away meanwhile. Index: notices_due. */
export async function claimDueNotices(db: Db, claim: Claim): Promise<DueNotice[]> {
  const result = await sql<DueNotice>`
    update notices
    set due_at = ${claim.held_until}, attempts = attempts + 1
    where id = any(array(${dueRows('notices', { key: 'id', at: 'due_at' }, claim)}))
    returning id, rail, notice_type, body, attempts`.execute(db);
  return result.rows;
}

/** Gives back what is still held by this claim: due at once, and not counted as an attempt. */
export async function giveNoticesBack(
  db: Db,
  notices: readonly Pick<DueNotice, 'id'>[],
  claim: Claim,
): Promise<void> {
  await sql`
    update notices
    set due_at = ${claim.now}, attempts = attempts - 1
    where id = any(${notices.map(({ id }) => id)}::uuid[]) and due_at = ${claim.held_until}`.execute(db);
}

export async function finishNotice(
  db: Db,
  id: string,
  end: { state: 'done' | 'abandoned'; now: Date },
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ state: end.state, due_at: null, acted_at: end.now })
    .where('id', '=', id)
    .execute();
}

export async function postponeNotice(
  db: Db,
  id: string,
  later: { due_at: Date; problem: string },
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ due_at: later.due_at, last_problem: later.problem })
    .where('id', '=', id)
    .where('state', '=', 'received')
    .execute();
}

/** Erases the bodies of up to `limit` notices that came before a time and are not waited for. Index: notices_with_body. */
export async function eraseBodies(db: Db, of: { before: Date; limit: number }): Promise<number> {
  const erased = await sql`
    update notices
    set body = 'null'::jsonb
    where id = any(array(
      select id from notices
      where due_at is null and body <> 'null'::jsonb and received_at < ${of.before}
      order by received_at
      limit ${of.limit}
      for update skip locked
    ))`.execute(db);
  return Number(erased.numAffectedRows ?? 0n);
}
