import Fastify, { type FastifyInstance } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import { asCaller } from '../../postgres/caller.ts';
import { openCarrier } from './carrier/index.ts';
import type { Config } from './config.ts';
import type { Ctx } from './context.ts';
import { registerContract } from './contract/index.ts';
import { whoIsWorkedFor } from './db/callers.ts';
import { type FollowedClock, followClock } from './db/follow-clock.ts';
import { migrate } from './db/migrate.ts';
import { newestMigration } from './db/migration-files.ts';
import { askDatabase, type OpenDatabase, openDatabase } from './db/open.ts';
import { listenForOverdue } from './db/overdue.ts';
import { ensurePartitions } from './db/partitions.ts';
import { trustedProxies } from './http/admission.ts';
import { endPromptly } from './http/end-promptly.ts';
import { registerHealth } from './http/health.ts';
import { listenAt } from './http/listen.ts';
import { serveMetrics } from './http/metrics.ts';
import { ADMISSION_LANE } from './http/patience.ts';
import { type ArrivalLimits, buildServer } from './http/server.ts';
import { type MovableClock, movableClock } from './lib/clock.ts';
import { openLog } from './lib/log.ts';
import type { PasswordCost } from './lib/password.ts';
import { type Release, releaseOf } from './lib/release.ts';
import { openMetrics, type Metrics } from './metrics.ts';
import { admitWith } from './modules/admission/index.ts';
import {
  type Deliveries,
  type DeliveryNotifier,
  deliveryNotifier,
  type DeliveryOptions,
  startDeliveries,
} from './modules/dispatcher/index.ts';
import { noticeCertificates } from './modules/notices/index.ts';
import { registerPages } from './pages/index.ts';
import type { RailParts } from './rails/parts.ts';
import { railRegistry } from './rails/registry.ts';
import { routesOf } from './routes.ts';
import { stopInTime } from './stopping.ts';
import { measureBacklog } from './worker/backlog.ts';
import { drainAll } from './worker/drain.ts';
import { type Loop, startLoop } from './worker/loop.ts';
import { type ProcessFigures, showProcess } from './worker/process-figures.ts';
import { SWEEP_LANES, sweepsOf } from './worker/sweeps.ts';

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

export interface RunningService {
  url: string;
  port: number;
  /** Stops in order: readiness says no, then what is under way ends or is cut, within `withinMs` (15 s) behind the
   *  delay of the configuration. Called again it waits for the same end. */
  close(options?: { withinMs?: number }): Promise<void>;
}

/** Starts the service in this process: migrations, then the roles of the configuration. The only place that knows
 *  every part. */
export async function startService(given: Config, parts: Parts = {}): Promise<RunningService> {
  const config = { ...given };
  await migrate(config.database_url);
  const log = openLog(config.log_level, parts.logTo, whoIsWorkedFor);
  const lanes = { keptLane: ADMISSION_LANE, groupedLanes: SWEEP_LANES };
  const { database_url, database_connections: connectionsMax } = config;
  const database = openDatabase({ url: database_url, connectionsMax, name: 'api', ...lanes });
  const notifier = deliveryNotifier(database.db, log);
  const running: Running = {
    ...{ app: null, loop: null, deliveries: null, clock: null },
    ...{ overdue: null, cut: new AbortController(), isStopping: false },
  };
  const release = releaseOf(config, await newestMigration());
  const composition = { config, parts, database, log, metrics: openMetrics(), running, notifier, release };
  let closing: Promise<void> | null = null;
  const close = (withinMs?: number) => (closing ??= stop(composition, withinMs));
  try {
    const ctx = await contextOf(composition);
    const figures = figuresOf(composition, ctx);
    running.app = serverOf(ctx, composition);
    startWorkers(ctx, composition, figures);
    const { port, url } = await listenAt(running.app, config);
    config.base_url = url;
    log.info({ event: 'started', ...release, base_url: url }, 'the service listens');
    return { url, port, close: ({ withinMs } = {}) => close(withinMs) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the parts of a process are put together from. */
interface Composition {
  config: Config;
  parts: Parts;
  database: OpenDatabase;
  log: Logger;
  metrics: Metrics;
  running: Running;
  notifier: DeliveryNotifier;
  release: Release;
}

interface Running {
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

function stop({ config, log, running, notifier, database }: Composition, withinMs?: number): Promise<void> {
  running.isStopping = true;
  return stopInTime(
    {
      requests: async (ms) => {
        running.requestsMs = ms;
        await running.app?.close();
      },
      sweeps: async (graceMs) => running.loop?.close({ graceMs }),
      deliveries: async (grace) => running.deliveries?.close(grace),
      cutCalls: () => running.cut.abort(),
      connections: async () => {
        notifier.close();
        await Promise.all([running.clock?.stop(), running.overdue?.close()]);
        await database.close();
      },
    },
    { delayMs: config.stop_delay_seconds * 1_000, log, ...(withinMs !== undefined && { withinMs }) },
  );
}

async function contextOf(composition: Composition): Promise<Ctx> {
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

function figuresOf({ metrics, running, database, release }: Composition, ctx: Ctx): ProcessFigures {
  return showProcess(metrics.registry, {
    release,
    runs: () => runsOf(running),
    clock: () => ({
      skewSeconds: ctx.clock.skewSeconds,
      sinceReadSeconds: running.clock?.sinceReadSeconds() ?? 0,
    }),
    pools: () => ({ api: database.figures(), deliveries: running.deliveries?.connections() }),
  });
}

function runsOf({ loop, deliveries }: Running) {
  return [...(loop?.figures() ?? []), ...(deliveries?.figures() ?? [])];
}

function startWorkers(ctx: Ctx, { running, parts, metrics }: Composition, figures: ProcessFigures): void {
  if (!ctx.config.roles.includes('worker')) return;
  const onEnd = figures.countRun;
  running.deliveries = startDeliveries(ctx, {
    ...parts.deliveries,
    ...{ onAttempt: metrics.countAttempt, onRecorded: metrics.countDelivery, onEnd },
  });
  running.loop = startLoop(sweepsOf(ctx), ctx.log, { onEnd, cut: running.cut.signal });
}

// A worker without the api role serves its health alone.
function serverOf(ctx: Ctx, { running, parts, metrics: { registry } }: Composition): FastifyInstance {
  const isApi = ctx.config.roles.includes('api');
  const isStopping = () => running.isStopping;
  const controls = {
    // However long it takes: who asks for a drain waits for all of it.
    drain: () => {
      const { loop, deliveries } = running;
      return asCaller({ lane: 'drain', leftMs: Infinity }, () =>
        drainAll(ctx, { ...parts, loop, deliveries }),
      );
    },
    setClock: (offset: number) => setClock(ctx.clock as MovableClock, offset),
  };
  const routes = isApi ? routesOf(ctx, { controls, isStopping }) : [];
  const trusted = trustedProxies(ctx.config.trusted_proxies);
  const limits = parts.arrivalLimits;
  // One for calls and pages: what it remembers of wrong bearers counts for both.
  const admit = admitWith(ctx);
  const app = isApi ? buildServer({ routes, admit, trusted, log: ctx.log, registry, limits }) : Fastify();
  endPromptly(app, { isStopping, requestsMs: () => running.requestsMs });
  serveMetrics(app, registry, measureBacklog(ctx, registry));
  registerHealth(app, {
    askDatabase: () => askDatabase(ctx.db),
    isStopping,
    isStuck: () => runsOf(running).some(({ isStuck }) => isStuck),
  });
  if (isApi) {
    registerContract(app, ctx);
    registerPages(app, ctx, admit);
  }
  return app;
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

function setClock(clock: MovableClock, offsetSeconds: number): void {
  if (offsetSeconds > clock.offsetSeconds) clock.set(offsetSeconds);
}
