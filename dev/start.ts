import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareDemo } from './demo.ts';
import { greeting } from './greeting.ts';
import { HomeInUseError, HomeUnusableError, lockHome } from '../local/lock.ts';
import type { HomeLock } from '../local/lock.ts';
import { meet } from '../local/parties.ts';
import { removeDevRecord, writeDevRecord } from '../local/record.ts';
import { homeFolder } from '../local/home.ts';
import { SettingError, readSettings, refuseOptions } from './settings.ts';
import { type Shop, startShop } from './shop/serve.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

// Beyond it the process ends whatever still hangs; a healthy stop takes a fraction of a second.
const STOP_LIMIT_MS = 9_500;
const QUIET_FOR_MS = 2_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

let opening: Promise<World> | null = null;
let isOpen = false;
let lock: HomeLock | null = null;
let shop: Shop | null = null;
let stopping: Promise<void> | null = null;

// From the first moment on: a signal during the start must not leave the database running.
for (const signal of STOP_SIGNALS) process.on(signal, () => void stop(0));
process.on('uncaughtException', (error) => void fail(error));
process.on('unhandledRejection', (error) => void fail(error));
// Whoever read our output may have gone; that is no reason to end in the middle of a stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
run().catch((error: unknown) => void fail(error));

async function run(): Promise<void> {
  const how = 'it is set by environment variables, as in PORT=9000 npm start, which README.md lists';
  refuseOptions('npm start', process.argv.slice(2), how);
  const home = homeFolder(process.env, root);
  lock = await lockHome(home);
  await removeDevRecord(home);
  const settings = await readSettings(process.env, home);
  if (stopping) return;
  opening = openWorld(settings, say);
  const world = await aloud('Starting the database, the sandbox and the service', opening);
  isOpen = true;
  void world.failed.then((sentence) => fail(new SettingError(sentence)));
  const { deployment } = world;
  const { usesSandbox } = settings;
  // The public address may lead here only later, through a tunnel or proxy that is not up yet.
  const near = { ...deployment, base_url: world.loopback_url };
  const preparing = prepareDemo({ home, deployment: near, usesSandbox });
  const demo = await aloud('Preparing the demo channel and its merchant', preparing);
  if (stopping) return;
  const { channel_id, channel_key, merchant_id } = demo;
  shop = await startShop({
    port: settings.shop_port,
    keeper: {
      ...deployment,
      near_url: near.base_url,
      home,
      parties: meet(near),
      channel_id,
      channel_key,
      merchant_id,
    },
  });
  if (stopping) return;
  // No reason to end: everything else has its place, and its port is nobody's contract.
  if (shop.busy_port !== null) say(elsewhere(shop.busy_port, shop.url));
  const record = { ...deployment, channel_id, channel_key, merchant_id, pid: process.pid };
  await writeDevRecord(home, record, world);
  // Counted from the process's own beginning, so that loading the programs is in it.
  say(greeting({ deployment, demo, shop_url: shop.url, home, readySeconds: performance.now() / 1000 }));
}

function elsewhere(port: number, url: string): string {
  return `Port ${port} is in use by another program: the demo shop is at ${url} for now; set SHOP_PORT to another port.`;
}

/** Stops everything once; whoever calls later waits for the same end. */
function stop(exitCode: number): Promise<void> {
  stopping ??= end(exitCode);
  return stopping;
}

async function end(exitCode: number): Promise<void> {
  // A start that is not over by then is cut off, as a kill would: the next one finds everything in order. What was open
  // and does not end is a fault.
  const cutOffAs = opening && !isOpen ? exitCode : 1;
  const limit = setTimeout(() => process.exit(cutOffAs), STOP_LIMIT_MS);
  limit.unref();
  if (exitCode === 0) say('Stopping.');
  await lock?.announceStop();
  // What is being opened at this moment has to exist before it can be closed.
  const world = await opening?.catch(() => null);
  await Promise.all([world?.close(), shop?.close()]);
  if (lock) await removeDevRecord(homeFolder(process.env, root));
  await lock?.release();
  process.exit(exitCode);
}

function fail(error: unknown): Promise<void> {
  if (!stopping) console.error(describe(error));
  return stop(1);
}

function describe(error: unknown): string {
  const isSaid = [SettingError, HomeInUseError, HomeUnusableError].some((kind) => error instanceof kind);
  if (isSaid) return (error as Error).message;
  const isConfig = error instanceof Error && error.constructor.name === 'ConfigError';
  return isConfig || !(error instanceof Error)
    ? String((error as Error).message)
    : (error.stack ?? error.message);
}

// A person is told what takes long, and not bothered with what does not, nor with what is given up.
async function aloud<T>(what: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    if (!stopping) say(`${what} …`);
  }, QUIET_FOR_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

function say(line: string): void {
  console.log(line);
}
