import { sql } from 'kysely';
import {
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { newProviderId } from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { minor, toDecimal } from '../../lib/money.ts';
import type { ProviderRefund } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { refundCapture } from '../refunds/refund-capture.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { setTerms } from '../channels/terms.ts';
import { post } from '../ledger/index.ts';
import { lockTransaction } from '../payments/index.ts';
import { updateTransaction } from '../payments/queries.ts';
import { sweepStatements } from './sweep-statements.ts';
import { type LineRow, listStatements, readLines, type StatementRow } from './queries.ts';

/** A quarter of the fee, and three cents for each transaction in US dollars. */
export const TERMS = {
  type: 'fee_share_and_per_transaction',
  description: 'A quarter, and three cents',
  fee_share_basis_points: 2_500,
  per_transaction_minor_units: 3,
  per_transaction_currency: 'USD',
} as const;

/** A merchant of a channel that has terms. */
export async function sharingMerchant(world: ModuleWorld): Promise<SellingMerchant & { channel_id: string }> {
  const merchant = await connectedMerchant(world);
  orThrow(await setTerms(world.ctx, merchant.channel_id!, TERMS));
  return { ...merchant, channel_id: merchant.channel_id! };
}

interface Paid {
  capture_id: string;
  transaction_id: string;
}

/** A payment that was taken at that moment, by the provider's clock; a tenth of it is the platform's. */
export async function pay(
  world: ModuleWorld,
  merchant: SellingMerchant,
  of: { at: string; amount_cents?: number; collected?: null },
): Promise<Paid> {
  const amount_cents = of.amount_cents ?? 1_000;
  const collected = of.collected === undefined ? minor(Math.round(amount_cents / 10)) : null;
  const capture = { amount: minor(amount_cents), captured_at: of.at, platform_fee_collected: collected };
  return capturedPayment(world, merchant, { plan: { amount_cents }, capture });
}

/** A part of a payment that went back at that moment, by the provider's clock. */
export async function giveBack(
  world: ModuleWorld,
  merchant: SellingMerchant,
  paid: Paid,
  of: { at: string; cents: number },
): Promise<void> {
  const { capture_id } = paid;
  const refund: ProviderRefund = {
    ...{ provider_refund_id: newProviderId('refund'), provider_capture_id: capture_id, status: 'completed' },
    ...{ amount: minor(of.cents), currency: 'USD', total_refunded: null, refunded_at: of.at },
  };
  world.script.answer('refunds.issue', { kind: 'completed', refund });
  const amount = toDecimal(minor(of.cents), 'USD');
  const { merchant_id } = merchant;
  const asked = { merchant_id, actor: CALLER, capture_id, amount, idempotency_key: null };
  orThrow(await refundCapture(world.ctx, asked));
}

/** A fee that was given back at that moment and is posted only now, as what a process of a release before wrote may be. */
export async function postLate(
  { ctx }: ModuleWorld,
  merchant: { merchant_id: string; channel_id: string },
  { transaction_id }: Pick<Paid, 'transaction_id'>,
  of: { at: string; fee_cents: number },
): Promise<void> {
  const { merchant_id, channel_id } = merchant;
  await inTransaction(ctx.db, async (tx) => {
    const { captured_at } = await lockTransaction(tx, transaction_id);
    const now = ctx.clock.now();
    await post(tx, {
      ...{ source_id: uuidAt(now), transaction_id, captured_at, merchant_id, channel_id, currency: 'USD' },
      ...{ occurred_at: new Date(of.at), posted_at: now, amounts: { fee_return: of.fee_cents } },
    });
    await updateTransaction(tx, transaction_id, { refunded_platform_fee_cents: of.fee_cents });
  });
}

/** Moves the clock on to a moment. */
export function moveTo({ ctx }: ModuleWorld, at: string): void {
  ctx.clock.move((new Date(at).getTime() - ctx.clock.now().getTime()) / 1_000);
}

/** Has the worker issue what is due. */
export async function issueAll({ ctx }: ModuleWorld): Promise<void> {
  while ((await sweepStatements(ctx, UNTIL_DONE)) > 0);
}

interface Stated extends StatementRow {
  lines: LineRow[];
}

/** A channel's statements with their lines, the oldest month first. */
export async function statementsOf(
  { ctx }: ModuleWorld,
  channel_id: string,
  include_superseded = false,
): Promise<Stated[]> {
  const rows = await listStatements(ctx.db, { channel_id, include_superseded, limit: 200, offset: 0 });
  const stated = rows.map(async (row) => ({
    ...row,
    lines: await readLines(ctx.db, { statement_id: row.id, after: 0, limit: 500 }),
  }));
  return (await Promise.all(stated)).toReversed();
}

/** What a line says of money, in the order of the columns: entry, amount, accrued, given back, share. */
export function brief({ lines }: Stated) {
  return lines.map((line) => [
    line.entry_type,
    line.amount_cents,
    line.platform_fee_accrued_cents,
    line.platform_fee_refunded_cents,
    line.channel_share_cents,
  ]);
}

/** What a channel is owed by the ledger. */
export async function owedTo({ ctx }: ModuleWorld, channel_id: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(sum(case when credit = 'channel' then amount_cents else -amount_cents end), 0)::bigint as owed
    from ledger_postings where channel_id = ${channel_id} and 'channel' in (debit, credit)`.execute(ctx.db);
  return rows[0]!.owed;
}
