import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { inTransaction, type Db } from '../../db/tx.ts';
import { refused, type Refused } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import { countOpen, type DoubtKind, needsPerson, settleNow } from '../doubt/index.ts';

interface UnsettledRow {
  id: string;
  kind: DoubtKind['name'];
  state: string;
  transaction_id: string | null;
  merchant_id: string;
  channel_id: string | null;
  amount_cents: number;
  currency: string;
  since: Date;
  checks: number;
  next_check_at: Date;
  last_problem: string | null;
}

/** Captures, charges, refunds, savings, answers to disputes and text messages whose outcome is not certain, the oldest first: what a person
 *  looks at. Amounts are minor units; a saving takes none and has no transaction, an answer's is what is disputed. */
export async function listUnsettled(
  ctx: Ctx,
  doubts: readonly DoubtKind[],
  page: { limit: number; offset: number },
) {
  const now = ctx.clock.now();
  const [rows, ...counts] = await Promise.all([
    readUnsettled(ctx.db, page),
    ...doubts.map((kind) => countOpen(ctx.db, kind)),
  ]);
  const items = rows.map(({ since, next_check_at, ...row }) => ({
    ...row,
    since: since.toISOString(),
    next_check_at: next_check_at.toISOString(),
    needs_person: needsPerson(since, now, row.last_problem),
  }));
  return { items, total: counts.reduce((sum, count) => sum + count, 0) };
}

/** Asks the provider about one of them now. Refused: unsettled_not_found, also for one that was settled meanwhile. */
export async function checkUnsettled(
  ctx: Ctx,
  doubts: readonly DoubtKind[],
  id: string,
): Promise<{ readonly kind: 'checked'; readonly settled: boolean } | Refused> {
  const checked = await checkFirst(ctx, doubts, id);
  if (!checked) return refused('unsettled_not_found');
  const detail = { settled: checked.isSettled };
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx.clock, { actor: 'operator', action: 'unsettled.checked', subject: id, detail }),
  );
  return { kind: 'checked', settled: checked.isSettled };
}

// An id is of one kind.
async function checkFirst(
  ctx: Ctx,
  doubts: readonly DoubtKind[],
  id: string,
): Promise<{ isSettled: boolean } | null> {
  for (const kind of doubts) {
    const checked = await settleNow(ctx, kind, id);
    if (checked) return checked;
  }
  return null;
}

// Indexes: capture_attempts_due, vault_charges_due, refunds_due, vault_setups_due, dispute_actions_due and
// text_to_pay_requests_due, which hold what is open and nothing else; the primary keys of transactions and of each partition
// of sessions.
async function readUnsettled(db: Db, page: { limit: number; offset: number }): Promise<UnsettledRow[]> {
  const result = await sql<UnsettledRow>`
    select id, kind, state, transaction_id, merchant_id, channel_id, amount_cents, currency, since, checks, next_check_at,
      last_problem
    from (
      select a.id, 'capture' as kind, a.state, t.id as transaction_id, t.merchant_id, t.channel_id, t.amount_cents,
        t.currency, a.created_at as since, a.checks, a.next_check_at, a.last_problem
      from capture_attempts a
      cross join ${transactionOf('a')} t
      where a.next_check_at is not null
      union all
      select t.id, 'charge' as kind, c.state, t.id as transaction_id, t.merchant_id, t.channel_id, t.amount_cents,
        t.currency, c.created_at as since, c.checks, c.next_check_at, c.last_problem
      from vault_charges c
      cross join ${transactionOf('c')} t
      where c.next_check_at is not null
      union all
      select r.id, 'refund' as kind, r.state, t.id as transaction_id, t.merchant_id, t.channel_id, r.amount_cents,
        t.currency, r.created_at as since, r.checks, r.next_check_at, r.last_problem
      from refunds r
      cross join ${transactionOf('r')} t
      where r.next_check_at is not null
      union all
      select v.id, 'saving' as kind, v.state, null::uuid as transaction_id, v.merchant_id, s.channel_id, s.amount_cents,
        s.currency, v.created_at as since, v.checks, v.next_check_at, v.last_problem
      from vault_setups v
      cross join lateral (
        select channel_id, amount_cents, currency from checkout_sessions
        where id = v.checkout_session_id limit 1
      ) s
      where v.next_check_at is not null
      union all
      select q.id, 'dispute_action' as kind, q.state, d.transaction_id, q.merchant_id, d.channel_id,
        coalesce(d.amount_cents, 0) as amount_cents, d.currency, q.created_at as since, q.checks, q.next_check_at,
        q.last_problem
      from dispute_actions q
      cross join lateral (
        select transaction_id, channel_id, amount_cents, currency from disputes
        where id = q.dispute_id limit 1
      ) d
      where q.next_check_at is not null
      union all
      select p.id, 'text_message' as kind, p.state, p.transaction_id, p.merchant_id, p.channel_id, p.amount_cents,
        p.currency, p.created_at as since, p.checks, p.next_check_at, p.last_problem
      from text_to_pay_requests p
      where p.next_check_at is not null
    ) open
    order by since, id
    limit ${page.limit}
    offset ${page.offset}`.execute(db);
  return result.rows;
}

// Looked up for each: joined, all transactions may be read for the few that are open.
function transactionOf(open: string): RawBuilder<unknown> {
  return sql`lateral (
    select id, merchant_id, channel_id, amount_cents, currency from transactions
    where id = ${sql.ref(`${open}.transaction_id`)} limit 1
  )`;
}
