import type { FastifyInstance } from 'fastify';

export interface Readiness {
  /** Throws when the database does not answer. */
  askDatabase(): Promise<unknown>;
  isStopping(): boolean;
}

const ANSWER_WITHIN_MS = 2_000;

/** `/healthz` says that the process answers, `/readyz` that it can do its work. Neither needs a credential nor tells
 *  anything about the deployment. */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (readiness.isStopping()) return reply.status(503).send({ status: 'stopping' });
    try {
      await Promise.race([readiness.askDatabase(), failAfter(ANSWER_WITHIN_MS)]);
      return await reply.send({ status: 'ready' });
    } catch {
      return reply.status(503).send({ status: 'database unavailable' });
    }
  });
}

function failAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(reject, ms, new Error('timed out')).unref());
}
