import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import type { EntryKind, ProviderEntry } from '../../rails/rail.ts';

/** What of ours is judged by, in this order: a payment first, then what was returned of it, then its fees. */
const RANKS: Readonly<Record<Exclude<EntryKind, 'other'>, number>> = {
  capture: 1,
  refund: 2,
  reversal: 3,
  platform_fee: 4,
  fee_return: 5,
};

const ENTRY = [
  'place',
  'provider_id',
  'kind',
  'about_id',
  'transaction_id',
  'status',
  'amount_cents',
  'currency',
  'provider_fee_cents',
  'began_at',
  'updated_at',
] as const;

/** What is known of columns beyond their types, and what is read with them. */
interface Known {
  kind: Exclude<EntryKind, 'other'>;
  status: ProviderEntry['status'];
  /** The capture that it belongs to, as far as the day shows it. */
  capture_id: string | null;
}

export type EntryRow = Omit<RowOf<'reconciliation_entries', (typeof ENTRY)[number]>, keyof Known> & Known;

/** Keeps what a page showed of a day. What is shown twice is kept as it was shown last. */
export async function keepEntries(tx: Tx, dayId: string, entries: readonly ProviderEntry[]): Promise<void> {
  const kept = new Map(entries.flatMap((entry) => placed(dayId, entry)));
  if (kept.size === 0) return;
  await tx
    .insertInto('reconciliation_entries')
    .values([...kept.values()])
    .onConflict((conflict) =>
      conflict.columns(['day_id', 'place']).doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        amount_cents: eb.ref('excluded.amount_cents'),
        currency: eb.ref('excluded.currency'),
        provider_fee_cents: eb.ref('excluded.provider_fee_cents'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

function placed(day_id: string, entry: ProviderEntry) {
  const { kind, amount: amount_cents, provider_fee: provider_fee_cents, ...rest } = entry;
  if (kind === 'other') return [];
  const place = `${RANKS[kind]}:${entry.provider_id}`;
  return [[place, { day_id, place, kind, amount_cents, provider_fee_cents, ...rest }] as const];
}

/** The next entries of a day behind a place. */
export async function entriesBehind(
  db: Db,
  of: { dayId: string; behind: string; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${sql.join(ENTRY.map((column) => sql.ref(`e.${column}`)))},
      case e.kind when 'capture' then e.provider_id
        when 'fee_return' then (
          select r.about_id from reconciliation_entries r
          where r.day_id = e.day_id and r.provider_id = e.about_id and r.kind in ('refund', 'reversal')
          limit 1
        )
        else e.about_id end as capture_id
    from reconciliation_entries e
    where e.day_id = ${of.dayId} and e.place > ${of.behind}
    order by e.place
    limit ${of.limit}`.execute(db);
  return rows;
}

export async function dropEntries(tx: Tx, dayId: string): Promise<void> {
  await tx.deleteFrom('reconciliation_entries').where('day_id', '=', dayId).execute();
}
