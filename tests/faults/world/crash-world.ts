import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { chooseNode } from '../../../bin/install.mjs';
import { COMPILED, QUICK, SERVING } from '../../../bin/launch.mjs';
import { movableClock } from '../../../service/src/lib/clock.ts';
import { createDatabase, createServiceDatabase } from '../../world/database.ts';
import { callsTo } from '../../world/calls.ts';
import { freePort } from '../../world/free-port.ts';
import { createSandboxDatabase, type ProviderStandIn, startStandIn } from '../../world/provider-stand-in.ts';
import type { World } from '../../world/world.ts';
import { PREVIOUS_SERVICE } from './previous-release.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OWN_SERVICE = path.join(import.meta.dirname, 'service-process.ts');
const OPERATOR_TOKEN = 'operator-token-of-the-crashes-0123456789';
// Only ends what hangs: a busy machine loads the programs for a minute.
const START_LIMIT_MS = 150_000;
const DRAIN_ROUNDS_MAX = 20;
const STDERR_KEPT = 4_000;
/** A world whose service runs in processes of its own over one database, so that each can be killed; the
 *  sandbox stays in this process, as a provider outlives us. */
export interface CrashWorld extends Omit<World, 'restart'> {
  readonly processes: number;
  /** Ends a process at once and without warning; `revive` starts it again over the same data and address. */
  kill(index: number): Promise<void>;
  /** Asks a process to stop, and tells how it ended and how long that took. */
  stop(index: number): Promise<{ code: number | null; ms: number }>;
  revive(index: number): Promise<void>;
  pid(index: number): number;
  /** How a process ended that nobody killed, with what it said last; null while it goes on. */
  ending(index: number): string | null;
  /** Writes a line to a process's standard input. */
  tell(index: number, line: string): void;
  /** Where the provider's notices go from now on; null for the service. */
  sendNoticesTo(url: string | null): void;
  /** The same world as seen through one of its processes. */
  through(index: number): World;
}

interface Part {
  /** The checkout that it runs. */
  folder: string;
  url: string;
  child: ChildProcess | null;
  env: NodeJS.ProcessEnv;
  ending: string | null;
}

export interface CrashWorldOptions {
  processes?: number;
  /** How long what a killed process had leased stays leased; without it as long as in service. */
  leaseSeconds?: number;
  stopDelaySeconds?: number;
  /** Checkouts, one for each process: the first is started on an empty database, and the others wait to be revived. */
  releases?: readonly string[];
  /** What the processes are set to beside what every world says, each by itself. */
  env?: (index: number) => Record<string, string>;
  /** Databases of the caller's, who takes them away: the service's, migrated, as this process reaches it and as the
   *  service does, and the sandbox's. */
  databases?: { service: string; through: string; sandbox: string };
}

/** Starts a world with `processes` service processes, each with api and worker. */
export async function startCrashWorld(options: CrashWorldOptions = {}): Promise<CrashWorld> {
  const folders = options.releases ?? Array.from({ length: options.processes ?? 1 }, () => ROOT);
  const { service, through, sandbox: database_url, drop } = await databasesOf(options);
  const clock = movableClock();
  const parts: Part[] = [];
  let noticesTo: string | null = null;
  const serviceUrl = () => parts.find(({ child }) => child !== null)?.url ?? null;
  const noticesAt = (rail: string) =>
    noticesTo ?? (serviceUrl() === null ? null : `${serviceUrl()}/api/notices/${rail}`);
  const provider = await startStandIn({ clock, noticesAt, database_url });
  for (const [index, folder] of folders.entries()) {
    const port = await freePort();
    const env = { ...environmentOf({ port, database_url: through, provider }), ...options.env?.(index) };
    if (folder === ROOT) env['NODE_COMPILE_CACHE'] = COMPILED;
    if (options.leaseSeconds !== undefined) env['LEASE_SECONDS'] = String(options.leaseSeconds);
    if (options.stopDelaySeconds !== undefined) env['STOP_DELAY_SECONDS'] = String(options.stopDelaySeconds);
    parts.push({ folder, url: `http://127.0.0.1:${port}`, child: null, env, ending: null });
  }
  await Promise.all((options.releases ? parts.slice(0, 1) : parts).map(startPart));
  const viewOf = (part: Part) => view({ part, provider, clock, database_url: service });
  const close = async () => {
    await Promise.all(parts.map(killPart));
    await provider.close();
    await drop();
    provider.judge();
  };
  const { restart: _restart, ...first } = viewOf(parts[0]!);
  return {
    ...first,
    processes: parts.length,
    kill: (index) => killPart(parts[index]!),
    stop: (index) => stopPart(parts[index]!),
    revive: (index) => startPart(parts[index]!),
    pid: (index) => parts[index]!.child!.pid!,
    ending: (index) => parts[index]!.ending,
    tell: (index, line) => void parts[index]!.child!.stdin!.write(`${line}\n`),
    sendNoticesTo: (url) => {
      noticesTo = url;
    },
    through: (index) => viewOf(parts[index]!),
    close,
  };
}

async function databasesOf({ databases, releases }: CrashWorldOptions) {
  if (databases) return { ...databases, drop: async () => undefined };
  const [service, sandbox] = await Promise.all([
    releases ? createDatabase() : createServiceDatabase(),
    createSandboxDatabase(),
  ]);
  const drop = () => Promise.all([service.drop(), sandbox.drop()]);
  return { service: service.url, through: service.url, sandbox: sandbox.url, drop };
}

async function startPart(part: Part): Promise<void> {
  const program = part.folder === ROOT ? [...QUICK, OWN_SERVICE] : [path.join(part.folder, PREVIOUS_SERVICE)];
  const child = spawn(chooseNode(ROOT), [...SERVING, ...program], {
    env: part.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: part.folder,
  });
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => {
    told = (told + chunk.toString()).slice(-STDERR_KEPT);
  });
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`the service did not start: ${told}`));
    const timer = setTimeout(fail, START_LIMIT_MS);
    child.once('exit', fail);
    child.stdout.once('data', () => {
      clearTimeout(timer);
      child.removeListener('exit', fail);
      resolve();
    });
  });
  part.child = child;
  part.ending = null;
  child.once('exit', (code, signal) => {
    if (part.child === child) part.ending = `ended with ${String(code ?? signal)}: ${told}`;
  });
}

async function killPart(part: Part): Promise<void> {
  const { child } = part;
  if (!child) return;
  part.child = null;
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function stopPart(part: Part): Promise<{ code: number | null; ms: number }> {
  const child = part.child!;
  const began = performance.now();
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  // A second one changes nothing.
  child.kill('SIGTERM');
  const code = await ended;
  part.child = null;
  return { code, ms: performance.now() - began };
}

// What is answered is not held to the contract: a process may die while it answers.
function view(of: {
  part: Part;
  provider: ProviderStandIn;
  clock: World['clock'];
  database_url: string;
}): World {
  const { part, clock } = of;
  const { sandbox } = of.provider;
  const addresses = { base_url: part.url, sandbox_url: sandbox.url, operator_token: OPERATOR_TOKEN };
  const calls = callsTo(addresses);
  const { operator } = calls;
  return {
    ...addresses,
    ...calls,
    database_url: of.database_url,
    clock,
    drain: async () => {
      let total: Record<string, number> = {};
      for (let round = 0; round < DRAIN_ROUNDS_MAX; round += 1) {
        const { notices } = await sandbox.drain();
        const counts = (await operator('POST', 'work/drain')).body as Record<string, number>;
        total = { ...counts, sent: (total['sent'] ?? 0) + notices };
        if (notices === 0 && Object.values(counts).every((count) => count === 0)) break;
      }
      return total;
    },
    advance: async (seconds) => {
      const { status, body } = await operator('POST', 'clock/advance', { seconds });
      if (status !== 200) throw new Error(`the clock was not moved: ${status}`);
      clock.set(Number(body.offset_seconds));
    },
    restart: async () => {
      await killPart(part);
      await startPart(part);
    },
    close: async () => killPart(part),
  };
}

function environmentOf(of: {
  port: number;
  database_url: string;
  provider: ProviderStandIn;
}): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(of.port),
    DATABASE_URL: of.database_url,
    OPERATOR_TOKEN,
    SECRETS_KEY: 'secrets-key-of-the-crashes-0123456789abc',
    ...of.provider.settings,
    WEBHOOK_CA: of.provider.sandbox.receivers.ca_pem,
    // A kill spends an attempt. After three of them the schedule waits five minutes, which is nobody's fault here.
    WEBHOOK_RETRY_SCALE: '0.05',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'fatal',
  };
}
