import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { chooseNode } from '../bin/install.mjs';
import { type RunningSandbox, startSandbox } from '../sandbox/main.ts';
import { movableClock } from '../service/src/lib/clock.ts';
import { createDatabase, createServiceDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { watchProviderWire } from '../testing/provider-wire.ts';
import type { Answer, CallOptions, World } from '../testing/world.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const OPERATOR_TOKEN = 'operator-token-of-the-crashes-0123456789';
const START_LIMIT_MS = 30_000;
// A drain waits for the leases of a killed process, 30 s at most.
const CALL_LIMIT_MS = 60_000;
const DRAIN_ROUNDS_MAX = 20;
const STDERR_KEPT = 4_000;
/** How the platform is known to the provider of a crash world. */
export const WALLET = {
  client_id: 'crash-client',
  client_secret: 'crash-client-secret',
  partner_id: 'PARTNERACC222',
  partner_attribution_id: 'Fairway_Crash',
  webhook_id: 'WH-CRASH-0001',
};

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
}

/** Starts a world with `processes` service processes, each with api and worker. `leaseSeconds` is how long what a
 *  killed process had leased stays leased; without it as long as in service. `releases` are checkouts, one for each
 *  process: the first is started on an empty database, and the others wait to be revived. */
export async function startCrashWorld(
  options: {
    processes?: number;
    leaseSeconds?: number;
    stopDelaySeconds?: number;
    releases?: readonly string[];
  } = {},
): Promise<CrashWorld> {
  const folders = options.releases ?? Array.from({ length: options.processes ?? 1 }, () => ROOT);
  const [serviceDb, sandboxDb] = await Promise.all([
    options.releases ? createDatabase() : createServiceDatabase(),
    createDatabase(),
  ]);
  const clock = movableClock();
  const parts: Part[] = [];
  let noticesTo: string | null = null;
  const serviceUrl = () => parts.find(({ child }) => child !== null)?.url ?? null;
  const noticeUrl = () => noticesTo ?? (serviceUrl() === null ? null : `${serviceUrl()}/api/notices/ppcp`);
  const wire = watchProviderWire();
  const sandbox = await startSandbox({
    database_url: sandboxDb.url,
    port: 0,
    clock,
    wallet: WALLET,
    notice_url: noticeUrl,
    witness: wire,
  });
  for (const folder of folders) {
    const port = await freePort();
    const env: NodeJS.ProcessEnv = environmentOf({ port, database_url: serviceDb.url, sandbox });
    if (options.leaseSeconds !== undefined) env['LEASE_SECONDS'] = String(options.leaseSeconds);
    if (options.stopDelaySeconds !== undefined) env['STOP_DELAY_SECONDS'] = String(options.stopDelaySeconds);
    parts.push({ folder, url: `http://127.0.0.1:${port}`, child: null, env });
  }
  await Promise.all((options.releases ? parts.slice(0, 1) : parts).map(startPart));
  const viewOf = (part: Part) => view({ part, sandbox, clock, database_url: serviceDb.url });
  const close = async () => {
    await Promise.all(parts.map(killPart));
    await sandbox.close();
    await Promise.all([serviceDb.drop(), sandboxDb.drop()]);
    wire.conclude();
  };
  const { restart: _restart, ...first } = viewOf(parts[0]!);
  return {
    ...first,
    processes: parts.length,
    kill: (index) => killPart(parts[index]!),
    stop: (index) => stopPart(parts[index]!),
    revive: (index) => startPart(parts[index]!),
    pid: (index) => parts[index]!.child!.pid!,
    sendNoticesTo: (url) => {
      noticesTo = url;
    },
    through: (index) => viewOf(parts[index]!),
    close,
  };
}

async function startPart(part: Part): Promise<void> {
  const file = path.join(part.folder, 'faults', 'service-process.ts');
  const child = spawn(chooseNode(ROOT), [file], {
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
}

async function killPart(part: Part): Promise<void> {
  const { child } = part;
  if (!child) return;
  part.child = null;
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

function view(of: {
  part: Part;
  sandbox: RunningSandbox;
  clock: World['clock'];
  database_url: string;
}): World {
  const { part, sandbox, clock } = of;
  const call = (method: string, to: string, options: CallOptions = {}) =>
    send(to.startsWith('/_control') ? sandbox.url : part.url, method, to, options);
  const operator = (method: string, to: string, body?: unknown) =>
    call(method, `/api/operator/${to}`, { key: OPERATOR_TOKEN, body });
  return {
    base_url: part.url,
    sandbox_url: sandbox.url,
    database_url: of.database_url,
    operator_token: OPERATOR_TOKEN,
    clock,
    call,
    operator,
    control: (method, to, body) => call(method, `/_control/${to}`, { body }),
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
      const answer = await operator('POST', 'clock/advance', { seconds });
      clock.set(Number(answer.body.offset_seconds));
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
  sandbox: RunningSandbox;
}): NodeJS.ProcessEnv {
  const { sandbox } = of;
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(of.port),
    DATABASE_URL: of.database_url,
    OPERATOR_TOKEN,
    SECRETS_KEY: 'secrets-key-of-the-crashes-0123456789abc',
    WALLET_API_BASE: sandbox.url,
    WALLET_CLIENT_ID: WALLET.client_id,
    WALLET_CLIENT_SECRET: WALLET.client_secret,
    WALLET_PARTNER_ID: WALLET.partner_id,
    WALLET_PARTNER_ATTRIBUTION_ID: WALLET.partner_attribution_id,
    WALLET_WEBHOOK_ID: WALLET.webhook_id,
    WEBHOOK_CONNECT_TO: `${sandbox.receivers.host}:443:127.0.0.1:${sandbox.receivers.port}`,
    WEBHOOK_CA: sandbox.receivers.ca_pem,
    // A kill spends an attempt. After three of them the schedule waits five minutes, which is nobody's fault here.
    WEBHOOK_RETRY_SCALE: '0.05',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'fatal',
  };
}

async function send(base: string, method: string, to: string, options: CallOptions): Promise<Answer> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.key) headers['authorization'] = `Bearer ${options.key}`;
  if (options.merchant) headers['x-merchant-id'] = options.merchant;
  if (options.body !== undefined) headers['content-type'] ??= 'application/json';
  const text = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
  const body = options.body === undefined ? {} : { body: text };
  const signal = AbortSignal.timeout(CALL_LIMIT_MS);
  const answer = await fetch(`${base}${to}`, { method, headers, signal, ...body });
  return { status: answer.status, body: parse(await answer.text()), headers: answer.headers };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
