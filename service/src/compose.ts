import type { FastifyInstance } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import { openCarrier } from './carrier/index.ts';
import type { Config } from './config.ts';
import type { Ctx } from './context.ts';
import { type FollowedClock, followClock } from './db/follow-clock.ts';
import type { OpenDatabase } from './db/open.ts';
import { listenForOverdue } from './db/overdue.ts';
import { ensurePartitions } from './db/partitions.ts';
import type { ArrivalLimits } from './http/server.ts';
import { type MovableClock, movableClock } from './lib/clock.ts';
import type { PasswordCost } from './lib/password.ts';
import type { Release } from './lib/release.ts';
import type { Metrics } from './metrics.ts';
import type { Deliveries, DeliveryNotifier, DeliveryOptions } from './modules/dispatcher/index.ts';
import { noticeCertificates } from './modules/notices/index.ts';
import type { RailParts } from './rails/parts.ts';
import { railRegistry } from './rails/registry.ts';
import type { Loop } from './worker/loop.ts';

/** What a composition around the service may hand in: the test environment's `npm start` shares its clock with the
 *  sandbox and drains the sandbox's notices before the service's own work. */
export interface Parts {
  clock?: MovableClock;
  drainFirst?: () => Promise<Record<string, number>>;
  /** Limits are fixed in service; tests scale them down. */
  deliveries?: Pick<DeliveryOptions, 'ca' | 'leaseSeconds'>;
  providerLimits?: NonNullable<RailParts['limits']>;
  arrivalLimits?: ArrivalLimits;
  passwordCost?: PasswordCost;
  openAccount?: NonNullable<Ctx['openAccount']>;
  logTo?: DestinationStream;
}

/** What the parts of a process are put together from. */
export interface Composition {
  config: Config;
  parts: Parts;
  database: OpenDatabase;
  log: Logger;
  metrics: Metrics;
  running: Running;
  notifier: DeliveryNotifier;
  release: Release;
}

export interface Running {
  app: FastifyInstance | null;
  loop: Loop | null;
  deliveries: Deliveries | null;
  clock: FollowedClock | null;
  overdue: ReturnType<typeof listenForOverdue> | null;
  /** Aborted to end all calls to providers. */
  cut: AbortController;
  isStopping: boolean;
  /** How long requests under way may go on when the server closes. */
  requestsMs?: number;
}

/** What every deciding function of this process is given. */
export async function contextOf(composition: Composition): Promise<Ctx> {
  const { config, parts, database, log, running, notifier } = composition;
  const clock = parts.clock ?? movableClock();
  // Every process of a test deployment shows the same time: how far it was moved is a row, and its moves are announced.
  const onOffset = config.environment === 'test' ? (seconds: number) => setClock(clock, seconds) : null;
  running.clock = await followClock({ db: database.db, url: config.database_url }, { clock, log, onOffset });
  running.overdue = listenForOverdue(config.database_url, log);
  await ensurePartitions(database.db, clock.now());
  return {
    db: database.db,
    clock,
    config,
    log,
    ...(parts.passwordCost && { passwordCost: parts.passwordCost }),
    ...(parts.openAccount && { openAccount: parts.openAccount }),
    cut: running.cut.signal,
    ...providersOf(composition, clock),
    wake: (what) => {
      if (what === 'notices') running.loop?.wake('notices');
      else if (running.deliveries && !running.isStopping) running.deliveries.wake();
      else notifier.wake();
    },
  };
}

function providersOf({ config, parts, database, running, log, metrics }: Composition, clock: MovableClock) {
  const { environment } = config;
  const told: RailParts['log'] = (line) => {
    log.info(line, line.event);
    metrics.countProviderCall(line);
  };
  const { providerLimits: limits = {} } = parts;
  const heard = { cut: running.cut.signal, certificates: noticeCertificates(database.db) };
  const shared = { environment, clock, log: told, limits, ...heard };
  return {
    rails: railRegistry(config.rails.map((rail) => rail.open(shared))),
    carrier: config.carrier && openCarrier(config.carrier, shared),
  };
}

export function runsOf({ loop, deliveries }: Running) {
  return [...(loop?.figures() ?? []), ...(deliveries?.figures() ?? [])];
}

export function setClock(clock: MovableClock, offsetSeconds: number): void {
  if (offsetSeconds > clock.offsetSeconds) clock.set(offsetSeconds);
}
