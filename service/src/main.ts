import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AddressInfo } from 'node:net';
import pino, { type Logger } from 'pino';
import { asCaller } from '../../postgres/caller.ts';
import type { Config } from './config.ts';
import type { Ctx } from './context.ts';
import { registerContract } from './contract/index.ts';
import { type FollowedClock, followClock } from './db/follow-clock.ts';
import { migrate } from './db/migrate.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { ensurePartitions } from './db/partitions.ts';
import { trustedProxies } from './http/admission.ts';
import { registerHealth } from './http/health.ts';
import { serveMetrics } from './http/metrics.ts';
import { ADMISSION_LANE } from './http/patience.ts';
import type { Route } from './http/route.ts';
import { buildServer } from './http/server.ts';
import { type MovableClock, movableClock } from './lib/clock.ts';
import { openMetrics, type Metrics } from './metrics.ts';
import { channelRoutes } from './modules/channels/index.ts';
import { chargeRoutes } from './modules/charges/index.ts';
import { dashboardRoutes } from './modules/dashboard/index.ts';
import { admitWith, keyRoutes } from './modules/keys/index.ts';
import { merchantRoutes } from './modules/merchants/index.ts';
import { noticeRoutes } from './modules/notices/index.ts';
import { onboardingRoutes } from './modules/onboarding/index.ts';
import { operatorRoutes } from './modules/operator/index.ts';
import { ownerRoutes } from './modules/owners/index.ts';
import { paymentRoutes } from './modules/payments/index.ts';
import { refundRoutes } from './modules/refunds/index.ts';
import { sessionRoutes } from './modules/sessions/index.ts';
import { transactionRoutes } from './modules/transactions/index.ts';
import { vaultRoutes } from './modules/vault/index.ts';
import {
  type Deliveries,
  deliveryNotifier,
  type DeliveryOptions,
  eventFeedRoutes,
  startDeliveries,
  webhookRoutes,
} from './modules/webhooks/index.ts';
import { registerPages } from './pages/index.ts';
import { createPpcpRail, type PpcpOptions } from './rails/ppcp/index.ts';
import { railRegistry } from './rails/registry.ts';
import { measureBacklog } from './worker/backlog.ts';
import { type Loop, startLoop } from './worker/loop.ts';
import { sweepsOf } from './worker/sweeps.ts';

const DRAIN_ROUNDS_MAX = 100;

/** What a composition around the service may hand in: the test environment's `npm start` shares its clock with the
 *  sandbox and drains the sandbox's notices before the service's own work. */
export interface Parts {
  clock?: MovableClock;
  onClockMoved?: (offsetSeconds: number) => void;
  drainFirst?: () => Promise<Record<string, number>>;
  /** Limits are fixed in service; tests scale them down. */
  deliveries?: Pick<DeliveryOptions, 'ca' | 'leaseSeconds'>;
  providerLimits?: NonNullable<PpcpOptions['limits']>;
}

export interface RunningService {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Starts the service in this process: migrations, then the roles of the configuration. The only place that knows
 *  every part. */
export async function startService(config: Config, parts: Parts = {}): Promise<RunningService> {
  await migrate(config.database_url);
  const log = pino({ level: config.log_level });
  const metrics = openMetrics();
  const { database_url: url, database_connections: connectionsMax } = config;
  const database = openDatabase({ url, connectionsMax, name: 'api', keptLane: ADMISSION_LANE });
  const notifier = deliveryNotifier(database.db, log);
  const running: Running = { loop: null, deliveries: null, clock: null, isStopping: false };
  const stop = [() => database.close(), async () => notifier.close()];
  try {
    const ctx = await contextOf({
      config,
      parts,
      database,
      log,
      metrics,
      running,
      wakeOthers: () => notifier.wake(),
    });
    measureBacklog(ctx, metrics.registry);
    const composition = { running, parts, metrics };
    const app = serverOf(ctx, composition);
    stop.unshift(async () => app.close());
    startWorkers(ctx, composition);
    stop.splice(
      1,
      0,
      async () => running.loop?.close(),
      async () => running.deliveries?.close(),
    );
    await app.listen({ port: config.port, host: config.host });
    const { port } = app.server.address() as AddressInfo;
    return { url: config.base_url, port, close: () => closeInTurn(running, stop) };
  } catch (error) {
    await closeInTurn(running, stop);
    throw error;
  }
}

/** What the parts of a process are put together from. */
interface Composition {
  running: Running;
  parts: Parts;
  metrics: Metrics;
}

interface Running {
  loop: Loop | null;
  deliveries: Deliveries | null;
  clock: FollowedClock | null;
  isStopping: boolean;
}

// New work is refused first, then what is under way ends, then the connections go.
async function closeInTurn(running: Running, stop: readonly (() => Promise<unknown>)[]): Promise<void> {
  running.isStopping = true;
  await running.clock?.stop();
  for (const step of stop) await step();
}

async function contextOf(options: {
  config: Config;
  parts: Parts;
  database: OpenDatabase;
  log: Logger;
  metrics: Metrics;
  running: Running;
  wakeOthers: () => void;
}): Promise<Ctx> {
  const { config, parts, database, log, metrics, running } = options;
  const clock = parts.clock ?? movableClock();
  // Every process of a test deployment shows the same time: how far it was moved is a row, and its moves are announced.
  const onOffset =
    config.environment === 'test' ? (seconds: number) => setClock(clock, parts, seconds) : null;
  running.clock = await followClock({ db: database.db, url: config.database_url }, { clock, log, onOffset });
  await ensurePartitions(database.db, clock.now());
  return {
    db: database.db,
    clock,
    config,
    log,
    rails: railsOf(config, clock, parts, (line) => {
      log.info(line, line.event);
      metrics.countProviderCall(line);
    }),
    wake: (what) => {
      if (what === 'notices') running.loop?.wake('notices');
      else if (running.deliveries) running.deliveries.wake();
      else options.wakeOthers();
    },
  };
}

function startWorkers(ctx: Ctx, { running, parts, metrics }: Composition): void {
  if (!ctx.config.roles.includes('worker')) return;
  running.deliveries = startDeliveries(ctx, { ...parts.deliveries, onAttempt: metrics.countDelivery });
  running.loop = startLoop(sweepsOf(ctx), ctx.log);
}

// A worker without the api role serves its health alone.
function serverOf(ctx: Ctx, { running, parts, metrics }: Composition): FastifyInstance {
  const isApi = ctx.config.roles.includes('api');
  const controls = {
    // However long it takes: who asks for a drain waits for all of it.
    drain: () => asCaller({ lane: 'drain', leftMs: Infinity }, () => drain(ctx, running, parts)),
    setClock: (offset: number) => setClock(ctx.clock as MovableClock, parts, offset),
  };
  const isStopping = () => running.isStopping;
  const routes = isApi ? routesOf(ctx, controls, isStopping) : [];
  const trusted = trustedProxies(ctx.config.trusted_proxies);
  const { registry } = metrics;
  const app = isApi
    ? buildServer({ routes, admit: admitWith(ctx), trusted, log: ctx.log, registry })
    : Fastify();
  const askDatabase = () => sql`select 1`.execute(ctx.db);
  serveMetrics(app, registry);
  registerHealth(app, { askDatabase, isStopping });
  if (isApi) {
    registerContract(app, ctx, routes);
    registerPages(app, ctx);
  }
  return app;
}

function routesOf(
  ctx: Ctx,
  controls: Parameters<typeof operatorRoutes>[1],
  isStopping: () => boolean,
): Route[] {
  return [
    ...keyRoutes(ctx),
    ...channelRoutes(ctx),
    ...dashboardRoutes(ctx),
    ...ownerRoutes(ctx),
    ...merchantRoutes(ctx),
    ...webhookRoutes(ctx),
    ...eventFeedRoutes(ctx, isStopping),
    ...onboardingRoutes(ctx),
    ...sessionRoutes(ctx),
    ...paymentRoutes(ctx),
    ...refundRoutes(ctx),
    ...transactionRoutes(ctx),
    ...vaultRoutes(ctx),
    ...chargeRoutes(ctx),
    ...noticeRoutes(ctx),
    ...operatorRoutes(ctx, controls),
  ];
}

function railsOf(config: Config, clock: MovableClock, parts: Parts, log: Metrics['countProviderCall']) {
  if (!config.wallet) return railRegistry([]);
  const { environment } = config;
  const limits = parts.providerLimits ?? {};
  return railRegistry([createPpcpRail({ ...config.wallet, environment, clock, log, limits })]);
}

function setClock(clock: MovableClock, parts: Parts, offsetSeconds: number): void {
  if (offsetSeconds <= clock.offsetSeconds) return;
  clock.set(offsetSeconds);
  parts.onClockMoved?.(offsetSeconds);
}

async function drain(ctx: Ctx, running: Running, parts: Parts): Promise<Record<string, number>> {
  const total: Record<string, number> = {};
  for (let round = 0; round < DRAIN_ROUNDS_MAX; round += 1) {
    const counts = {
      ...(await parts.drainFirst?.()),
      ...(await running.loop?.drain()),
      deliveries: (await running.deliveries?.drain()) ?? 0,
    };
    for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
    if (Object.values(counts).every((count) => count === 0)) return total;
  }
  ctx.log.warn({ event: 'drain.unfinished' }, 'drain did not come to an end');
  return total;
}
