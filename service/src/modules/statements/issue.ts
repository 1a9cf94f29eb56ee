import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { StatingCtx } from './stating-ctx.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { post } from '../ledger/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { TermsRow } from '../channels/index.ts';
import { hashedHead } from './head.ts';
import { lockRun, movePhase, type Run } from './run-queries.ts';
import { readBlocks, readStatement } from './queries.ts';
import { type Sum, readSums, railSummaries, totalsOf } from './sums.ts';

type TermsOfRun = Omit<TermsRow, 'id' | 'created_at'>;

/** Issues a statement whose last line is written: its sums, its hash, and what the channel is owed in the ledger, at once. One
 *  that has nothing to state ends without. Returns whether this call issued it. */
export async function issue(ctx: StatingCtx, statementId: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const run = await lockRun(tx, statementId);
    if (run.phase !== 'sealing') return false;
    const now = ctx.clock.now();
    const sums = await readSums(tx, statementId);
    // What it was begun for is counted by a correction since.
    if (sums.length === 0 && run.supersedes === null) {
      await movePhase(tx, statementId, 'empty');
      return false;
    }
    const totals = totalsOf(sums);
    await insertStatement(tx, run, { sums, now });
    await postShare(tx, run, { owed: totals.channel_share_cents, now });
    await movePhase(tx, statementId, 'issued');
    const { channel_id, currency, period, supersedes } = run;
    await recordAudit(tx, ctx.clock, {
      actor: run.generated_by,
      action: supersedes === null ? 'statement.issued' : 'statement.corrected',
      subject: statementId,
      detail: { channel_id, currency, period, ...(supersedes === null ? {} : { supersedes }) },
    });
    return true;
  });
}

async function insertStatement(tx: Tx, run: Run, { sums, now }: { sums: Sum[]; now: Date }): Promise<void> {
  const terms = await readTerms(tx, run.statement_id);
  const row = {
    id: run.statement_id,
    channel_id: run.channel_id,
    currency: run.currency,
    period: run.period,
    terms_version: terms.version,
    terms_type: terms.type,
    terms_description: terms.description,
    terms_fee_share_basis_points: terms.fee_share_basis_points,
    terms_per_transaction_minor_units: terms.per_transaction_minor_units,
    terms_per_transaction_currency: terms.per_transaction_currency,
    ...totalsOf(sums),
    line_count: run.lines,
    supersedes_statement_id: run.supersedes,
    correction_reason: run.correction_reason,
    generated_by: run.generated_by,
    generated_at: now,
  };
  const summaries = railSummaries(sums);
  const blocks = await readBlocks(tx, run.statement_id);
  const head = hashedHead({ ...row, rail_summaries: summaries });
  const hash = createHash('sha256')
    .update(canonicalJson({ ...head, blocks }))
    .digest('hex');
  await tx
    .insertInto('statements')
    .values({ ...row, rail_summaries: JSON.stringify(summaries), hash })
    .execute();
}

async function readTerms(tx: Tx, statementId: string): Promise<TermsOfRun> {
  const { rows } = await sql<TermsOfRun>`
    select t.version, t.type, t.description, t.fee_share_basis_points, t.per_transaction_minor_units,
      t.per_transaction_currency
    from statement_runs r join channel_terms t on t.id = r.terms_id
    where r.statement_id = ${statementId}`.execute(tx);
  return rows[0]!;
}

// A correction posts the difference, in either direction.
async function postShare(tx: Tx, run: Run, { owed, now }: { owed: number; now: Date }): Promise<void> {
  const before =
    run.supersedes === null ? 0 : (await readStatement(tx, { id: run.supersedes }))!.channel_share_cents;
  const change = owed - before;
  await post(tx, {
    ...{
      source_id: run.statement_id,
      occurred_at: now,
      posted_at: now,
      transaction_id: null,
      captured_at: null,
    },
    ...{ channel_id: run.channel_id, merchant_id: null, currency: run.currency },
    amounts: change < 0 ? { channel_share_return: -change } : { channel_share: change },
  });
}
