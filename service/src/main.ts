import { type Composition, contextOf, type Parts, runsOf, type Running } from './compose.ts';
import type { Config } from './config.ts';
import type { Ctx } from './context.ts';
import { whoIsWorkedFor } from './db/callers.ts';
import { migrate } from './db/migrate.ts';
import { newestMigration } from './db/migration-files.ts';
import { openDatabase } from './db/open.ts';
import { listenAt } from './http/listen.ts';
import { ADMISSION_LANE } from './http/patience.ts';
import { openLog } from './lib/log.ts';
import { releaseOf } from './lib/release.ts';
import { openMetrics } from './metrics.ts';
import { deliveryNotifier, startDeliveries } from './modules/dispatcher/index.ts';
import { serverOf } from './serving.ts';
import { stopInTime } from './stopping.ts';
import { startLoop } from './worker/loop.ts';
import { type ProcessFigures, showProcess } from './worker/process-figures.ts';
import { SWEEP_LANES, sweepsOf } from './worker/sweeps.ts';

export interface RunningService {
  url: string;
  port: number;
  /** Stops in order: readiness says no, then what is under way ends or is cut, within `withinMs` (15 s) behind the
   *  delay of the configuration. Called again it waits for the same end. */
  close(options?: { withinMs?: number }): Promise<void>;
}

/** Starts the service in this process: migrations, then the roles of the configuration. */
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

function startWorkers(ctx: Ctx, { running, parts, metrics }: Composition, figures: ProcessFigures): void {
  if (!ctx.config.roles.includes('worker')) return;
  const onEnd = figures.countRun;
  running.deliveries = startDeliveries(ctx, {
    ...parts.deliveries,
    ...{ onAttempt: metrics.countAttempt, onRecorded: metrics.countDelivery, onEnd },
  });
  running.loop = startLoop(sweepsOf(ctx), ctx.log, { onEnd, cut: running.cut.signal });
}
