import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { inTransaction, type Db } from '../../db/tx.ts';
import { refused, type Refused } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import { countOpen, type DoubtKind, endByHand, needsPerson, settleNow } from '../doubt/index.ts';

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

/** What was asked of a provider and is not certain, of each of these kinds, the oldest first: what a person looks at.
 *  Amounts are minor units; a saving takes none and has no transaction, an answer's is what is disputed. */
export async function listUnsettled(
  ctx: Ctx,
  doubts: readonly DoubtKind[],
  page: { limit: number; offset: number },
) {
  const [rows, ...counts] = await Promise.all([
    readUnsettled(ctx.db, doubts, page),
    ...doubts.map((kind) => countOpen(ctx.db, kind)),
  ]);
  return { items: viewsOf(ctx, rows), total: counts.reduce((sum, count) => sum + count, 0) };
}

/** The same of these ids alone, whichever kinds they are of. */
export async function listUnsettledOf(ctx: Ctx, doubts: readonly DoubtKind[], ids: readonly string[]) {
  return viewsOf(ctx, await readUnsettledOf(ctx.db, doubts, ids));
}

function viewsOf(ctx: Ctx, rows: readonly UnsettledRow[]) {
  const now = ctx.clock.now();
  return rows.map(({ since, next_check_at, ...row }) => ({
    ...row,
    since: since.toISOString(),
    next_check_at: next_check_at.toISOString(),
    needs_person: needsPerson(since, now, row.last_problem),
  }));
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

const NOT_ENDED = {
  missing: 'unsettled_not_found',
  young: 'unsettled_needs_no_person',
  under_way: 'unsettled_under_way',
  not_by_word: 'unsettled_not_by_word',
} as const;

/** Ends one of them as not done: somebody has agreed on that with the provider. Refused: unsettled_not_found,
 *  unsettled_needs_no_person, unsettled_under_way, unsettled_not_by_word. */
export async function settleUnsettled(
  ctx: Ctx,
  doubts: readonly DoubtKind[],
  { id, note }: { id: string; note: string },
): Promise<{ readonly kind: 'settled' } | Refused> {
  for (const kind of doubts) {
    const detail = { kind: kind.name, outcome: 'not_done', note };
    const entry = { actor: 'operator', action: 'unsettled.settled', subject: id, detail } as const;
    const end = await endByHand(ctx, kind, id, (tx) => recordAudit(tx, ctx.clock, entry));
    if (end === 'ended') return { kind: 'settled' };
    if (end !== 'missing') return refused(NOT_ENDED[end]);
  }
  return refused(NOT_ENDED.missing);
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
// text_to_pay_requests_due, which hold what is open and nothing else; the primary keys of what each is about.
async function readUnsettled(
  db: Db,
  doubts: readonly DoubtKind[],
  page: { limit: number; offset: number },
): Promise<UnsettledRow[]> {
  const result = await sql<UnsettledRow>`
    select id, kind, state, transaction_id, merchant_id, channel_id, amount_cents, currency, since, checks, next_check_at,
      last_problem
    from (${sql.join(
      doubts.map((kind) => openOf(kind, sql`open.next_check_at is not null`)),
      sql` union all `,
    )}) unsettled
    order by since, id
    limit ${page.limit}
    offset ${page.offset}`.execute(db);
  return result.rows;
}

// Indexes: the primary keys. Said in the values that they are open: as a condition beside the key, they would be looked for in the
// index of all that is open.
async function readUnsettledOf(
  db: Db,
  doubts: readonly DoubtKind[],
  ids: readonly string[],
): Promise<UnsettledRow[]> {
  const named = (kind: DoubtKind) =>
    sql`open.${sql.ref(kind.key)} = any(${ids}::uuid[]) and case when open.next_check_at is null then false else true end`;
  const result = await sql<UnsettledRow>`
    select id, kind, state, transaction_id, merchant_id, channel_id, amount_cents, currency, since, checks, next_check_at,
      last_problem
    from (${sql.join(
      doubts.map((kind) => openOf(kind, named(kind))),
      sql` union all `,
    )}) unsettled
    order by since, id`.execute(db);
  return result.rows;
}

// Looked up for each: joined, all transactions may be read for the few that are open.
function openOf({ name, table, key, about }: DoubtKind, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select open.${sql.ref(key)} as id, ${sql.lit(name)} as kind, open.state, about.transaction_id, about.merchant_id,
      about.channel_id, about.amount_cents, about.currency, open.created_at as since, open.checks, open.next_check_at,
      open.last_problem
    from ${sql.table(table)} open
    cross join lateral (${about}) about
    where ${condition}`;
}
