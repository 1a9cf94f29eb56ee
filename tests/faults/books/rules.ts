// The rules of money that no crash, race or fault may break.

/** Both books side by side, for every rule to begin with. */
export const BOOKS = `
  with books as (select $1::text::jsonb as held),
  provider_captures as (
    select c.* from books, jsonb_to_recordset(held -> 'captures')
      as c (capture_id text, order_id text, transaction_id text, is_taken boolean, refunded_cents bigint)
    where c.is_taken
  ),
  provider_refunds as (
    select r.* from books, jsonb_to_recordset(held -> 'refunds')
      as r (refund_id text, capture_id text, amount_cents bigint, is_done boolean)
    where r.is_done
  ),
  provider_tokens as (
    select k.* from books, jsonb_to_recordset(held -> 'tokens') as k (token_id text, is_active boolean, may_wait boolean)
  ),
  told as (
    select type, state, id, body::jsonb #>> '{data,object,id}' as about
    from events
    where replay_of is null
  ),
  counts as (
    select about, jsonb_object_agg(type, times) as times
    from (select about, type, count(*) as times from told group by about, type) each_type
    group by about
  ),
  routes as (
    select event_id from deliveries union all select event_id from deliveries_finished
  )
`;

// Joined once and not looked up for each row, which would take the square of how many there are.
const eventCount = (type: string) => `coalesce((c.times ->> '${type}')::int, 0)`;

/** Each selects, as `subject`, what breaks it. */
export const RULES: Readonly<Record<string, string>> = {
  'a capture at the provider is ours too': `
    select p.order_id as subject from provider_captures p
    left join transactions t on t.provider_order_id = p.order_id
    where t.provider_capture_id is distinct from p.capture_id or t.status not in ('captured', 'refunded')`,
  'a capture of ours is at the provider too': `
    select t.id::text as subject from transactions t
    left join provider_captures p on p.capture_id = t.provider_capture_id
    where t.status in ('captured', 'refunded') and p.capture_id is null`,
  'an order is captured once': `
    select order_id as subject from provider_captures group by order_id having count(*) > 1`,
  'a transaction is charged once': `
    select transaction_id as subject from provider_captures
    where transaction_id is not null group by transaction_id having count(*) > 1`,
  'a session is paid once': `
    select checkout_session_id as subject from transactions
    where status in ('captured', 'refunded') and checkout_session_id is not null group by checkout_session_id having count(*) > 1`,
  'a session is completed exactly when it is paid or has saved what it is for': `
    select s.id as subject from checkout_sessions s
    where (s.status = 'completed') <> exists (
      select from transactions t
      where t.checkout_session_id = s.id and t.status in ('captured', 'refunded')
      union all
      select from vault_setups v where v.checkout_session_id = s.id and v.state = 'saved')`,
  'a session is capturing only while a capture is open': `
    select s.id as subject from checkout_sessions s
    where s.status = 'capturing' and not exists (
      select from transactions t join capture_attempts a on a.transaction_id = t.id
      where t.checkout_session_id = s.id and a.next_check_at is not null)
    and not exists (
      select from vault_setups v where v.checkout_session_id = s.id and v.next_check_at is not null)`,
  'a pending transaction is looked after': `
    select t.id::text as subject from transactions t
    where t.status = 'pending' and not exists (
      select from capture_attempts a where a.transaction_id = t.id and a.next_check_at is not null)`,
  'no more is returned than was captured': `
    select id::text as subject from transactions
    where refunded_amount_cents + refund_reserved_cents > amount_cents`,
  'returned totals equal those of the provider': `
    select t.id::text as subject from transactions t
    join provider_captures p on p.capture_id = t.provider_capture_id
    where t.refunded_amount_cents <> p.refunded_cents`,
  'each refund is in both books, with one amount': `
    select coalesce(p.refund_id, r.id::text) as subject
    from provider_refunds p
    full join (select * from refunds where state = 'completed') r on r.provider_refund_id = p.refund_id
    where p.refund_id is null or r.id is null or p.amount_cents <> r.amount_cents`,
  'a transaction is the sum of its refunds': `
    select t.id::text as subject from transactions t
    where t.refunded_amount_cents <> coalesce((
        select sum(amount_cents) from refunds where transaction_id = t.id and state = 'completed'), 0)
      or t.refund_reserved_cents <> coalesce((
        select sum(amount_cents) from refunds where transaction_id = t.id and next_check_at is not null), 0)`,
  'what says that it is posted stands in the ledger, with its amount': `
    select t.id::text as subject from transactions t
    where t.is_posted and not exists (
      select from ledger_postings p where p.source_id = t.id and p.kind = 'capture' and p.amount_cents = t.amount_cents)
    union all
    select r.id::text from refunds r
    where r.is_posted and not exists (
      select from ledger_postings p
      where p.source_id = r.id and p.kind in ('refund', 'reversal') and p.amount_cents = r.amount_cents)`,
  'what stands in the ledger happened': `
    select p.source_id::text as subject from ledger_postings p
    where p.kind in ('capture', 'refund', 'reversal')
      and not exists (select from transactions t where t.id = p.source_id and t.is_posted)
      and not exists (select from refunds r where r.id = p.source_id and r.is_posted)`,
  'each change has its event': `
    select t.id::text || ' ' || t.status as subject from transactions t
    left join counts c on c.about = t.id::text
    where ${eventCount('payment.created')} <> (t.provider_order_id is not null or t.status = 'failed')::int
      or ${eventCount('payment.approved')} <> (t.approved_at is not null)::int
      or ${eventCount('payment.captured')} <> (t.captured_at is not null)::int
      or ${eventCount('payment.failed')} < (t.status = 'failed')::int
      or ${eventCount('payment.failed')} > 1
      or ${eventCount('payment.refunded')} <> (
        select count(*) from refunds r where r.transaction_id = t.id and r.state = 'completed')`,
  'a saved instrument is in both books, once': `
    select coalesce(p.token_id, v.id::text) as subject
    from provider_tokens p
    full join vault_tokens v on v.provider_token_id = p.token_id
    where (v.id is null and not p.may_wait) or (p.token_id is null and v.removed_at is null)`,
  'a setup that was saved has its token, and no other has': `
    select s.id::text as subject from vault_setups s
    where (s.state = 'saved') <> exists (select from vault_tokens v where v.vault_setup_id = s.id)`,
  'a charge is what its transaction is': `
    select c.transaction_id::text as subject from vault_charges c
    left join transactions t on t.id = c.transaction_id
    where t.id is null or t.checkout_session_id is not null
      or (c.state = 'done' and t.provider_order_id is null)
      or (c.state = 'refused' and t.status not in ('failed', 'voided'))
      or (c.state in ('sending', 'unknown') and t.status <> 'created')`,
  'each session has its event': `
    select s.id as subject from checkout_sessions s
    left join counts c on c.about = s.id
    where 1 <> ${eventCount('checkout.session.created')}`,
  'an event is routed or kept without subscriber': `
    select told.id::text as subject from told
    where (told.state = 'routed') <> exists (select from routes where routes.event_id = told.id)`,
  'what is open has the time of its next check': `
    select id::text as subject from capture_attempts
    where state in ('sending', 'unknown', 'pending') and next_check_at is null
    union all
    select id::text from refunds
    where state in ('requested', 'unknown', 'pending') and next_check_at is null
    union all
    select id::text from vault_setups where state in ('saving', 'unknown') and next_check_at is null
    union all
    select transaction_id::text from vault_charges
    where state in ('sending', 'unknown') and next_check_at is null`,
};
