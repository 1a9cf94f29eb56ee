import { sql } from 'kysely';
import { money, toMinor, type Minor, type Money } from '../shapes/money.ts';
import type { Db } from '../../machine/store/sql.ts';

/** One movement on a seller's account; amounts are negative when money leaves it. */
export interface LedgerRow {
  id: string;
  at: string;
  updated: string;
  /** The provider's code of what it was, such as T0006 for a payment. */
  code: string;
  /** S succeeded, V succeeded and was given back in full, P pending, D denied. */
  status: 'S' | 'V' | 'P' | 'D';
  amount: Money;
  fee: Money | null;
  reference_id: string;
  reference_type: 'ODR' | 'TXN';
  payer_id: string | null;
  invoice_id: string | null;
  custom_id: string | null;
}

export interface LedgerFilter {
  seller: string;
  from: string;
  to: string;
  id: string | null;
  code: string | null;
  statuses: readonly string[];
  currency: string | null;
  /** Bounds of the amount in hundredths. */
  between: [low: string, high: string] | null;
}

interface Stored {
  id: string;
  at: string;
  updated: string;
  code: string;
  status: LedgerRow['status'];
  currency: string;
  amount: string;
  fee: string;
  reference_id: string;
  reference_type: LedgerRow['reference_type'];
  payer_id: string | null;
  invoice_id: string | null;
  custom_id: string | null;
}

const RECORDED = ['capture', 'refund', 'dispute'];

/** One page of the movements that fit, oldest first, and how many there are. */
export async function readLedger(
  db: Db,
  filter: LedgerFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: LedgerRow[]; total: number }> {
  const [low, high] = filter.between ?? [null, null];
  const fits = sql`
    at >= ${filter.from} and at <= ${filter.to}
    and status = any(${[...filter.statuses]})
    and (${filter.id}::text is null or id = ${filter.id})
    and (${filter.code}::text is null or code = ${filter.code})
    and (${filter.currency}::text is null or currency = ${filter.currency})
    and (${low}::numeric is null or amount * 100 between ${low}::numeric and ${high}::numeric)`;
  const { rows } = await sql<Stored>`
    select id, at, updated, code, status, currency, amount::text, fee::text,
      reference_id, reference_type, payer_id, invoice_id, custom_id
    from (${movements(filter.seller)}) as ledger
    where ${fits}
    order by at, id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from (${movements(filter.seller)}) as ledger where ${fits}`.execute(db);
  return { rows: rows.map(toRow), total: counts[0]?.total ?? 0 };
}

/** What a seller has of each currency at a moment, and how much of it is held back. */
export async function readBalances(
  db: Db,
  seller: string,
  at: string,
): Promise<{ currency: string; total: Minor; withheld: Minor }[]> {
  const { rows } = await sql<{ currency: string; total: string; withheld: string }>`
    select currency,
      coalesce(sum(amount + fee) filter (where code not in ('T1110', 'T1111')), 0)::text as total,
      coalesce(-sum(amount) filter (where code in ('T1110', 'T1111')), 0)::text as withheld
    from (${movements(seller)}) as ledger
    where status in ('S', 'V') and at <= ${at}
    group by currency
    order by currency`.execute(db);
  return rows.map((row) => ({
    currency: row.currency,
    total: minorText(row.total, row.currency),
    withheld: minorText(row.withheld, row.currency),
  }));
}

// The account is not written beside what moves it: it is read out of it, so the two cannot differ. What
// has no id of its own at the provider is given one made of what it belongs to.
function movements(seller: string) {
  return sql`
    select m.* from records,
      lateral (values
        (case when kind = 'capture' then id end, body ->> 'create_time', body ->> 'update_time', 'T0006',
          case when body ->> 'status' = 'PENDING' then 'P'
            when body ->> 'status' in ('DECLINED', 'FAILED') then 'D'
            when body ->> 'status' = 'REFUNDED' then 'V' else 'S' end,
          body #>> '{amount,currency_code}', (body #>> '{amount,value}')::numeric,
          -coalesce((body #>> '{paypal_fee,value}')::numeric, 0),
          coalesce(nullif(body ->> 'order_id', ''), id),
          case when body ->> 'order_id' = '' then 'TXN' else 'ODR' end, body ->> 'payer_id', body ->> 'invoice_id', body ->> 'custom_id'),
        (case when kind = 'capture' and body ->> 'paypal_fee' is not null
            and body ->> 'platform_fee' is not null then upper(left(md5('fee' || id), 17)) end,
          body ->> 'create_time', body ->> 'update_time', 'T0113', 'S',
          body #>> '{amount,currency_code}', -(body #>> '{platform_fee,value}')::numeric, 0,
          id, 'TXN', null, null, body ->> 'custom_id'),
        (case when kind = 'refund' then id end, body ->> 'create_time', body ->> 'update_time',
          case when (body ->> 'reversal')::boolean then 'T1106' else 'T1107' end,
          case when body ->> 'status' = 'PENDING' then 'P'
            when body ->> 'status' = 'COMPLETED' then 'S' else 'D' end,
          body #>> '{amount,currency_code}', -(body #>> '{amount,value}')::numeric, 0,
          body ->> 'capture_id', 'TXN', null, body ->> 'invoice_id', body ->> 'custom_id'),
        (case when kind = 'refund' and body ->> 'platform_fee' is not null
            and body ->> 'status' = 'COMPLETED' then upper(left(md5('fee' || id), 17)) end,
          body ->> 'create_time', body ->> 'update_time', 'T1108', 'S',
          body #>> '{amount,currency_code}', (body #>> '{platform_fee,value}')::numeric, 0,
          id, 'TXN', null, null, body ->> 'custom_id'),
        (case when kind = 'dispute' then upper(left(md5('hold' || id), 17)) end,
          body ->> 'create_time', body ->> 'create_time', 'T1110', 'S',
          body #>> '{amount,currency_code}', -(body #>> '{amount,value}')::numeric, 0,
          body ->> 'capture_id', 'TXN', body ->> 'payer_id', null, null),
        (case when kind = 'dispute' and body ->> 'resolved_time' is not null
            then upper(left(md5('release' || id), 17)) end,
          body ->> 'resolved_time', body ->> 'resolved_time', 'T1111', 'S',
          body #>> '{amount,currency_code}', (body #>> '{amount,value}')::numeric, 0,
          body ->> 'capture_id', 'TXN', body ->> 'payer_id', null, null),
        (case when kind = 'dispute' and body ->> 'recovered' is not null
            then upper(left(md5('recovered' || id), 17)) end,
          body #>> '{recovered,time}', body #>> '{recovered,time}', 'T1202', 'S',
          body #>> '{amount,currency_code}', (body #>> '{recovered,amount,value}')::numeric, 0,
          body ->> 'capture_id', 'TXN', body ->> 'payer_id', null, null)
      ) as m (id, at, updated, code, status, currency, amount, fee, reference_id, reference_type,
        payer_id, invoice_id, custom_id)
    where records.kind = any(${RECORDED}) and records.body ->> 'payee_id' = ${seller} and m.id is not null`;
}

function toRow(stored: Stored): LedgerRow {
  const { currency, amount, fee, ...rest } = stored;
  const taken = minorText(fee, currency);
  return {
    ...rest,
    amount: money(minorText(amount, currency), currency),
    fee: taken === 0n ? null : money(taken, currency),
  };
}

function minorText(text: string, currency: string): Minor {
  const minor = toMinor(text, currency);
  if (minor === null) throw new Error(`not an amount of ${currency}: ${text}`);
  return minor;
}
