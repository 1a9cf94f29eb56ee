import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { POSTING_KINDS, type PostingKind } from './kinds.ts';

/** A movement of money: what moved it, when, and how much of each kind. Amounts are minor units; a kind whose amount is
 *  0 or not known is left out. */
export interface Movement {
  source_id: string;
  occurred_at: Date;
  posted_at: Date;
  channel_id: string | null;
  merchant_id: string | null;
  currency: string;
  /** The transaction it is about, and when that was captured; null where it is about none. */
  transaction_id: string | null;
  captured_at: Date | null;
  amounts: Partial<Record<PostingKind, number | null>>;
}

/** Writes movements into the ledger in the transaction that makes them, by one statement. What stands there already
 *  stays as it is, so that posting again adds nothing. */
export async function post(tx: Tx, ...movements: readonly Movement[]): Promise<void> {
  const postings = movements.flatMap(postingsOf);
  if (postings.length === 0) return;
  await sql`
    with posted as (
      insert into ledger_postings (source_id, kind, occurred_at, transaction_id, captured_at, channel_id, merchant_id,
        currency, debit, credit, amount_cents, is_late, posted_at)
      select p.source_id, p.kind, p.occurred_at, p.transaction_id, p.captured_at, p.channel_id, p.merchant_id,
        p.currency, p.debit, p.credit, p.amount_cents,
        coalesce((
          select c.closed_at is not null from ledger_months c
          where c.channel_id = p.channel_id and c.currency = p.currency
            and c.month = date_trunc('month', p.occurred_at at time zone 'UTC')::date
        ), false),
        p.posted_at
      from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb) as p (source_id uuid, kind text,
        occurred_at timestamptz, transaction_id uuid, captured_at timestamptz, channel_id uuid, merchant_id uuid,
        currency text, debit text, credit text, amount_cents bigint, posted_at timestamptz)
      on conflict do nothing
      returning kind, channel_id, currency, case when is_late then posted_at else occurred_at end as counts_at
    ),
    counted as (
      select channel_id, currency, date_trunc('month', counts_at at time zone 'UTC')::date as month
      from posted
      where channel_id is not null and kind in ('capture', 'fee_return')
    )
    insert into ledger_months (channel_id, currency, month)
    -- Whoever posts may be a moment behind whoever closed the month: what is late in a closed one counts in the next.
    select distinct k.channel_id, k.currency,
      case when c.closed_at is null then k.month else (k.month + interval '1 month')::date end as month
    from counted k
    left join ledger_months c on c.channel_id = k.channel_id and c.currency = k.currency and c.month = k.month
    order by channel_id, currency, month
    on conflict do nothing`.execute(tx);
}

function postingsOf({ amounts, ...movement }: Movement) {
  const kinds = Object.keys(amounts) as PostingKind[];
  return kinds
    .filter((kind) => (amounts[kind] ?? 0) !== 0)
    .map((kind) => {
      const [debit, credit] = POSTING_KINDS[kind];
      return { ...movement, kind, debit, credit, amount_cents: amounts[kind]! };
    });
}
