import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantTransactions } from '../../../dev/plant.ts';
import { openDatabase } from '../../../service/src/db/open.ts';
import { ensurePartitions } from '../../../service/src/db/partitions.ts';
import { createServiceDatabase, type TestDatabase } from '../../world/database.ts';
import type { ClosingPlan } from './closing-process.ts';

// A month of several batches of captures, which two processes close at once, and each of them is killed in the middle of it.

const ROWS = 45_000;
const DAYS = 3;
const MONTH_SECONDS = 40 * 86_400;
const SLOW_MS = 600_000;

let database: TestDatabase;
let client: Client;
const channel_id = randomUUID();
beforeAll(async () => {
  database = await createServiceDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into channels (id, name, created_at) values ($1, 'Acme', now())`, [channel_id]);
  await client.query(
    `insert into merchants (id, channel_id, business_name, email, email_folded, country_code, created_at)
     values ($1, $1, 'Shop', 'a@example.com', 'a@example.com', 'US', now())`,
    [channel_id],
  );
  await client.query(
    `insert into channel_terms (id, channel_id, version, type, description, fee_share_basis_points, created_at)
     values ($1, $1, 1, 'fee_share', 'A quarter', 2500, now())`,
    [channel_id],
  );
  await plantTransactions(database.url, { merchant_id: channel_id, rows: ROWS, days: DAYS });
  const { db, close } = openDatabase({ url: database.url, connectionsMax: 2, name: 'planting' });
  await ensurePartitions(db, new Date(Date.now() + MONTH_SECONDS * 1_000));
  await close();
}, SLOW_MS);
afterAll(async () => {
  await client.end();
  await database.drop();
});

function begin(): ChildProcess {
  const process = fork(path.join(import.meta.dirname, 'closing-process.ts'));
  process.send({ url: database.url, seconds: MONTH_SECONDS } satisfies ClosingPlan);
  return process;
}

/** Kills a process when it has told of so many steps behind the first line. */
async function killAfter(process: ChildProcess, steps: number): Promise<void> {
  const ended = once(process, 'exit');
  let told = 0;
  process.on('message', (lines: number) => {
    if (lines > 0 && (told += 1) === steps) process.kill('SIGKILL');
  });
  await ended;
}

const rowOf = async (text: string) => (await client.query<Record<string, string>>(text)).rows[0]!;

test(
  'statements that two processes write, and are killed over, count everything once',
  async () => {
    await Promise.all([killAfter(begin(), 1), killAfter(begin(), 2)]);
    const midway = await rowOf(
      `select count(*) as lines, (select count(*) from statements) as issued from statement_lines`,
    );
    expect(Number(midway['lines'])).toBeGreaterThan(0);
    const [one, other] = [begin(), begin()];
    await Promise.all([once(one, 'exit'), once(other, 'exit')]);
    const posted = await rowOf(`
      select count(*) filter (where kind = 'capture') as captures, sum(amount_cents) filter (where kind = 'capture') as captured,
        sum(amount_cents) filter (where kind = 'platform_fee') as accrued,
        sum(amount_cents) filter (where kind = 'fee_return') as returned
      from ledger_postings where kind in ('capture', 'platform_fee', 'fee_return')`);
    expect(Number(posted['captures'])).toBeGreaterThan(3 * 10_000);
    expect(
      await rowOf(`
        select sum(accounted_transaction_count) as captures, sum(accounted_captured_amount_cents) as captured,
          sum(platform_fee_accrued_cents) as accrued, sum(platform_fee_refunded_cents) as returned from statements`),
    ).toEqual(posted);
    expect(
      await rowOf(`
        select count(*) filter (where entry_type = 'capture') as captures, sum(amount_cents) as captured,
          sum(platform_fee_accrued_cents) as accrued, sum(platform_fee_refunded_cents) as returned from statement_lines`),
    ).toEqual(posted);
    const shape = await rowOf(`
      select count(*) as off
      from statements s
      cross join lateral (select count(*) as lines, min(n) as first, max(n) as last from statement_lines
        where statement_id = s.id) l
      cross join lateral (select sum(lines) as lines from statement_blocks where statement_id = s.id) b
      where (l.lines, l.first, l.last, b.lines) <> (s.line_count, 1, s.line_count, s.line_count)`);
    expect(shape).toEqual({ off: '0' });
    const owed = await rowOf(`
      select sum(amount_cents) filter (where kind = 'channel_share') = (select sum(channel_share_cents) from statements) as is_owed,
        (select count(*) from statement_runs where phase <> 'issued') as unfinished,
        (select count(distinct (channel_id, currency, period)) from statements) = (select count(*) from statements) as are_single
      from ledger_postings`);
    expect(owed).toEqual({ is_owed: true, unfinished: '0', are_single: true });
  },
  SLOW_MS,
);
