import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { DAY_MS, dayOf, startOfDay } from '../../lib/time.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { dayAfter } from './schedule.ts';

const DAYS_MAX = 31;
const ASKED_MAX = 10_000;
const REACH_DAYS = 3 * 365;

interface AskedDays {
  /** As `YYYY-MM-DD`; both are included. */
  from: string;
  to: string;
  merchant_id: string | null;
}

/** Has days compared now, of one merchant's accounts or of all that are compared, young ones too. Answers how many; the worker
 *  does it. Refuses: reconciliation_range. */
export async function askForDays(ctx: Ctx, asked: AskedDays): Promise<number> {
  const now = ctx.clock.now();
  const days = daysOf(asked, dayOf(now));
  const accounts = await accountsOf(ctx, asked.merchant_id);
  if (days.length * accounts.length > ASKED_MAX) throw new Refusal('reconciliation_range');
  const rows = accounts.flatMap((account) => days.map((day) => ({ ...account, day, id: uuidAt(now) })));
  await inTransaction(ctx.db, async (tx) => {
    if (rows.length > 0) {
      await sql`
        insert into reconciliation_days as d (id, provider, provider_account, rail_account_id, merchant_id, day, due_at,
          created_at)
        select a.id, a.provider, a.provider_account, a.rail_account_id, a.merchant_id, a.day, ${now}, ${now}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (id uuid, provider text, provider_account text,
          rail_account_id uuid, merchant_id uuid, day date)
        order by a.provider, a.provider_account, a.day
        on conflict on constraint day_is_compared_once
        do update set due_at = ${now}, failures = 0, looks = 0 where d.begun_at is null`.execute(tx);
    }
    const { from, to, merchant_id } = asked;
    const subject = merchant_id ?? 'all';
    await recordAudit(tx, ctx.clock, {
      ...{ actor: 'operator', action: 'reconciliation.asked', subject },
      detail: { from, to, days: rows.length },
    });
  });
  return rows.length;
}

function daysOf({ from, to }: AskedDays, today: string): string[] {
  const count = (startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS + 1;
  const isWithin = count >= 1 && count <= DAYS_MAX && to <= today && from > dayAfter(today, -REACH_DAYS);
  if (!isWithin) throw new Refusal('reconciliation_range');
  return Array.from({ length: count }, (_, nth) => dayAfter(from, nth));
}

interface AskedAccount {
  provider: string;
  provider_account: string;
  rail_account_id: string;
  merchant_id: string;
}

// One that serves several is asked for once. What nobody can be asked about, and what is asked for already, is left out before it is
// counted: behind more of those than are read, others would be missed. Indexes: rail_account_is_known_once, rail_accounts_by_name.
async function accountsOf({ db, rails }: Ctx, merchantId: string | null): Promise<AskedAccount[]> {
  const ofOne = merchantId === null ? sql`true` : sql`merchant_id = ${merchantId}`;
  const { rows } = await sql<AskedAccount>`
    select searched.rail as provider, a.provider_account, a.rail_account_id, a.merchant_id
    from unnest(${rails.searched()}::text[]) searched (rail)
    cross join lateral (
      select distinct on (provider_account) provider_account, id as rail_account_id, merchant_id
      from rail_accounts
      where rail = searched.rail and ${ofOne}
      order by provider_account, id desc
      limit ${ASKED_MAX + 1}
    ) a
    limit ${ASKED_MAX + 1}`.execute(db);
  return rows;
}
