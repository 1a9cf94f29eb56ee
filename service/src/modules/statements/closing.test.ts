import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ModuleWorld, savedToken, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { inTransaction, isUnavailable } from '../../db/tx.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { closePeriod } from './close-months.ts';
import { sweepStatements } from './sweep-statements.ts';
import { correctStatement } from './correct.ts';
import {
  brief,
  giveBack,
  issueAll,
  moveTo,
  pay,
  postLate,
  sharingMerchant,
  statementsOf,
} from './statements.fixture.ts';
import { listUnderWay } from './under-way.ts';

// What keeps a month from being closed, and what does not. Each test has a month and a channel of its own.

const MONTH_MS = 31 * 86_400_000;

let world: ModuleWorld;
let merchant: Awaited<ReturnType<typeof sharingMerchant>>;
let channel_id: string;
let month: { period: string; tenth: string; next: string };
let nth = 0;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  nth += 2;
  const [first, next] = [new Date(Date.UTC(2030, nth, 1)), new Date(Date.UTC(2030, nth + 1, 1))];
  const period = first.toISOString().slice(0, 10);
  month = { period, tenth: `${period.slice(0, 8)}10T12:00:00.000Z`, next: next.toISOString() };
  moveTo(world, month.tenth);
  merchant = await sharingMerchant(world);
  ({ channel_id } = merchant);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const stated = () => statementsOf(world, channel_id);
const close = (time = UNTIL_DONE as { isOver: () => boolean }) =>
  closePeriod(world.ctx, { period: month.period, channel_id }, time);
/** A time that is over when it was asked so often. */
const turnOf = (asked: number) => {
  let left = asked;
  return { ...UNTIL_DONE, isOver: () => (left -= 1) < 0 };
};

describe('a month in doubt is not closed while', () => {
  const id = sql`gen_random_uuid()`;
  const paid = (one: { transaction_id: string }) => sql`${one.transaction_id}::uuid`;
  const at = () => sql`${month.tenth}::timestamptz`;
  interface Doubt {
    begin: (one: { transaction_id: string }) => Promise<unknown>;
    end: (one: { transaction_id: string }) => Promise<unknown>;
  }
  const run = (statement: ReturnType<typeof sql>) => statement.execute(world.ctx.db);
  const posted = (table: string, column: string): Doubt => ({
    begin: (one) =>
      run(sql`update ${sql.table(table)} set is_posted = false where ${sql.ref(column)} = ${paid(one)}`),
    end: (one) =>
      run(sql`update ${sql.table(table)} set is_posted = true where ${sql.ref(column)} = ${paid(one)}`),
  });
  const doubts: Record<string, Doubt> = {
    'a capture is open': {
      begin: (one) =>
        run(sql`
          insert into capture_attempts (id, transaction_id, state, next_check_at, created_at, updated_at)
          values (${id}, ${paid(one)}, 'unknown', ${at()}, ${at()}, ${at()})`),
      end: (one) =>
        run(sql`
          update capture_attempts set state = 'refused', next_check_at = null
          where transaction_id = ${paid(one)} and state = 'unknown'`),
    },
    'a charge is open': {
      begin: async (one) => {
        const token = await savedToken(world, merchant, 'customer');
        await run(sql`
          insert into vault_charges (transaction_id, merchant_id, vault_token_id, state, next_check_at, created_at,
            updated_at)
          select ${paid(one)}, merchant_id, id, 'unknown', ${at()}, ${at()}, ${at()}
          from vault_tokens where provider_token_id = ${token}`);
      },
      end: (one) =>
        run(
          sql`update vault_charges set state = 'done', next_check_at = null where transaction_id = ${paid(one)}`,
        ),
    },
    'a refund is open': {
      begin: (one) =>
        run(sql`
          insert into refunds (id, transaction_id, merchant_id, origin, amount_cents, state, next_check_at, created_at,
            updated_at)
          values (${id}, ${paid(one)}, ${merchant.merchant_id}, 'api', 5, 'pending', ${at()}, ${at()}, ${at()})`),
      end: (one) =>
        run(sql`
          update refunds set state = 'failed', next_check_at = null
          where transaction_id = ${paid(one)} and state = 'pending'`),
    },
    'a capture is not posted': posted('transactions', 'id'),
    'a refund is not posted': posted('refunds', 'transaction_id'),
  };

  test.each(Object.entries(doubts))('%s', async (_what, { begin, end }) => {
    const one = await pay(world, merchant, { at: month.tenth });
    await giveBack(world, merchant, one, { at: month.tenth, cents: 100 });
    await begin(one);
    moveTo(world, month.next);
    expect(await close()).toEqual([]);
    await end(one);
    expect(await close()).toHaveLength(1);
  });

  test('and what is in doubt of another channel or month does not matter', async () => {
    const other = await sharingMerchant(world);
    const others = await pay(world, other, { at: month.tenth });
    const later = await pay(world, merchant, { at: month.next });
    for (const one of [others, later]) await doubts['a capture is not posted']!.begin(one);
    await pay(world, merchant, { at: month.tenth });
    moveTo(world, month.next);
    expect(await close()).toHaveLength(1);
    for (const one of [others, later]) await doubts['a capture is not posted']!.end(one);
  });
});

test('a statement that takes more than one run is work that was done, so that the next run comes at once', async () => {
  await pay(world, merchant, { at: month.tenth });
  moveTo(world, month.next);
  while ((await stated()).length === 0)
    expect(await sweepStatements(world.ctx, turnOf(2))).toBeGreaterThan(0);
  expect(await sweepStatements(world.ctx, UNTIL_DONE)).toBe(0);
});

test('a statement is listed as under way, phase by phase, until it is issued', async () => {
  await pay(world, merchant, { at: month.tenth });
  moveTo(world, month.next);
  const listed = (of: Partial<{ period: string; channel_id: string }>) =>
    listUnderWay(world.ctx.db, { period: undefined, channel_id, ...of }, { limit: 10, offset: 0 });
  const phases = new Set<string>();
  for (let isFirst = true; isFirst || (await listed({})).total > 0; isFirst = false) {
    await close(turnOf(isFirst ? 1 : 2));
    for (const { phase, lines } of (await listed({})).items) phases.add(`${phase}, ${lines}`);
    expect(await listed({ period: '2029-01-01' })).toEqual({ items: [], total: 0 });
    expect(await listed({ period: month.period })).toEqual(await listed({}));
  }
  expect([...phases]).toEqual(['closing, 0', 'adjustments, 0', 'captures, 0', 'sealing, 1']);
  expect(await stated()).toHaveLength(1);
});

describe('a statement that fails', () => {
  // A line where the first one will be written.
  const block = (statement_id: string) =>
    sql`
      insert into statement_lines (statement_id, n, entry_type, provider, transaction_id, merchant_id, merchant_name,
        captured_at, amount_cents, platform_fee_accrued_cents, platform_fee_refunded_cents, per_transaction_amount_cents,
        channel_share_cents)
      values (${statement_id}, 1, 'capture', 'ppcp', ${statement_id}, ${merchant.merchant_id}, 'x', now(), 1, 0, 0, 0, 0)`.execute(
      world.ctx.db,
    );
  const unblock = (statement_id: string) =>
    inTransaction(world.ctx.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from statement_lines where statement_id = ${statement_id}`.execute(tx);
    });
  const begun = async () => {
    await close(turnOf(1));
    const { rows } = await sql<{ statement_id: string }>`
      select statement_id from statement_runs where channel_id = ${channel_id}`.execute(world.ctx.db);
    return rows[0]!.statement_id;
  };

  test('keeps no other from being issued, and is issued when it can be', async () => {
    await pay(world, merchant, { at: month.tenth });
    const other = await sharingMerchant(world);
    await pay(world, other, { at: month.tenth });
    moveTo(world, month.next);
    const statement_id = await begun();
    await block(statement_id);
    await issueAll(world).catch(() => undefined);
    expect(await statementsOf(world, other.channel_id)).toHaveLength(1);
    expect(await stated()).toEqual([]);
    await unblock(statement_id);
    expect(await close()).toEqual([statement_id]);
  });

  test('is told of where nothing else was done', async () => {
    await pay(world, merchant, { at: month.tenth });
    moveTo(world, month.next);
    const statement_id = await begun();
    await close(turnOf(2));
    await block(statement_id);
    await expect(close()).rejects.toThrow(/statement_lines/);
    await unblock(statement_id);
    expect(await close()).toEqual([statement_id]);
  });
});

test('an operator does not wait for one statement after the other while the database takes none', async () => {
  await pay(world, merchant, { at: month.tenth });
  await pay(world, await sharingMerchant(world), { at: month.tenth });
  moveTo(world, month.next);
  const failed = vi.spyOn(world.ctx.log, 'error');
  const asked = { period: month.period, channel_id: null };
  await inTransaction(world.ctx.db, async (tx) => {
    await sql`lock table statement_runs in share mode`.execute(tx);
    await expect(closePeriod(world.ctx, asked, UNTIL_DONE)).rejects.toSatisfy(isUnavailable);
  });
  expect(failed).toHaveBeenCalledTimes(1);
  failed.mockRestore();
  expect(await closePeriod(world.ctx, asked, UNTIL_DONE)).toHaveLength(2);
});

test('an operator is told of a database that fails behind what was begun', async () => {
  await pay(world, merchant, { at: month.tenth });
  moveTo(world, month.next);
  await sql`
    create function disk_full() returns trigger language plpgsql as $full$
    begin raise exception using errcode = '53100', message = 'disk full'; end $full$`.execute(world.ctx.db);
  await sql`create trigger disk_full before insert on statement_lines execute function disk_full()`.execute(
    world.ctx.db,
  );
  await expect(close()).rejects.toSatisfy(isUnavailable);
  await sql`drop function disk_full cascade`.execute(world.ctx.db);
  expect(await close()).toHaveLength(1);
});

test('a month is not written while somebody may still post in it as if it were open', async () => {
  await pay(world, merchant, { at: month.tenth });
  moveTo(world, month.next);
  await inTransaction(world.ctx.db, async (tx) => {
    // As whoever posts does first.
    await sql`lock table ledger_postings in row exclusive mode`.execute(tx);
    expect(await close()).toEqual([]);
    expect(await stated()).toEqual([]);
  });
  expect(await close()).toHaveLength(1);
});

test('a month waits for nobody who works on something else', async () => {
  const one = await pay(world, merchant, { at: month.tenth });
  moveTo(world, month.next);
  await inTransaction(world.ctx.db, async (tx) => {
    await sql`update transactions set updated_at = updated_at where id = ${one.transaction_id}`.execute(tx);
    expect(await close()).toHaveLength(1);
  });
});

test('a month whose late postings a correction has counted since ends without a statement', async () => {
  const one = await pay(world, merchant, { at: month.tenth });
  moveTo(world, month.next);
  const [first] = await close();
  await postLate(world, merchant, one, { at: month.tenth, fee_cents: 50 });
  await correctStatement(world.ctx, { statement_id: first!, reason: 'a refund was missing' }, UNTIL_DONE);
  moveTo(world, new Date(new Date(month.next).getTime() + MONTH_MS).toISOString());
  await issueAll(world);
  expect((await stated()).map(brief)).toEqual([[['capture', 1_000, 100, 50, 16]]]);
  const { rows } = await sql`
    select phase from statement_runs where channel_id = ${channel_id} order by period, started_at`.execute(
    world.ctx.db,
  );
  expect(rows).toEqual([{ phase: 'issued' }, { phase: 'issued' }, { phase: 'empty' }]);
  expect(await sweepStatements(world.ctx, UNTIL_DONE)).toBe(0);
});
