import { startSandbox } from '../sandbox/main.ts';
import { type Config, readConfig } from '../service/src/config.ts';
import { type MovableClock, movableClock } from '../service/src/lib/clock.ts';
import { type Parts, startService } from '../service/src/main.ts';
import { type CheckAnswer, readContract } from './contract.ts';
import { createDatabase, createServiceDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { watchProviderWire } from './provider-wire.ts';
import { checkEvents } from './raised-events.ts';

/** The whole world of a test, over real HTTP and a real database: the service with its worker, and the sandbox. */
export interface World {
  base_url: string;
  sandbox_url: string;
  database_url: string;
  operator_token: string;
  clock: MovableClock;
  /** A call to the service or, with `/_control` in its path, to the sandbox. Throws when the service's API answers
   *  otherwise than its published contract declares. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  operator(method: string, path: string, body?: unknown): Promise<Answer>;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Runs everything that is due, notices of the sandbox first. */
  drain(): Promise<Record<string, number>>;
  advance(seconds: number): Promise<void>;
  /** Stops the service as it is and starts it again over the same data. */
  restart(): Promise<void>;
  /** Ends the world. Throws when an event was raised that is not as the registry says of its type, or when anything on
   *  the wire to or from the provider did not fit the provider's interface. */
  close(): Promise<void>;
}

export interface CallOptions {
  key?: string;
  merchant?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // The tests say what they expect of a body; a type here would say it twice.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  headers: Headers;
}

const OPERATOR_TOKEN = 'operator-token-of-the-tests-0123456789';
const WALLET = {
  client_id: 'test-client',
  client_secret: 'test-client-secret',
  partner_id: 'PARTNERACC222',
  partner_attribution_id: 'Fairway_Test',
  webhook_id: 'WH-TEST-0001',
};

export interface WorldOptions {
  /** Settings beside those of every world. */
  env?: Record<string, string>;
  /** False leaves the workers out, so that a test decides when something happens. */
  worker?: boolean;
  /** Shorter than in service, for tests in which the provider does not answer. */
  providerLimits?: NonNullable<Parts['providerLimits']>;
  /** Shorter than in service, for tests in which a request does not arrive. */
  arrivalLimits?: NonNullable<Parts['arrivalLimits']>;
}

/** The world of this worker, which ends with it, for files that neither move the clock, nor arm faults, nor count or set
 *  what belongs to all: each works with channels of its own. `close` judges what was seen and leaves it to the next. */
export async function joinWorld(): Promise<World> {
  const { judge, ...world } = await (joined ??= openWorld());
  const alone = () => Promise.reject(new Error('Others live in this world: start one with startWorld.'));
  return { ...world, advance: alone, restart: alone, close: judge };
}

let joined: ReturnType<typeof openWorld> | undefined;

// Nearly every test makes an owner with a password; what one costs in service is held where it is hashed.
const PASSWORD_COST = { memory_kib: 64, passes: 1 };

/** Starts a world of its own. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { judge: _judge, ...world } = await openWorld(options);
  return world;
}

function heardAt(base_url: string) {
  const noticeUrl = (rail: string): string => `${base_url}/api/notices/${rail}`;
  return { notice_url: () => noticeUrl('ppcp'), gateway_notice_url: noticeUrl };
}

async function openWorld(options: WorldOptions = {}): Promise<World & { judge(): Promise<void> }> {
  const [serviceDb, sandboxDb] = await Promise.all([createServiceDatabase(), createDatabase()]);
  const clock = movableClock();
  const port = await freePort();
  const base_url = `http://127.0.0.1:${port}`;
  const wire = watchProviderWire();
  const sandbox = await startSandbox({
    database_url: sandboxDb.url,
    port: 0,
    clock,
    wallet: WALLET,
    ...heardAt(base_url),
    witness: wire,
  });
  const config = readConfig(environmentOf({ port, sandbox, database_url: serviceDb.url, ...options }));
  const parts: Parts = {
    clock,
    drainFirst: async () => ({ ...(await sandbox.drain()) }),
    deliveries: { ca: [sandbox.receivers.ca_pem] },
    passwordCost: PASSWORD_COST,
    ...(options.providerLimits && { providerLimits: options.providerLimits }),
    ...(options.arrivalLimits && { arrivalLimits: options.arrivalLimits }),
  };
  let service = await startService(config, parts);
  const call = caller(base_url, sandbox.url, await contractOf(base_url));
  const operator = (method: string, path: string, body?: unknown) =>
    call(method, `/api/operator/${path}`, { key: OPERATOR_TOKEN, body });
  const judge = async () => {
    await checkEvents(serviceDb.url);
    wire.conclude();
  };
  return {
    base_url,
    sandbox_url: sandbox.url,
    database_url: serviceDb.url,
    operator_token: OPERATOR_TOKEN,
    clock,
    call,
    operator,
    control: (method, path, body) => call(method, `/_control/${path}`, { body }),
    drain: async () => (await operator('POST', 'work/drain')).body as Record<string, number>,
    advance: async (seconds) => {
      await operator('POST', 'clock/advance', { seconds });
    },
    restart: async () => {
      await service.close();
      service = await startService(config, parts);
    },
    judge,
    close: async () => {
      await service.close();
      await sandbox.close();
      try {
        await judge();
      } finally {
        await Promise.all([serviceDb.drop(), sandboxDb.drop()]);
      }
    },
  };
}

function environmentOf(options: {
  port: number;
  sandbox: { url: string; receivers: { host: string; port: number } };
  database_url: string;
  env?: Record<string, string>;
  worker?: boolean;
}): Record<string, string> {
  const { sandbox } = options;
  return {
    PORT: String(options.port),
    DATABASE_URL: options.database_url,
    OPERATOR_TOKEN,
    SECRETS_KEY: 'secrets-key-of-the-tests-0123456789abc',
    WALLET_API_BASE: sandbox.url,
    WALLET_WEB_BASE: sandbox.url,
    WALLET_CLIENT_ID: WALLET.client_id,
    WALLET_CLIENT_SECRET: WALLET.client_secret,
    WALLET_PARTNER_ID: WALLET.partner_id,
    WALLET_PARTNER_ATTRIBUTION_ID: WALLET.partner_attribution_id,
    WALLET_WEBHOOK_ID: WALLET.webhook_id,
    WEBHOOK_CONNECT_TO: `${sandbox.receivers.host}:443:127.0.0.1:${sandbox.receivers.port}`,
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'fatal',
    ...(options.worker === false ? { ROLES: 'api' } : {}),
    ...options.env,
  };
}

// The contract is the same for every world of a process: it is made of the code.
let contract: Promise<CheckAnswer> | undefined;

function contractOf(baseUrl: string): Promise<CheckAnswer> {
  return (contract ??= readContract(baseUrl));
}

function caller(base_url: string, sandbox_url: string, check: CheckAnswer): World['call'] {
  return async (method, path, options = {}) => {
    const base = path.startsWith('/_control') ? sandbox_url : base_url;
    const headers: Record<string, string> = { ...options.headers };
    if (options.key) headers['authorization'] = `Bearer ${options.key}`;
    if (options.merchant) headers['x-merchant-id'] = options.merchant;
    if (options.body !== undefined) headers['content-type'] ??= 'application/json';
    const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
    const answer = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(options.body === undefined ? {} : { body }),
    });
    const { status } = answer;
    const parsed = parse(await answer.text());
    if (path.startsWith('/api/')) check({ method, path, status, body: parsed });
    return { status, body: parsed, headers: answer.headers };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type { Config };
