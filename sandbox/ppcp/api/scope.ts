import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusOfFailure } from '../../machine/http/failure.ts';
import { makePartyScope } from '../../machine/http/party-scope.ts';
import { asksForPage, sendRefusal } from '../../machine/pages/layout.ts';
import { ActRefusal } from '../../machine/refusal.ts';
import type { CallLog } from '../../machine/store/call-log.ts';
import { describe, OAuthProblem, problemBody, ProviderProblem } from '../checks/problem.ts';
import { newDebugId } from '../shapes/ids.ts';
import type { World } from '../shapes/world.ts';
import { readParts } from './multipart.ts';
import { requireBearer } from './oauth.ts';

declare module 'fastify' {
  interface FastifyRequest {
    debugId: string;
  }
}

/** Where the provider's interface is found. Any other address may be one that a person typed. */
const INTERFACE = /^\/v[123]\//;

/** Gives the provider's routes their manners: bodies in parts, debug ids, error shape, log of calls. */
export function makeProviderScope(app: FastifyInstance, world: World, calls: CallLog): void {
  makePartyScope(app, world, calls, {
    answer: (error, request, reply) => answerProblem(world, error, request, reply),
    malformed: () => new ProviderProblem(400, [describe({ issue: 'MALFORMED_REQUEST_JSON' })]),
    unknown: (request) => unknownCall(world, request),
    astray: (request, reply) =>
      INTERFACE.test(request.url) || !asksForPage(request) ? null : sendRefusal(reply, noPage()),
  });
  app.decorateRequest('debugId', '');
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => readParts(request.headers['content-type'] ?? '', bytes),
  );
  app.addHook('onRequest', async (request, reply) => {
    request.debugId = newDebugId();
    reply.header('Paypal-Debug-Id', request.debugId);
  });
}

function noPage(): ActRefusal {
  return new ActRefusal(404, 'The sandbox has no page at this address.');
}

function unknownCall(world: World, request: FastifyRequest): ProviderProblem {
  if (!INTERFACE.test(request.url)) return new ProviderProblem(404, [{ issue: 'INVALID_RESOURCE_ID' }]);
  requireBearer(world, request.headers.authorization);
  return new ProviderProblem(501, []);
}

function answerProblem(
  world: World,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof OAuthProblem) {
    return reply.code(error.status).send({ error: error.error, error_description: error.message });
  }
  const problem = error instanceof ProviderProblem ? error : new ProviderProblem(statusOfFailure(error), []);
  if (problem.status === 500 && problem !== error) request.log.error({ err: error }, 'call failed');
  const call = { method: request.method, route: request.routeOptions.url ?? '' };
  if (problem.retryAfter !== null) reply.header('Retry-After', String(problem.retryAfter));
  return reply
    .code(problem.status)
    .type('application/json')
    .send(problemBody(problem, { debugId: request.debugId, base: world.address.url, call }));
}
