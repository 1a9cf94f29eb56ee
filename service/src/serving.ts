import Fastify, { type FastifyInstance } from 'fastify';
import { asCaller } from '../../postgres/caller.ts';
import { type Composition, runsOf, setClock } from './compose.ts';
import type { Ctx } from './context.ts';
import { registerContract } from './contract/index.ts';
import { askDatabase } from './db/open.ts';
import { trustedProxies } from './http/admission.ts';
import { endPromptly } from './http/end-promptly.ts';
import { registerHealth } from './http/health.ts';
import { serveMetrics } from './http/metrics.ts';
import { buildServer } from './http/server.ts';
import type { MovableClock } from './lib/clock.ts';
import { admitWith } from './modules/admission/index.ts';
import { pagesOf } from './pages/index.ts';
import { routesOf } from './routes.ts';
import { measureBacklog } from './worker/backlog.ts';
import { drainAll } from './worker/drain.ts';

/** What answers HTTP in this process, not listening yet. A worker without the api role serves its health and figures alone. */
export function serverOf(ctx: Ctx, { running, parts, metrics: { registry } }: Composition): FastifyInstance {
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
  const pages = isApi ? pagesOf(ctx, admit) : null;
  const app = pages
    ? buildServer({ ...pages, routes, admit, trusted, log: ctx.log, registry, limits })
    : Fastify();
  endPromptly(app, { isStopping, requestsMs: () => running.requestsMs });
  serveMetrics(app, registry, measureBacklog(ctx, registry));
  registerHealth(app, {
    askDatabase: () => askDatabase(ctx.db),
    isStopping,
    isStuck: () => runsOf(running).some(({ isStuck }) => isStuck),
  });
  if (pages) {
    registerContract(app, ctx);
    pages.register(app);
  }
  return app;
}
