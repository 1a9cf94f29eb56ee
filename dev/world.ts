import { createServer } from 'node:net';
import { followSandbox } from './follow-sandbox.ts';
import { sayLog } from './log-lines.ts';
import { endsWithin, findFreePort } from './postgres/server.ts';
import { createDatabaseIfMissing, startEmbeddedPostgres } from './postgres/embedded.ts';
import type { EmbeddedPostgres } from './postgres/embedded.ts';
import { SettingError, serviceEnvironment } from './settings.ts';
import type { DevSettings } from './settings.ts';
import type { Deployment } from '../local/parties.ts';
import { type Json, sandboxControl } from '../local/sandbox-control.ts';

// Together with PostgreSQL's own limit they stay below the 10 s that all of it may take to stop.
const SERVICE_STOP_LIMIT_MS = 2_500;
const SLACK_MS = 500;
const PORT_ATTEMPTS = 5;
const SANDBOX_STOP_LIMIT_MS = 1_500;

const SERVICE_DATABASE = 'fairway';
const SANDBOX_DATABASE = 'fairway_sandbox';

export interface World {
  deployment: Deployment;
  /** Where the service listens on this machine, whatever its public address is. */
  loopback_url: string;
  /** Where the service keeps everything. */
  database_url: string;
  /** Resolves with a sentence when a part that everything needs ended by itself. */
  failed: Promise<string>;
  /** Stops all parts, the service first. May be called any number of times. */
  close(): Promise<void>;
}

interface Databases {
  service: string;
  sandbox: string;
  failed: Promise<string>;
  close(): Promise<void>;
}

/** Starts everything on this machine: the database, the sandbox, the service with its worker. The caller
 *  holds the home's lock. Refuses with a sentence that names the setting to change. */
export async function openWorld(settings: DevSettings, log: (line: string) => void): Promise<World> {
  // A port that was free when it was chosen may be somebody's a moment later; then another one is.
  const choosesPorts = settings.port === 0 || settings.sandbox_port === 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openOnce(settings, log);
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!choosesPorts || attempt === PORT_ATTEMPTS)
        throw new SettingError(`A port was taken meanwhile (${error.message}): start again.`);
    }
  }
}

async function openOnce(settings: DevSettings, log: (line: string) => void): Promise<World> {
  const { readConfig, readDatabaseUrl } = await import('../service/src/config.ts');
  if (settings.database_url) readDatabaseUrl({ DATABASE_URL: settings.database_url });
  if (settings.port !== 0 && settings.port === settings.sandbox_port) throw samePort(settings.port);
  const { port, sandboxPort } = await claimPorts(settings);
  // A wrong setting is to be said before anything is started.
  readConfig(serviceEnvironment(settings, PLACEHOLDERS));
  const opened: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= closeInTurn(opened));
  try {
    const [databases, parts] = await Promise.all([openDatabases(settings, log), loadParts()]);
    opened.unshift(databases.close);
    const deployment = await startParts({ settings, parts, databases, port, sandboxPort, opened, log });
    const loopback_url = `http://127.0.0.1:${port}`;
    const { service: database_url, failed } = databases;
    return { deployment, loopback_url, database_url, failed, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const PLACEHOLDERS = {
  port: 1,
  database_url: 'postgres://127.0.0.1/placeholder',
  sandbox_url: 'http://127.0.0.1:1',
  receiver: { host: 'receiver.sandbox.test', port: 1 },
};

async function loadParts() {
  const [service, config, clock, sandbox] = await Promise.all([
    import('../service/src/main.ts'),
    import('../service/src/config.ts'),
    import('../service/src/lib/clock.ts'),
    import('../sandbox/main.ts'),
  ]);
  return { ...service, ...config, ...clock, ...sandbox };
}

async function startParts(options: {
  settings: DevSettings;
  parts: Awaited<ReturnType<typeof loadParts>>;
  databases: Databases;
  port: number;
  sandboxPort: number;
  opened: (() => Promise<unknown>)[];
  log: (line: string) => void;
}): Promise<Deployment> {
  const { settings, parts, databases, opened } = options;
  // The service keeps how far its clock was moved, and moves this one, which both go by, when it starts.
  const clock = parts.movableClock();
  let notices: string | null = null;
  const noticeUrlOf = (rail: string) => (notices === null ? null : `${notices}/${rail}`);
  const sandbox = await parts.startSandbox({
    database_url: databases.sandbox,
    port: options.sandboxPort,
    clock,
    wallet: settings.identity,
    notice_url: () => noticeUrlOf('ppcp'),
    gateway_notice_url: noticeUrlOf,
  });
  opened.unshift(() => endsWithin(sandbox.close(), SANDBOX_STOP_LIMIT_MS));
  const found = {
    port: options.port,
    database_url: databases.service,
    sandbox_url: sandbox.url,
    receiver: sandbox.receivers,
  };
  const service = await parts.startService(parts.readConfig(serviceEnvironment(settings, found)), {
    clock,
    drainFirst: async () => ({ ...(await sandbox.drain()) }),
    deliveries: { ca: [sandbox.receivers.ca_pem] },
    openAccount: accountsAt(sandbox.url),
    // Whoever sets a level wants the log as it is.
    ...(!settings.given['LOG_LEVEL'] && { logTo: sayLog(options.log) }),
  });
  const withinMs = SERVICE_STOP_LIMIT_MS;
  opened.unshift(() => endsWithin(service.close({ withinMs }), withinMs + SLACK_MS));
  await followSandbox(settings.home, { database_url: databases.service, sandbox_url: sandbox.url });
  notices = `http://127.0.0.1:${service.port}/api/notices`;
  return { base_url: service.url, sandbox_url: sandbox.url, operator_token: settings.operator_token };
}

// A merchant who is routed to a gateway without credentials has an account of its own at the sandbox's.
function accountsAt(baseUrl: string): (rail: string) => Promise<Json> {
  const control = sandboxControl({ baseUrl });
  return async (rail) => (await control.send('POST', 'rails/accounts', { rail }))['credentials'] as Json;
}

async function openDatabases(settings: DevSettings, log: (line: string) => void): Promise<Databases> {
  const given = settings.database_url;
  if (given) return openGivenDatabases(given);
  const own = await startEmbeddedPostgres({ home: settings.home, log });
  try {
    await own.createDatabaseIfMissing(SERVICE_DATABASE);
    await own.createDatabaseIfMissing(SANDBOX_DATABASE);
  } catch (error) {
    await own.stop();
    throw error;
  }
  return { ...urls(own), failed: own.exited.then(() => 'PostgreSQL has ended.'), close: own.stop };
}

function urls(own: EmbeddedPostgres): { service: string; sandbox: string } {
  return { service: own.url(SERVICE_DATABASE), sandbox: own.url(SANDBOX_DATABASE) };
}

// The sandbox stands for somebody else's system and so never shares the service's database.
async function openGivenDatabases(given: string): Promise<Databases> {
  const sandbox = new URL(given);
  const name = `${decodeURIComponent(sandbox.pathname.slice(1)) || 'postgres'}_sandbox`;
  sandbox.pathname = `/${encodeURIComponent(name)}`;
  try {
    await createDatabaseIfMissing(given, name);
  } catch (error) {
    throw new SettingError(
      `The sandbox's database ${name} could not be made beside DATABASE_URL: ${(error as Error).message}.`,
    );
  }
  const never = new Promise<string>(() => undefined);
  return { service: given, sandbox: sandbox.href, failed: never, close: async () => undefined };
}

// Whoever has to choose others is to do it once.
async function claimPorts({
  port,
  sandbox_port,
}: DevSettings): Promise<{ port: number; sandboxPort: number }> {
  const wished = [
    { name: 'PORT', port },
    { name: 'SANDBOX_PORT', port: sandbox_port },
  ];
  const isFree = await Promise.all(wished.map(async (one) => one.port === 0 || probe(one.port)));
  const busy = wished.filter((_, at) => !isFree[at]);
  if (busy.length > 0) throw busyPorts(busy);
  return { port: port || (await findFreePort()), sandboxPort: sandbox_port || (await findFreePort()) };
}

function probe(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (isBusy(error) ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function samePort(port: number): SettingError {
  return new SettingError(`PORT and SANDBOX_PORT are both ${port}: set one of them to another port.`);
}

function busyPorts(busy: readonly { name: string; port: number }[]): SettingError {
  const ports = busy.map(({ port }) => port).join(' and ');
  const names = busy.map(({ name }) => name).join(' and ');
  return new SettingError(
    busy.length === 1
      ? `Port ${ports} is in use by another program: set ${names} to another port, or to 0 for any free one.`
      : `Ports ${ports} are in use by other programs: set ${names} to other ports, or to 0 for any free one.`,
  );
}

function isBusy(error: unknown): error is NodeJS.ErrnoException {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

async function closeInTurn(opened: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of opened) await close().catch(() => undefined);
}
