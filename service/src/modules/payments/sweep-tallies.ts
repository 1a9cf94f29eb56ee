import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/tx.ts';
import { takenBy } from './taken.ts';

export const FOLD_BATCH = 1_000;
// Any constant of our own. Two who add up at once would wait for each other's rows, in turns.
const FOLD_LOCK = 7_013_204_119;

/** A sweep: adds up what changes of transactions have left, by day and over all days. Whoever reads takes both together,
 *  so that nobody ever sees a change twice or not at all. */
export async function sweepTallies({ db }: Pick<Ctx, 'db'>): Promise<number> {
  return fold(db);
}

// One statement, so one snapshot and one commit: what is taken from the changes is in the sums.
async function fold(db: Db): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with sole as materialized (
      select pg_try_advisory_xact_lock(${FOLD_LOCK}) as is_mine
    ),
    folded as (
      delete from transaction_changes
      where id = any(array(
        select id from transaction_changes
        where (select is_mine from sole)
        order by id
        limit ${FOLD_BATCH}
      ))
      returning merchant_id, created_day, captured_day, status, payment_method, processor, currency, transactions,
        refunded, disputed, amount_cents, platform_fee_cents, provider_fee_cents, refunded_cents
    ),
    tallied as (
      insert into transaction_tallies as t (merchant_id, day, status, payment_method, processor, currency, transactions,
        refunded, disputed, amount_cents, platform_fee_cents, provider_fee_cents, refunded_cents)
      select merchant_id, day, status, payment_method, processor, currency, sum(transactions), sum(refunded),
        sum(disputed), sum(amount_cents), sum(platform_fee_cents), sum(provider_fee_cents), sum(refunded_cents)
      from folded cross join lateral (values (created_day), ('-infinity'::date)) as of (day)
      group by merchant_id, day, status, payment_method, processor, currency
      on conflict (merchant_id, day, status, payment_method, processor, currency) do update
      set transactions = t.transactions + excluded.transactions,
        refunded = t.refunded + excluded.refunded,
        disputed = t.disputed + excluded.disputed,
        amount_cents = t.amount_cents + excluded.amount_cents,
        platform_fee_cents = t.platform_fee_cents + excluded.platform_fee_cents,
        provider_fee_cents = t.provider_fee_cents + excluded.provider_fee_cents,
        refunded_cents = t.refunded_cents + excluded.refunded_cents
    ),
    taken as (
      insert into revenue_days as d (merchant_id, day, currency, captures, amount_cents, platform_fee_cents)
      select merchant_id, captured_day, currency, sum(transactions), sum(amount_cents), sum(platform_fee_cents)
      from folded
      where ${takenBy('status')}
      group by merchant_id, captured_day, currency
      on conflict (merchant_id, day, currency) do update
      set captures = d.captures + excluded.captures,
        amount_cents = d.amount_cents + excluded.amount_cents,
        platform_fee_cents = d.platform_fee_cents + excluded.platform_fee_cents
    )
    select count(*) as folded from folded`.execute(db);
  return rows[0]!.folded;
}
