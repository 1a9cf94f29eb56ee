import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asCaller, type Caller, currentCaller } from '../../../postgres/caller.ts';

/** What admission asks the database for stands in nobody else's way. */
export const ADMISSION_LANE = 'admission';

/** Over all that a request asks of the database. What it asks of a provider has limits of its own: with an answer of usual
 *  speed from there it is still within the five seconds after which a caller takes a service for dead. */
export const PATIENCE_MS = 4_000;

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** Bounds what a request waits for the database, all in all, and keeps what one operation asks of it apart from what
 *  others ask. */
export function boundPatience(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    asCaller(callerOf(request), done);
  });
  // A body arrives in events of its socket, outside of what ran before.
  app.addHook('preHandler', (request, _reply, done) => {
    const caller = callerOf(request);
    if (currentCaller() === caller) done();
    else asCaller(caller, done);
  });
}

/** Runs the admission of a request, with the patience of the request. */
export async function whileAdmitted<T>(request: FastifyRequest, admit: () => Promise<T>): Promise<T> {
  const caller = callerOf(request);
  const { request_id, leftMs } = caller;
  const admission = { lane: ADMISSION_LANE, request_id, leftMs };
  try {
    return await asCaller(admission, admit);
  } finally {
    caller.leftMs = admission.leftMs;
  }
}

function callerOf(request: FastifyRequest): Caller {
  const { config, url } = request.routeOptions;
  return (request.caller ??= {
    lane: config.operation ?? url ?? 'none',
    request_id: request.id,
    leftMs: PATIENCE_MS,
  });
}
