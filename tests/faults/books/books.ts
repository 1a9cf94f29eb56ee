import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { openPool } from '../../../postgres/pool.ts';
import { exponentOf } from '../../../service/src/lib/currency.ts';
import type { World } from '../../world/world.ts';
import { cardsIn, paymentsIn, salesIn } from './gateway-books.ts';
import type { ProviderCapture, ProviderRefund, ProviderToken } from './provider-money.ts';
import { BOOKS, RULES } from './rules.ts';

const SETTLE_ROUNDS_MAX = 12;
// Longer than a call may be under way and than the first steps of a sweep's schedule.
const SETTLE_STEP_SECONDS = 40;
const BREACHES_SHOWN_MAX = 20;
const PATIENCE_MS = 60_000;
const LOOK_MS = 500;

export interface ProviderBooks {
  captures: ProviderCapture[];
  refunds: ProviderRefund[];
  tokens: ProviderToken[];
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
  const descriptions = new Map(records.filter(({ kind }) => kind === 'order').map(descriptionOf));
  const doneOf = (captureId: string) =>
    refunds.filter((refund) => refund.capture_id === captureId && refund.is_done);
  const captures = records
    .filter(({ kind }) => kind === 'capture')
    .map(({ id, body }) => ({
      capture_id: id,
      order_id: String(body['order_id']),
      transaction_id: textOf(body['custom_id']),
      description: descriptions.get(String(body['order_id'])) ?? null,
      is_taken: TAKEN.has(String(body['status'])),
      refunded_cents: doneOf(id).reduce((sum, refund) => sum + refund.amount_cents, 0),
    }));
  const tokens = records
    .filter(({ kind, body }) => kind === 'payment_token' && body['order_id'] === null)
    .map(({ id, body }) => ({ token_id: id, is_active: body['state'] === 'ACTIVE', may_wait: false }));
  const [sales, payments] = [salesIn(records), paymentsIn(records)];
  return {
    captures: [...captures, ...sales.captures, ...payments.captures],
    refunds: [...refunds, ...sales.refunds, ...payments.refunds],
    tokens: [...tokens, ...cardsIn(records)],
  };
}

function descriptionOf({ id, body }: SnapshotRecord): [id: string, description: string | null] {
  const [unit] = body['purchase_units'] as { description?: string }[];
  return [id, unit?.description ?? null];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function refundOf({ id, body }: SnapshotRecord): ProviderRefund {
  const { value, currency_code } = body['amount'] as { value: string; currency_code: string };
  return {
    refund_id: id,
    capture_id: String(body['capture_id']),
    amount_cents: Math.round(Number(value) * 10 ** exponentOf(currency_code)!),
    is_done: body['status'] === 'COMPLETED',
  };
}

/** Statements that are written out, so that no table needs to be known. */
export type Db = Kysely<Record<never, never>>;

/** Runs `work` on a connection of its own to the service's database. */
export async function withSql<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openSql(url);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Opens one connection, which may take its time and hold a transaction open. */
export function openSql(url: string): Db {
  const settings = { idle_in_transaction_session_timeout: '0' };
  const limits = { wait: PATIENCE_MS, statement: PATIENCE_MS, lock: PATIENCE_MS };
  const pool = openPool({ url, connectionsMax: 1, name: 'faults', limits, settings });
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** What of the money is not settled yet: open attempts, refunds, savings, charges and notices. */
export async function countOpen(world: Pick<World, 'database_url'>): Promise<number> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from capture_attempts where next_check_at is not null)::int
        + (select count(*) from refunds where next_check_at is not null)::int
        + (select count(*) from vault_setups where next_check_at is not null)::int
        + (select count(*) from vault_charges where next_check_at is not null)::int
        + (select count(*) from dispute_actions where next_check_at is not null)::int
        + (select count(*) from notices where due_at is not null)::int as open`.execute(db);
    return rows[0]?.open ?? 0;
  });
}

/** What of the money is not settled yet, ten of it at most, each as a sentence for a report. */
export async function whatIsOpen(world: Pick<World, 'database_url'>): Promise<string[]> {
  const doubts = ['capture_attempts', 'refunds', 'vault_setups', 'vault_charges', 'dispute_actions'];
  return withSql(world.database_url, async (db) => {
    const found: string[] = [];
    for (const table of [...doubts, 'notices']) {
      const due = sql.ref(table === 'notices' ? 'due_at' : 'next_check_at');
      const { rows } = await sql<{ row: string }>`
        select (to_jsonb(o) - 'body')::text as row from ${sql.table(table)} o where ${due} is not null limit 10`.execute(
        db,
      );
      found.push(...rows.map(({ row }) => `still open in ${table}: ${row}`));
    }
    return found.slice(0, 10);
  });
}

/** Deliveries that are due, leased or waiting. A dead process's lease runs out by the host's clock. */
async function countLiveDeliveries(world: Pick<World, 'database_url'>): Promise<number> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ live: number }>`select count(*)::int as live from deliveries`.execute(db);
    return rows[0]?.live ?? 0;
  });
}

/** Lets time pass and due work run until nothing is open. Returns what is still open after the last round. */
export async function settle(
  world: Pick<World, 'advance' | 'drain' | 'database_url'>,
  within = { rounds: SETTLE_ROUNDS_MAX, seconds: SETTLE_STEP_SECONDS },
): Promise<number> {
  await world.drain();
  let open = await countOpen(world);
  for (let round = 0; open > 0 && round < within.rounds; round += 1) {
    await world.advance(within.seconds);
    await world.drain();
    open = await countOpen(world);
  }
  return open;
}

/** Every breach of the money rules, over both books, as sentences that begin with the rule; empty when all
 *  hold. To be asked when nothing is under way. */
export async function findBreaches(world: Pick<World, 'control' | 'database_url'>): Promise<string[]> {
  const books = await readProviderBooks(world);
  return withSql(world.database_url, async (db) => {
    const found: string[] = [];
    for (const [rule, text] of Object.entries(RULES)) {
      const query = CompiledQuery.raw(BOOKS + text, [JSON.stringify(books)]);
      const { rows } = await db.executeQuery<{ subject: string }>(query);
      found.push(...rows.slice(0, BREACHES_SHOWN_MAX).map(({ subject }) => `${rule}: ${subject}`));
    }
    return found;
  });
}

/** Waits until nothing is open and every delivery is finished, by the host's clock and without help. Returns how long that
 *  took; more than `limitMs` when it was not so by then. */
export function settleByItself(world: Pick<World, 'database_url'>, limitMs: number): Promise<number> {
  return untilSettled(world, limitMs, async () => undefined);
}

/** The same with time moved on again and again, so that what is due in a minute is due at once. The sweeps still run when
 *  they do: nothing asks them to. */
export function settleSooner(
  world: Pick<World, 'advance' | 'database_url'>,
  limitMs: number,
): Promise<number> {
  return untilSettled(world, limitMs, () => world.advance(SETTLE_STEP_SECONDS));
}

async function untilSettled(
  world: Pick<World, 'database_url'>,
  limitMs: number,
  beforeLooking: () => Promise<void>,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const elapsed = performance.now() - began;
    const open = (await countOpen(world)) + (await countLiveDeliveries(world));
    if (open === 0 || elapsed > limitMs) return elapsed;
    await beforeLooking();
    await wait(LOOK_MS);
  }
}

/** Events that were routed and have not arrived; nothing is given up in so short a time. */
export function lostDeliveries(world: Pick<World, 'database_url'>): Promise<string[]> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ id: string }>`
      select e.id::text as id from events e
      where e.state = 'routed' and not exists (
        select from deliveries_finished f where f.event_id = e.id and f.state = 'delivered')
      limit 20`.execute(db);
    return rows.map(({ id }) => `not delivered: ${id}`);
  });
}
