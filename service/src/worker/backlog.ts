import { type RawBuilder, sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Ctx } from '../context.ts';
import { COUNTED_MAX } from '../db/count.ts';
import type { DueTable } from '../db/due.ts';
import type { Db } from '../db/tx.ts';
import { DOUBTS } from '../doubts.ts';
import { within } from '../lib/within.ts';
import { DIFFERENCE_CAUSES } from '../../../wire/reconciliation/schemas.ts';
import { readDeliveryBacklog } from '../modules/deliveries/index.ts';
import { countOpenDifferences } from '../modules/differences/index.ts';
import { type DoubtKind, OPEN_COLUMNS, OTHER_MONEY, personNeededBefore } from '../modules/doubt/index.ts';
import { NOTICES_WAITING } from '../modules/notices/index.ts';
import { INVOICES_DUE } from '../modules/payment-requests/index.ts';
import { unpaidDueSince } from '../modules/payments/index.ts';
import { countFailingDays } from '../modules/reconciliation/index.ts';
import { SUBSCRIPTIONS_DUE } from '../modules/subscriptions/index.ts';

// Whoever collects figures has a patience of their own, and gets the last ones when the database has none now.
const READ_WITHIN_MS = 1_500;

/** Asks for what waits, in a bounded time: the figures of the registry are then those of now, or the last there were. */
type ReadBacklog = () => Promise<void>;

/** What waits, asked of the database whenever the figures are read: deliveries and notices, money whose outcome is not
 *  known yet, what of it needs a person, and for each kind, as for what is scheduled, how long the oldest has been due. */
export function measureBacklog(ctx: Ctx, registry: Registry, withinMs = READ_WITHIN_MS): ReadBacklog {
  const show = backlogGauges(registry);
  let readAtMs = performance.now();
  let reading: Promise<boolean> | null = null;
  const read = async () => {
    try {
      show.backlog(await readBacklog(ctx));
      readAtMs = performance.now();
      return true;
    } catch (error) {
      ctx.log.warn({ event: 'metrics.unread', err: error }, 'the backlog could not be counted');
      return false;
    } finally {
      reading = null;
    }
  };
  return async () => {
    // One at a time: readers of a slow database do not add to its load.
    let isCurrent = false;
    reading ??= read();
    await within(
      withinMs,
      reading.then((isRead) => (isCurrent = isRead)),
    );
    show.reading(isCurrent, (performance.now() - readAtMs) / 1000);
  };
}

interface Backlog {
  deliveries: Awaited<ReturnType<typeof readDeliveryBacklog>>;
  others: Waiting[];
  scheduled: Due[];
  differences: ReadonlyMap<string, number>;
  failing_days: number;
  oldest_transaction_seconds: number;
}

interface Waiting {
  kind: 'notice' | DoubtKind['name'];
  open: number;
  needs_person: number;
  oldest_due_seconds: number;
}

/** What is scheduled ahead, so that most of it is not due. */
interface Due {
  kind: 'subscription' | 'invoice' | 'unpaid_order';
  oldest_due_seconds: number;
}

function backlogGauges(registry: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `fairway_${name}`, help, labelNames, registers: [registry] });
  const deliveries = gauge(
    'deliveries',
    'Deliveries not finished, by state; counted up to 100,000 each.',
    'state',
  );
  const notices = gauge('notices_waiting', 'Notices of providers that are not dealt with yet.');
  const unsettled = gauge('unsettled', 'What was asked of a provider and is not settled, by kind.', 'kind');
  const needsPerson = gauge(
    'needs_person',
    'What a person has to settle, by kind: in doubt for seven days, or other money than was asked for.',
    'kind',
  );
  // One rule of an alert is for all of a queue, whatever kinds join it.
  const oldest = gauge(
    'oldest_due_seconds',
    'How long the oldest of a kind has been due, by the queue that it waits in: deliveries, work or scheduled.',
    'kind',
    'queue',
  );
  const transaction = gauge(
    'database_oldest_transaction_seconds',
    'How long the oldest transaction on the server has been open, of those that may be seen.',
  );
  const differences = gauge(
    'reconciliation_differences',
    'What does not agree with the provider and waits for a person, by cause.',
    'cause',
  );
  const failingDays = gauge(
    'reconciliation_days_failing',
    'Days of accounts that could not be compared when they were last tried.',
  );
  const isCurrent = gauge('backlog_current', '1 when what waits was counted for this reading, else 0.');
  const age = gauge('backlog_age_seconds', 'How long ago what waits was counted.');
  return {
    backlog: (backlog: Backlog) => {
      for (const state of ['due', 'leased', 'waiting'] as const)
        deliveries.set({ state }, backlog.deliveries[state]);
      oldest.set({ kind: 'delivery', queue: 'deliveries' }, backlog.deliveries.oldest_due_seconds);
      for (const { kind, open, needs_person, oldest_due_seconds } of backlog.others) {
        oldest.set({ kind, queue: 'work' }, oldest_due_seconds);
        if (kind === 'notice') notices.set(open);
        else unsettled.set({ kind }, open);
        if (kind !== 'notice') needsPerson.set({ kind }, needs_person);
      }
      for (const { kind, oldest_due_seconds } of backlog.scheduled)
        oldest.set({ kind, queue: 'scheduled' }, oldest_due_seconds);
      for (const cause of DIFFERENCE_CAUSES) differences.set({ cause }, backlog.differences.get(cause) ?? 0);
      failingDays.set(backlog.failing_days);
      transaction.set(backlog.oldest_transaction_seconds);
    },
    reading: (wasRead: boolean, ageSeconds: number) => {
      isCurrent.set(wasRead ? 1 : 0);
      age.set(ageSeconds);
    },
  };
}

async function readBacklog(ctx: Ctx): Promise<Backlog> {
  const now = ctx.clock.now();
  return {
    deliveries: await readDeliveryBacklog(ctx.db, ctx.clock),
    others: await readWaiting(ctx.db, now),
    scheduled: await readScheduled(ctx.db, now),
    differences: await countOpenDifferences(ctx.db, COUNTED_MAX),
    failing_days: await countFailingDays(ctx.db),
    oldest_transaction_seconds: await readOldestTransaction(ctx.db),
  };
}

// Indexes: of what is in doubt capture_attempts_due, vault_charges_due, refunds_due, vault_setups_due,
// dispute_actions_due and text_to_pay_requests_due, which hold what is open and nothing else.
async function readWaiting(db: Db, now: Date): Promise<Waiting[]> {
  const counted = (
    kind: Waiting['kind'],
    of: { table: string; at: string; since: string; why?: string },
  ): RawBuilder<unknown> => {
    const [table, at] = [sql.table(of.table), sql.ref(of.at)];
    return sql`
      select ${kind}::text as kind, count(*) as open,
        count(*) filter (where since <= ${personNeededBefore(now)} or why = ${OTHER_MONEY}) as needs_person,
        greatest(0, coalesce(extract(epoch from ${now}::timestamptz
          - (select ${at} from ${table} where ${at} is not null order by ${at} limit 1)), 0)
        )::double precision as oldest_due_seconds
      from (
        select ${sql.ref(of.since)} as since, ${of.why ? sql.ref(of.why) : sql`null::text`} as why
        from ${table} where ${at} is not null limit ${COUNTED_MAX}
      ) open`;
  };
  const { rows } = await sql<Waiting>`
    ${sql.join(
      [
        counted('notice', NOTICES_WAITING),
        ...DOUBTS.map(({ name, table }) => counted(name, { table, ...OPEN_COLUMNS })),
      ],
      sql` union all `,
    )}`.execute(db);
  return rows;
}

async function readScheduled(db: Db, now: Date): Promise<Due[]> {
  const first = (kind: Due['kind'], of: DueTable): RawBuilder<unknown> => {
    const at = sql.ref(of.at);
    return sql`
      select ${kind}::text as kind,
        (select ${at} from ${sql.table(of.table)} where ${at} is not null order by ${at} limit 1) as at`;
  };
  const { rows } = await sql<{ kind: Due['kind']; at: Date | null }>`
    ${first('subscription', SUBSCRIPTIONS_DUE)} union all ${first('invoice', INVOICES_DUE)}`.execute(db);
  const all = [...rows, { kind: 'unpaid_order' as const, at: await unpaidDueSince(db, now) }];
  return all.map(({ kind, at }) => ({
    kind,
    oldest_due_seconds: at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000),
  }));
}

// What was deleted or updated since it began cannot be cleared away, and queues get slower.
async function readOldestTransaction(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::double precision as seconds
    from pg_stat_activity
    where backend_type = 'client backend'`.execute(db);
  return rows[0]!.seconds;
}
