import { sql } from 'kysely';
import { type Claim, dueRows, type DueTable, type Hold, holdRows } from '../../db/due.ts';
import { countUpToBound } from '../../db/count.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';

const DUE = ['id', 'rail', 'rail_account_id', 'notice_type', 'body', 'attempts'] as const;

export type DueNotice = RowOf<'notices', (typeof DUE)[number]>;

/** Since when a notice that is not dealt with has waited, beside when it is due. Index: notices_due. */
export const NOTICES_WAITING = {
  table: 'notices',
  at: 'due_at',
  since: 'received_at',
} as const satisfies DueTable & {
  since: string;
};

const ANEW = { state: 'received', attempts: 0, last_problem: null, acted_at: null } as const;

export interface NewNotice {
  id: string;
  rail: string;
  /** The account that it was genuine for; null where it is for the deployment. */
  rail_account_id: string | null;
  provider_notice_id: string;
  notice_type: string;
  body: string;
  received_at: Date;
  due_at: Date;
}

/** Stores notices, each once; one that was given up and comes again is due again. Index: notice_is_known_once. */
export async function insertNotices(db: Db, notices: readonly NewNotice[]): Promise<void> {
  // One statement may meet a row once only, and two of them meet rows in one order.
  const once = new Map(notices.map((notice) => [`${notice.rail} ${notice.provider_notice_id}`, notice]));
  const rows = [...once].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, notice]) => notice);
  await sql`
    insert into notices (id, rail, rail_account_id, provider_notice_id, notice_type, body, received_at, due_at)
    select id, rail, rail_account_id, provider_notice_id, notice_type, body::jsonb, received_at, due_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (id uuid, rail text, rail_account_id uuid, provider_notice_id text,
      notice_type text, body text, received_at timestamptz, due_at timestamptz)
    on conflict on constraint notice_is_known_once do update
      set state = 'received', attempts = 0, last_problem = null, acted_at = null, body = excluded.body,
        due_at = excluded.due_at
      where notices.state = 'abandoned'`.execute(db);
}

/** Takes due notices and pushes them away meanwhile. Index: notices_due. */
export async function claimDueNotices(db: Db, claim: Claim): Promise<DueNotice[]> {
  const result = await sql<DueNotice>`
    update notices
    set due_at = ${claim.held_until}, attempts = attempts + 1
    where id = any(array(${dueRows('notices', { key: 'id', at: 'due_at' }, claim)}))
    returning ${sql.join(DUE.map((column) => sql.ref(column)))}`.execute(db);
  return result.rows;
}

export type HeldNotice = DueNotice & Hold;

/** Holds notices that are still held as they were until another time. */
export async function holdNotices(db: Db, held: readonly HeldNotice[], until: Date): Promise<void> {
  await holdRows(db, {
    table: 'notices',
    columns: { key: 'id', at: 'due_at' },
    held: held.map(({ id, held_until }) => ({ key: id, held_until })),
    until,
  });
}

/** Gives back what is still held: due at once, and not counted as an attempt. */
export async function giveNoticesBack(
  db: Db,
  held: readonly Pick<HeldNotice, 'id' | 'held_until'>[],
  now: Date,
): Promise<void> {
  await sql`
    update notices
    set due_at = ${now}, attempts = attempts - 1
    where id = any(${held.map(({ id }) => id)}::uuid[])
      and due_at = any(${held.map(({ held_until }) => held_until.toISOString())}::timestamptz[])`.execute(db);
}

export async function finishNotices(
  db: Db,
  ids: readonly string[],
  end: { state: 'done' | 'abandoned'; now: Date },
): Promise<void> {
  await sql`
    update notices set state = ${end.state}, due_at = null, acted_at = ${end.now}
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Notices that were given up, the latest first. Index: notices_abandoned. */
export async function listAbandoned(
  db: Db,
  page: { limit: number; offset: number },
): Promise<{ items: AbandonedNotice[]; total: number }> {
  const items = await db
    .selectFrom('notices')
    .select(['id', 'rail', 'provider_notice_id', 'notice_type', 'attempts', 'last_problem'])
    .select(['received_at', 'acted_at'])
    .where(IS_ABANDONED)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items, total: await countUpToBound(db, sql`from notices where ${IS_ABANDONED}`) };
}

export interface AbandonedNotice {
  id: string;
  rail: string;
  provider_notice_id: string;
  notice_type: string;
  attempts: number;
  last_problem: string | null;
  received_at: Date;
  acted_at: Date | null;
}

// Written out, so that the index of the abandoned ones can be used.
const IS_ABANDONED = sql<boolean>`state = 'abandoned'`;

/** Makes a notice that was given up due again, from its first attempt; false when there is no such one, or nothing is left
 *  of its words. */
export async function renewNotice(tx: Tx, id: string, now: Date): Promise<boolean> {
  const renewed = await tx
    .updateTable('notices')
    .set({ ...ANEW, due_at: now })
    .where('id', '=', id)
    .where(IS_ABANDONED)
    .where(sql<boolean>`body <> 'null'::jsonb`)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n;
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
