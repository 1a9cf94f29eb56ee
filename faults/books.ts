import postgres from 'postgres';
import type { World } from '../testing/world.ts';

const CENTS_PER_UNIT = 100;
const SETTLE_ROUNDS_MAX = 12;
// Longer than a call may be under way and than the first steps of a reconciler's schedule.
const SETTLE_STEP_SECONDS = 40;
const BREACHES_SHOWN_MAX = 20;

/** What the provider holds of one capture and of one refund, amounts in cents. */
export interface ProviderCapture {
  capture_id: string;
  order_id: string;
  is_taken: boolean;
  refunded_cents: number;
}

export interface ProviderRefund {
  refund_id: string;
  capture_id: string;
  amount_cents: number;
  is_done: boolean;
}

export interface ProviderBooks {
  captures: ProviderCapture[];
  refunds: ProviderRefund[];
}

interface SnapshotRecord {
  kind: string;
  id: string;
  body: Record<string, unknown>;
}

const TAKEN = new Set(['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED']);

/** The provider's own books, read past its interface, so that no fault can strike. */
export async function readProviderBooks(world: Pick<World, 'control'>): Promise<ProviderBooks> {
  const snapshot = await world.control('GET', 'snapshot');
  const records = snapshot.body.records as SnapshotRecord[];
  const refunds = records.filter(({ kind }) => kind === 'refund').map(refundOf);
  const doneOf = (captureId: string) =>
    refunds.filter((refund) => refund.capture_id === captureId && refund.is_done);
  const captures = records
    .filter(({ kind }) => kind === 'capture')
    .map(({ id, body }) => ({
      capture_id: id,
      order_id: String(body['order_id']),
      is_taken: TAKEN.has(String(body['status'])),
      refunded_cents: doneOf(id).reduce((sum, refund) => sum + refund.amount_cents, 0),
    }));
  return { captures, refunds };
}

function refundOf({ id, body }: SnapshotRecord): ProviderRefund {
  const { value } = body['amount'] as { value: string };
  return {
    refund_id: id,
    capture_id: String(body['capture_id']),
    amount_cents: Math.round(Number(value) * CENTS_PER_UNIT),
    is_done: body['status'] === 'COMPLETED',
  };
}

/** Runs `work` on a connection of its own to the service's database. */
export async function withSql<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** What of the money is not settled yet: open attempts, refunds and notices. */
export async function countOpen(world: Pick<World, 'database_url'>): Promise<number> {
  return withSql(world.database_url, async (sql) => {
    const [row] = await sql<{ open: number }[]>`
      select (select count(*) from capture_attempts where next_check_at is not null)::int
        + (select count(*) from refunds where next_check_at is not null)::int
        + (select count(*) from notices where due_at is not null)::int as open`;
    return row?.open ?? 0;
  });
}

/** Deliveries that are due, leased or waiting. A dead process's lease runs out by the host's clock. */
export async function countLiveDeliveries(world: Pick<World, 'database_url'>): Promise<number> {
  return withSql(world.database_url, async (sql) => {
    const [row] = await sql<{ live: number }[]>`select count(*)::int as live from deliveries`;
    return row?.live ?? 0;
  });
}

/** Lets time pass and due work run until nothing is open. Returns what is still open after the last round. */
export async function settle(world: Pick<World, 'advance' | 'drain' | 'database_url'>): Promise<number> {
  await world.drain();
  let open = await countOpen(world);
  for (let round = 0; open > 0 && round < SETTLE_ROUNDS_MAX; round += 1) {
    await world.advance(SETTLE_STEP_SECONDS);
    await world.drain();
    open = await countOpen(world);
  }
  return open;
}

/** Every breach of the money rules, over both books, as sentences that begin with the rule; empty when all
 *  hold. To be asked when nothing is under way. */
export async function findBreaches(world: Pick<World, 'control' | 'database_url'>): Promise<string[]> {
  const books = await readProviderBooks(world);
  return withSql(world.database_url, async (sql) => {
    const found: string[] = [];
    for (const [rule, text] of Object.entries(RULES)) {
      const rows = await sql.unsafe<{ subject: string }[]>(BOOKS + text, [JSON.stringify(books)]);
      found.push(...rows.slice(0, BREACHES_SHOWN_MAX).map(({ subject }) => `${rule}: ${subject}`));
    }
    return found;
  });
}

// Both books side by side; each rule selects what breaks it.
const BOOKS = `
  with books as (select $1::text::jsonb as held),
  provider_captures as (
    select c.* from books, jsonb_to_recordset(held -> 'captures')
      as c (capture_id text, order_id text, is_taken boolean, refunded_cents bigint)
    where c.is_taken
  ),
  provider_refunds as (
    select r.* from books, jsonb_to_recordset(held -> 'refunds')
      as r (refund_id text, capture_id text, amount_cents bigint, is_done boolean)
    where r.is_done
  ),
  told as (
    select type, state, id, body::jsonb #>> '{data,object,id}' as about
    from events
    where replay_of is null
  ),
  counts as (
    select about, type, count(*) as times from told group by about, type
  ),
  routes as (
    select event_id from deliveries union all select event_id from deliveries_finished
  )
`;

const eventCount = (type: string) =>
  `coalesce((select times from counts where about = t.id::text and type = '${type}'), 0)`;

const RULES: Readonly<Record<string, string>> = {
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
  'a session is paid once': `
    select checkout_session_id as subject from transactions
    where status in ('captured', 'refunded') group by checkout_session_id having count(*) > 1`,
  'a session is completed exactly when it is paid': `
    select s.id as subject from checkout_sessions s
    where (s.status = 'completed') <> exists (
      select from transactions t
      where t.checkout_session_id = s.id and t.status in ('captured', 'refunded'))`,
  'a session is capturing only while a capture is open': `
    select s.id as subject from checkout_sessions s
    where s.status = 'capturing' and not exists (
      select from transactions t join capture_attempts a on a.transaction_id = t.id
      where t.checkout_session_id = s.id and a.next_check_at is not null)`,
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
  'each change has its event': `
    select t.id::text || ' ' || t.status as subject from transactions t
    where ${eventCount('payment.created')} <> (t.provider_order_id is not null)::int
      or ${eventCount('payment.approved')} <> (t.approved_at is not null)::int
      or ${eventCount('payment.captured')} <> (t.captured_at is not null)::int
      or ${eventCount('payment.failed')} < (t.status = 'failed')::int
      or ${eventCount('payment.failed')} > 1
      or ${eventCount('payment.refunded')} <> (
        select count(*) from refunds r where r.transaction_id = t.id and r.state = 'completed')`,
  'each session has its event': `
    select s.id as subject from checkout_sessions s
    where 1 <> coalesce((
      select times from counts where about = s.id and type = 'checkout.session.created'), 0)`,
  'an event is routed or kept without subscriber': `
    select told.id::text as subject from told
    where (told.state = 'routed') <> exists (select from routes where routes.event_id = told.id)`,
  'what is open has the time of its next check': `
    select id::text as subject from capture_attempts
    where state in ('sending', 'unknown', 'pending') and next_check_at is null
    union all
    select id::text from refunds
    where state in ('requested', 'unknown', 'pending') and next_check_at is null`,
};
