import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { countUnsettled } from '../../db/due.ts';
import { inTransaction, type Db } from '../../db/tx.ts';
import { needsPerson } from '../../lib/doubt.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { checkCharge } from '../charges/index.ts';
import { checkCapture } from '../payments/index.ts';
import { checkRefund } from '../refunds/index.ts';

interface UnsettledRow {
  id: string;
  kind: 'capture' | 'charge' | 'refund';
  state: string;
  transaction_id: string;
  merchant_id: string;
  channel_id: string | null;
  amount_cents: number;
  currency: string;
  since: Date;
  checks: number;
  next_check_at: Date;
  last_problem: string | null;
}

/** Captures, charges and refunds whose outcome is not certain, the oldest first: what a person looks at. Amounts are
 *  minor units. */
export async function listUnsettled(ctx: Ctx, page: { limit: number; offset: number }) {
  const now = ctx.clock.now();
  const [rows, ...counts] = await Promise.all([
    readUnsettled(ctx.db, page),
    countUnsettled(ctx.db, 'capture_attempts'),
    countUnsettled(ctx.db, 'vault_charges'),
    countUnsettled(ctx.db, 'refunds'),
  ]);
  const items = rows.map(({ since, next_check_at, ...row }) => ({
    ...row,
    since: since.toISOString(),
    next_check_at: next_check_at.toISOString(),
    needs_person: needsPerson(since, now, row.last_problem),
  }));
  return { items, total: counts.reduce((sum, count) => sum + count, 0) };
}

/** Asks the provider about one of them now. Refuses: unsettled_not_found, also for one that was settled meanwhile. */
export async function checkUnsettled(ctx: Ctx, id: string): Promise<{ id: string; settled: boolean }> {
  const checked =
    (await checkCapture(ctx, id)) ?? (await checkCharge(ctx, id)) ?? (await checkRefund(ctx, id));
  if (!checked) throw new Refusal('unsettled_not_found');
  const detail = { settled: checked.isSettled };
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx.clock, { actor: 'operator', action: 'unsettled.checked', subject: id, detail }),
  );
  return { id, settled: checked.isSettled };
}

// Indexes: capture_attempts_due, vault_charges_due and refunds_due, which hold what is open and nothing else.
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
