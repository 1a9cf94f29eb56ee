import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { migrate } from '../../../service/src/db/migrate.ts';
import { readMigrations } from '../../../service/src/db/migration-files.ts';
import { makeChannel, makeConnectedMerchant, makeReceiver } from '../../world/actors.ts';
import { problemsOf, until } from '../kills/crash-run.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { takePreviousRelease } from '../world/previous-release.ts';
import { startTraffic, type Traffic } from './traffic.ts';
import { isLate } from '../world/times.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MIGRATIONS = new URL('../../../service/migrations/', import.meta.url);
const [PREVIOUS, OWN] = [0, 1];
// A call is answered within five seconds; a payment is a handful of calls.
const STANDSTILL_MS = 120_000;
const HELD_MS = 3_000;
const BUSIEST = 'transactions';
// What a caller may stand behind a migrator, and what a busy machine adds.
const IN_THE_WAY_MS = 2_000;
const SLACK_MS = 1_500;

interface UpgradeReport {
  kind: 'run';
  payments: number;
  /** The longest call while a table was held before a migrator. */
  slowestMs: number;
  expansions: number;
  breaches: readonly string[];
}

/** Upgrades from the previous release to this one under a load that never pauses: `payments` at each step of the way, which
 *  ends with the previous release started again over what later ones have added. Says why where there is none. */
export async function upgradeUnderLoad(options: {
  payments: number;
  /** Deliveries too; what a killed process had leased then takes its time. */
  isDelivered: boolean;
}): Promise<UpgradeReport | { kind: 'missing'; why: string }> {
  const previous = await takePreviousRelease();
  if (previous.kind === 'missing') return previous;
  try {
    const world = await startCrashWorld({ releases: [previous.folder, ROOT] });
    try {
      return await upgrade(world, options);
    } finally {
      await world.close();
    }
  } finally {
    await previous.remove();
  }
}

async function upgrade(
  world: CrashWorld,
  options: { payments: number; isDelivered: boolean },
): Promise<UpgradeReport> {
  const view = world.through(PREVIOUS);
  const merchant = await makeConnectedMerchant(view, await makeChannel(view));
  if (options.isDelivered) await makeReceiver(view, merchant);
  const traffic = startTraffic(world, merchant);
  const some = () => pass(traffic, options.payments);
  try {
    traffic.join(PREVIOUS);
    await some();
    // Applies this release's migrations under the load of the previous one.
    await world.revive(OWN);
    traffic.join(OWN);
    await some();
    await traffic.leave(PREVIOUS);
    await world.kill(PREVIOUS);
    traffic.slowestMs();
    const expansions = await expandEveryTable(world.database_url);
    const slowestMs = traffic.slowestMs();
    await some();
    await world.revive(PREVIOUS);
    traffic.join(PREVIOUS);
    await some();
    await traffic.stop();
    const late = isLate(slowestMs, IN_THE_WAY_MS + SLACK_MS)
      ? [`a call took ${Math.round(slowestMs)} ms`]
      : [];
    const breaches = [...traffic.problems, ...late, ...(await problemsOf(world, 'afterwards'))];
    return { kind: 'run', payments: traffic.payments(), slowestMs, expansions, breaches };
  } finally {
    await traffic.stop();
  }
}

// However slow the machine, payments go on; once something went wrong there is nothing to wait for.
async function pass(traffic: Traffic, payments: number): Promise<void> {
  for (let done = 0; done < payments; done += 1) {
    const from = traffic.payments();
    const isPast = () => traffic.payments() > from || traffic.problems.length > 0;
    await until(() => Promise.resolve(isPast()), 'another payment', STANDSTILL_MS);
  }
}

// Adds a column to each table, as later releases may, while somebody holds the busiest one for longer than a migrator
// waits. Returns how many there are.
async function expandEveryTable(databaseUrl: string): Promise<number> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  holder.on('error', () => undefined);
  await holder.connect();
  const folder = await mkdtemp(path.join(tmpdir(), 'fairway-expansions-'));
  try {
    const { rows: tables } = await holder.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       order by relname <> '${BUSIEST}', relname`,
    );
    await plantMigrations(
      folder,
      tables.map(({ name }) => name),
    );
    await holder.query(`begin; select id from ${BUSIEST} limit 1`);
    const letGo = new Promise((resolve) => setTimeout(resolve, HELD_MS)).then(() => holder.query('commit'));
    const [{ applied }] = await Promise.all([
      migrate(databaseUrl, { folder: pathToFileURL(`${folder}/`) }),
      letGo,
    ]);
    return applied.length;
  } finally {
    await holder.end();
    await rm(folder, { recursive: true, force: true });
  }
}

// One table in each file: two tables in one transaction could each be waited for by somebody who holds the other.
async function plantMigrations(folder: string, tables: readonly string[]): Promise<void> {
  for (const { name } of await readMigrations()) {
    await writeFile(path.join(folder, name), await readFile(new URL(name, MIGRATIONS)));
  }
  for (const [index, table] of tables.entries()) {
    const name = `${9_000 + index}_${table}.sql`;
    await writeFile(path.join(folder, name), `alter table ${table} add column planted text default 'x';`);
  }
}
