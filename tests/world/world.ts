import { type Config, readConfig } from '../../service/src/config.ts';
import { type MovableClock, movableClock } from '../../service/src/lib/clock.ts';
import type { Parts } from '../../service/src/compose.ts';
import { startService } from '../../service/src/main.ts';
import { type Calls, callsTo } from './calls.ts';
import { type CheckAnswer, readContract } from './contract.ts';
import { createServiceDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { hearLog } from './heard-log.ts';
import { startStandIn } from './provider-stand-in.ts';
import { checkEvents } from './raised-events.ts';

export type { Answer, CallOptions } from './send.ts';

/** The whole world of a test, over real HTTP and a real database: the service with its worker, and the sandbox. Its calls
 *  throw when the service's API answers otherwise than its published contract declares. */
export interface World extends Calls {
  base_url: string;
  sandbox_url: string;
  database_url: string;
  operator_token: string;
  clock: MovableClock;
  /** Runs everything that is due, notices of the sandbox first. */
  drain(): Promise<Record<string, number>>;
  advance(seconds: number): Promise<void>;
  /** Stops the service as it is and starts it again over the same data, as it was or with what is given. */
  restart(changed?: Pick<WorldOptions, 'env' | 'worker'>): Promise<void>;
  /** Ends the world. Throws when an event was raised that is not as the registry says of its type, when anything on the
   *  wire to or from the provider did not fit the provider's interface, or when a secret of a call was logged. */
  close(): Promise<void>;
}

/** A world whose service runs in this process. */
export interface HeardWorld extends World {
  /** What the service logged so far. */
  logged(): Record<string, unknown>[];
}

const OPERATOR_TOKEN = 'operator-token-of-the-tests-0123456789';
interface WorldOptions {
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
export async function joinWorld(): Promise<HeardWorld> {
  const { judge, ...world } = await (joined ??= openWorld());
  const alone = () => Promise.reject(new Error('Others live in this world: start one with startWorld.'));
  return { ...world, advance: alone, restart: alone, close: judge };
}

let joined: ReturnType<typeof openWorld> | undefined;

// Nearly every test makes an owner with a password; what one costs in service is held where it is hashed.
const PASSWORD_COST = { memory_kib: 64, passes: 1 };

/** Starts a world of its own. */
export async function startWorld(options: WorldOptions = {}): Promise<HeardWorld> {
  const { judge: _judge, ...world } = await openWorld(options);
  return world;
}

async function openWorld(options: WorldOptions = {}): Promise<HeardWorld & { judge(): Promise<void> }> {
  const clock = movableClock();
  const port = await freePort();
  const base_url = `http://127.0.0.1:${port}`;
  const [serviceDb, provider] = await Promise.all([
    createServiceDatabase(),
    startStandIn({ clock, noticesAt: (rail) => `${base_url}/api/notices/${rail}` }),
  ]);
  const { sandbox } = provider;
  const at = { PORT: String(port), DATABASE_URL: serviceDb.url, ...provider.settings };
  const config = readConfig(environmentOf(at, options));
  const log = hearLog();
  const parts: Parts = {
    clock,
    drainFirst: async () => ({ ...(await sandbox.drain()) }),
    deliveries: { ca: [sandbox.receivers.ca_pem] },
    passwordCost: PASSWORD_COST,
    logTo: log.stream,
    ...(options.providerLimits && { providerLimits: options.providerLimits }),
    ...(options.arrivalLimits && { arrivalLimits: options.arrivalLimits }),
  };
  let service = await startService(config, parts);
  const addresses = { base_url, sandbox_url: sandbox.url, operator_token: OPERATOR_TOKEN };
  const calls = callsTo(addresses, await contractOf(base_url), log.told);
  const { operator } = calls;
  const judge = async () => {
    await checkEvents(serviceDb.url);
    provider.judge();
    log.judge();
  };
  return {
    ...addresses,
    ...calls,
    database_url: serviceDb.url,
    clock,
    logged: log.lines,
    drain: async () => (await operator('POST', 'work/drain')).body as Record<string, number>,
    advance: async (seconds) => {
      await operator('POST', 'clock/advance', { seconds });
    },
    restart: async (changed = {}) => {
      const env = { ...options.env, ...changed.env };
      await service.close();
      service = await startService(readConfig(environmentOf(at, { ...options, ...changed, env })), parts);
    },
    judge,
    close: async () => {
      await service.close();
      await provider.close();
      try {
        await judge();
      } finally {
        await serviceDb.drop();
      }
    },
  };
}

function environmentOf(at: Record<string, string>, options: WorldOptions): Record<string, string> {
  return {
    ...at,
    OPERATOR_TOKEN,
    SECRETS_KEY: 'secrets-key-of-the-tests-0123456789abc',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'debug',
    ...(options.worker === false ? { ROLES: 'api' } : {}),
    ...options.env,
  };
}

// The contract is the same for every world of a process: it is made of the code.
let contract: Promise<CheckAnswer> | undefined;

function contractOf(baseUrl: string): Promise<CheckAnswer> {
  return (contract ??= readContract(baseUrl));
}

export type { Config };
