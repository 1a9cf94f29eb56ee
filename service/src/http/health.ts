import type { FastifyInstance } from 'fastify';
import { whenLate } from '../../../postgres/when-late.ts';

export interface Readiness {
  /** Throws when the database does not answer. */
  askDatabase(): Promise<{ isReadOnly: boolean }>;
  isStopping(): boolean;
  /** Whether work that recurs has come to a standstill; false where none is done. */
  isStuck(): boolean;
}

type Status = 'ready' | 'stopping' | 'sweeps stuck' | 'database unavailable' | 'database read-only';

const PROBE = { config: { is_probe: true } } as const;
const ANSWER_WITHIN_MS = 2_000;

/** `/healthz` says that the process answers, `/readyz` that it can do its work: not while it stops, without a database
 *  that takes writes, or with sweeps that have come to a standstill. Always answers within two seconds. Neither needs a
 *  credential nor tells anything about the deployment. */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  const askDatabase = sharing(() => readiness.askDatabase());
  app.get('/healthz', PROBE, (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', PROBE, async (_request, reply) => {
    const status = await statusOf(readiness, askDatabase);
    return reply.status(status === 'ready' ? 200 : 503).send({ status });
  });
}

async function statusOf(readiness: Readiness, askDatabase: Readiness['askDatabase']): Promise<Status> {
  if (readiness.isStopping()) return 'stopping';
  if (readiness.isStuck()) return 'sweeps stuck';
  try {
    return (await askDatabase()).isReadOnly ? 'database read-only' : 'ready';
  } catch {
    return 'database unavailable';
  }
}

// However many ask, the database is asked once at a time, and anew after two seconds without an answer: a question that
// is never answered must not stand for all later ones.
function sharing<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () => {
    if (asking) return asking;
    const late = Promise.withResolvers<never>();
    const heard = whenLate(ANSWER_WITHIN_MS, () => late.reject(new Error('timed out')));
    const asked = Promise.race([ask(), late.promise]).finally(() => {
      heard();
      asking = null;
    });
    asking = asked;
    return asked;
  };
}
