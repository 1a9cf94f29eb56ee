import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { withConnection } from '../../dev/connection.ts';
import { plantTransactions } from '../../dev/plant.ts';
import { migrate } from '../../service/src/db/migrate.ts';
import { openDatabase } from '../../service/src/db/open.ts';
import { ensurePartitions } from '../../service/src/db/partitions.ts';
import { movableClock } from '../../service/src/lib/clock.ts';
import { UNTIL_DONE } from '../../service/src/lib/sweep-run.ts';
import { sweepStatements } from '../../service/src/modules/statements/index.ts';
import { railRegistry } from '../../service/src/rails/registry.ts';
import { type Cluster, openCluster } from './cluster.ts';
import type { Deployment } from './deployment.ts';
import { keepFigures, type Run, type Spread, spread } from './figures.ts';
import { nowMs } from './now.ts';

const SIZES = [10_000, 1_000_000];
const QUICK_SIZES = [10_000, 100_000];
const BAR = 3;
// Of what is planted so much was taken.
const TAKEN_SHARE = 0.88;
const DAYS = 20;
const MONTH_SECONDS = 32 * 86_400;
const PLAIN_RUNS = 3;

/** What it takes to issue the statements of a channel, beside one plain `insert … select` of the same captures into a table
 *  of the same columns and the same key. */
export async function benchStatementClose(_: Deployment, run: Run): Promise<string> {
  const cluster = await openCluster();
  try {
    const figures = [];
    for (const rows of run.isQuick ? QUICK_SIZES : SIZES) figures.push(await measure(cluster, rows));
    await keepFigures(run, 'statements', { figures });
    return ['Statements of a month that is over', ...figures.map(linesOf)].join('\n');
  } finally {
    await cluster.close();
  }
}

interface Figures {
  captures: number;
  issueMs: number;
  plainMs: Spread;
  rssGrowthMb: number;
}

async function measure(cluster: Cluster, rows: number): Promise<Figures> {
  const url = await cluster.createDatabase(`statements_${randomBytes(4).toString('hex')}`);
  await migrate(url);
  const merchant_id = await openShop(url);
  await plantTransactions(url, { merchant_id, rows: Math.ceil(rows / TAKEN_SHARE), days: DAYS });
  await withConnection(url, (client) => client.query('vacuum analyze'));
  const before = await plainMs(url);
  const { issueMs, rssGrowthMb, captures } = await issue(url);
  const after = await plainMs(url);
  return { captures, issueMs, plainMs: spread([...before, ...after]), rssGrowthMb };
}

async function openShop(url: string): Promise<string> {
  const id = randomUUID();
  await withConnection(url, async (client) => {
    await client.query(`insert into channels (id, name, created_at) values ($1, 'Bench', now())`, [id]);
    await client.query(
      `insert into merchants (id, channel_id, business_name, email, email_folded, country_code, created_at)
       values ($1, $1, 'Bench Shop', 'shop@example.com', 'shop@example.com', 'US', now())`,
      [id],
    );
    await client.query(
      `insert into channel_terms (id, channel_id, version, type, description, fee_share_basis_points, created_at)
       values ($1, $1, 1, 'fee_share', 'A quarter', 2500, now())`,
      [id],
    );
  });
  return id;
}

async function issue(url: string): Promise<Pick<Figures, 'issueMs' | 'rssGrowthMb' | 'captures'>> {
  const { db, close } = openDatabase({ url, connectionsMax: 2, name: 'bench' });
  try {
    const clock = movableClock();
    clock.move(MONTH_SECONDS);
    await ensurePartitions(db, clock.now());
    const ctx = { db, clock, rails: railRegistry([]), log: pino({ level: 'silent' }) };
    const rssBefore = process.memoryUsage.rss();
    let rssMost = rssBefore;
    const onProgress = () => (rssMost = Math.max(rssMost, process.memoryUsage.rss()));
    const from = nowMs();
    await sweepStatements(ctx, { isOver: UNTIL_DONE.isOver, onProgress });
    const issueMs = nowMs() - from;
    const { captures } = await db
      .selectFrom('statements')
      .select(({ fn }) => fn.sum<string>('accounted_transaction_count').as('captures'))
      .executeTakeFirstOrThrow();
    return { issueMs, captures: Number(captures), rssGrowthMb: (rssMost - rssBefore) / 2 ** 20 };
  } finally {
    await close();
  }
}

function plainMs(url: string): Promise<number[]> {
  return withConnection(url, async (client) => {
    const taken: number[] = [];
    for (let nth = 0; nth < PLAIN_RUNS; nth += 1) {
      await client.query('drop table if exists plain_lines');
      await client.query('create table plain_lines (like statement_lines including all)');
      const from = nowMs();
      await client.query(`
        insert into plain_lines (statement_id, n, entry_type, provider, transaction_id, merchant_id, merchant_name,
          provider_capture_id, captured_at, amount_cents, platform_fee_accrued_cents, platform_fee_refunded_cents,
          platform_fee_collected_cents, per_transaction_amount_cents, channel_share_cents)
        select channel_id, row_number() over (), 'capture', provider, id, merchant_id, 'Bench Shop', provider_capture_id,
          captured_at, amount_cents, platform_fee_cents, 0, platform_fee_collected_cents, 0, 0
        from transactions
        where captured_at is not null`);
      taken.push(nowMs() - from);
    }
    await client.query('drop table plain_lines');
    return taken;
  });
}

function linesOf({ captures, issueMs, plainMs: plain, rssGrowthMb }: Figures): string {
  const ratio = issueMs / plain.median;
  const verdict = ratio <= BAR ? 'holds' : `short by ${(ratio - BAR).toFixed(2)}`;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return [
    `  ${captures.toLocaleString('en-US')} captures issued in ${seconds(issueMs)}, the process grew by ${Math.round(rssGrowthMb)} MB`,
    `    plain  ${seconds(plain.median)} (${seconds(plain.min)} to ${seconds(plain.max)})`,
    `    ratio  ${ratio.toFixed(2)}, bar ${BAR}: ${verdict}`,
  ].join('\n');
}
