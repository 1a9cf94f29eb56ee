import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { OperationId } from './operations.ts';

// From a read that the cache answers to a capture that waits for its provider.
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
  }
}

/** Counts and times every request by its operation, never by its path: an id in a label would make a series of its
 *  own, and a session's id is a capability. Must be called before the routes are registered. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const served = new Counter({
    name: 'fairway_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const took = new Histogram({
    name: 'fairway_http_request_seconds',
    help: 'From the head of a request to the end of its answer, by operation.',
    labelNames: ['operation'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config.operation ?? 'other';
    served.inc({ operation, status: reply.statusCode });
    took.observe({ operation }, reply.elapsedTime / 1000);
    done();
  });
}

/** `/metrics`, in the text format of Prometheus, after `refresh`, which has to end in time. Needs no credential and names
 *  no tenant. */
export function serveMetrics(app: FastifyInstance, registry: Registry, refresh: () => Promise<void>): void {
  app.get('/metrics', { config: { is_probe: true } }, async (_request, reply) => {
    await refresh();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
