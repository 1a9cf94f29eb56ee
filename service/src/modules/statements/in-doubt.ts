import { type RawBuilder, sql } from 'kysely';

/** Whether anything of a channel in a currency may still turn out otherwise for the months up to `to`: money that was asked for
 *  before and is not settled, or that was taken or returned by then and does not stand in the ledger yet. Indexes: those of
 *  what is open or not posted, of which all is read; and the primary key of transactions. */
export function isInDoubt(of: {
  channel_id: RawBuilder<unknown>;
  currency: RawBuilder<unknown>;
  to: RawBuilder<unknown>;
}): RawBuilder<boolean> {
  const { to } = of;
  const isOf = sql`t.channel_id = ${of.channel_id} and t.currency = ${of.currency}`;
  const transactionOf = (id: string) =>
    sql`(select true from transactions t where t.id = ${sql.ref(id)} and ${isOf} limit 1)`;
  const anyOpen = (table: string, id: string) => sql`
    select true from ${sql.table(table)} o
    where o.next_check_at > '-infinity' and o.created_at < ${to} and ${transactionOf(`o.${id}`)}
    limit 1`;
  return sql<boolean>`coalesce(
    (${anyOpen('capture_attempts', 'transaction_id')}),
    (${anyOpen('vault_charges', 'transaction_id')}),
    (${anyOpen('refunds', 'transaction_id')}),
    (
      select true from transactions t
      where t.captured_at < ${to} and not t.is_posted and ${isOf}
      limit 1
    ),
    (
      select true from refunds r
      where r.completed_at < ${to} and not r.is_posted and ${transactionOf('r.transaction_id')}
      limit 1
    ),
    false)`;
}
