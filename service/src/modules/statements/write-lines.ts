import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { capturesOfMonth, earlierPostings } from './counted-postings.ts';
import { described, payOf } from './described-postings.ts';
import type { Run } from './run-queries.ts';

/** Writes the next lines of a run that the caller holds, up to `limit` of what it counts, adds them up and keeps where it is.
 *  Returns how many postings were counted; 0 when the phase has no more. `splitting` are the providers that part the
 *  platform's fee from the payment. */
export async function writeLines(
  tx: Tx,
  run: Run,
  of: { limit: number; splitting: readonly string[] },
): Promise<number> {
  const counted =
    run.phase === 'adjustments' ? earlierPostings(run, of.limit) : capturesOfMonth(run, of.limit);
  await planForBatches(tx);
  const { rows } = await sql<{ counted: number }>`
    with run as materialized (
      select r.statement_id, r.lines, r.blocks, r.cursor_at, r.cursor_id, r.channel_id, r.currency, r.period,
        c.fee_share_basis_points as share, ${payOf(sql`c`, sql`r.currency`)} as pay
      from statement_runs r
        cross join lateral (
          select fee_share_basis_points, per_transaction_minor_units, per_transaction_currency
          from channel_terms where id = r.terms_id limit 1
        ) c
      where r.statement_id = ${run.statement_id}
    ),
    counted as materialized (${counted}),
    ${described(run, of.splitting)},
    lined as materialized (
      select statement_id, is_capture, transaction_id, captured_at, provider, merchant_id, business_name,
        provider_capture_id, amount, accrued, refunded, collected, share_applied, pay_applied, visibility,
        case when is_capture then coalesce(pay_applied, 0) else 0 end as paid,
        coalesce(${halfAway(sql`(accrued - refunded) * share_applied`)}, 0)
          + case when is_capture then coalesce(pay_applied, 0) else 0 end as owed,
        run.lines + count(*) filter (where visibility <> 'unknown') over (order by captured_at, source_id rows unbounded
          preceding) as n
      from described cross join run
    ),
    ${WRITES}
    select (select count(*) from counted) as counted`.execute(tx);
  return rows[0]!.counted;
}

// Any other plan reads and sorts the rest of the month for each batch, or joins what it takes for a few rows one by one. What a
// batch holds fits into the memory.
async function planForBatches(tx: Tx): Promise<void> {
  await sql`
    select set_config(name, value, true)
    from (values ('plan_cache_mode', 'force_custom_plan'), ('enable_bitmapscan', 'off'), ('enable_sort', 'off'),
      ('enable_nestloop', 'off'), ('work_mem', '16MB')) as settings (name, value)`.execute(tx);
}

// Ten thousandths of it, halves away from zero. Division of integers drops what is behind the point.
function halfAway(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${value}) * 2 + case when ${value} < 0 then -10000 else 10000 end) / 20000`;
}

/** A line as its digest knows it (gap G122): numbers as eight bytes, of which the lowest there is stands for none, ids as sixteen, the time
 *  as microseconds since 2000, and texts behind their length, which is -1 for none. To write it as text costs more than twice as much. */
const PACKED = sql`${packed(sql`n`)} || case when is_capture then '\\x01'::bytea else '\\x00'::bytea end || ${packedText(sql`provider`)}
  || uuid_send(transaction_id) || uuid_send(merchant_id) || ${packedText(sql`business_name`)} || ${packedText(sql`provider_capture_id`)}
  || timestamptz_send(date_trunc('milliseconds', captured_at)) || ${packed(sql`amount`)} || ${packed(sql`accrued`)}
  || ${packed(sql`refunded`)} || ${packed(sql`collected`)} || ${packed(sql`paid`)} || ${packed(sql`owed`)}
  || ${packed(sql`share_applied`)} || ${packed(sql`pay_applied`)}`;

function packed(number: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`int8send(coalesce(${number}, -9223372036854775808)::bigint)`;
}

function packedText(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`int4send(coalesce(octet_length(${text}), -1)) || coalesce(textsend(${text}), '')`;
}

// The lines, their digest, the sums of all that was counted, and the place behind it, at once.
const WRITES = sql`
  written as (
    insert into statement_lines (statement_id, n, entry_type, provider, transaction_id, merchant_id, merchant_name,
      provider_capture_id, captured_at, amount_cents, platform_fee_accrued_cents, platform_fee_refunded_cents,
      platform_fee_collected_cents, per_transaction_amount_cents, channel_share_cents, applied_fee_share_basis_points,
      applied_per_transaction_minor_units)
    select statement_id, n, case when is_capture then 'capture' else 'fee_refund_adjustment' end, provider,
      transaction_id, merchant_id, business_name, provider_capture_id, captured_at, amount, accrued, refunded, collected,
      paid, owed, share_applied, pay_applied
    from lined
    where visibility <> 'unknown'
  ),
  digested as (
    select count(*) as lines, encode(sha256(string_agg(${PACKED}, ''::bytea order by n)), 'hex') as sha256
    from lined
    where visibility <> 'unknown'
  ),
  blocked as (
    insert into statement_blocks (statement_id, block, lines, sha256)
    select run.statement_id, run.blocks, digested.lines, digested.sha256
    from digested cross join run
    where digested.lines > 0
  ),
  summed as (
    insert into statement_sums as s (statement_id, provider, fee_visibility, transactions, captured_cents, accrued_cents,
      refunded_cents, collected_cents, collected_unknown, share_cents)
    select statement_id, provider, visibility, count(*) filter (where is_capture), sum(amount), sum(accrued),
      sum(refunded), coalesce(sum(collected), 0), count(*) filter (where is_capture and collected is null),
      coalesce(sum(owed) filter (where visibility <> 'unknown'), 0)
    from lined
    group by statement_id, provider, visibility
    on conflict (statement_id, provider, fee_visibility) do update
    set transactions = s.transactions + excluded.transactions,
      captured_cents = s.captured_cents + excluded.captured_cents,
      accrued_cents = s.accrued_cents + excluded.accrued_cents,
      refunded_cents = s.refunded_cents + excluded.refunded_cents,
      collected_cents = s.collected_cents + excluded.collected_cents,
      collected_unknown = s.collected_unknown + excluded.collected_unknown,
      share_cents = s.share_cents + excluded.share_cents
  ),
  moved as (
    update statement_runs r
    set lines = r.lines + digested.lines, blocks = r.blocks + (digested.lines > 0)::integer,
      cursor_at = last.captured_at, cursor_id = last.source_id
    from digested, (select captured_at, source_id from counted order by captured_at desc, source_id desc limit 1) last
    where r.statement_id = (select statement_id from run)
  )`;
