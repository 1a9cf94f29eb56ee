import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusOfFailure } from '../../machine/http/failure.ts';
import { makePartyScope } from '../../machine/http/party-scope.ts';
import type { CallLog } from '../../machine/store/call-log.ts';
import { NmiFailure, NmiRefusal } from '../shapes/reply.ts';
import type { NmiWorld } from '../shapes/world.ts';
import { errorView } from '../views/query-view.ts';
import { serveQuery } from './query.ts';
import { serveTokens } from './tokens.ts';
import { formText, serveTransact } from './transact.ts';

/** Serves the interface of the gateway. */
export function serveApi(app: FastifyInstance, world: NmiWorld, calls: CallLog): void {
  makePartyScope(app, world, calls, {
    answer: answerProblem,
    malformed: () => new NmiFailure(400),
    unknown: () => new NmiFailure(501),
  });
  serveTransact(app, world);
  serveQuery(app, world);
  serveTokens(app, world);
}

// What the gateway refuses is answered with HTTP 200 in the shape of the call: a form, or XML.
function answerProblem(
  error: Error & Partial<FastifyError>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof NmiRefusal) {
    if (request.routeOptions.url?.endsWith('query.php') === true) {
      return reply.type('text/xml; charset=utf-8').send(errorView(error.message));
    }
    const { message, code } = error;
    const response = code.startsWith('2') ? '2' : '3';
    const text = formText({ response, responsetext: message, response_code: code });
    return reply.type('text/html; charset=utf-8').send(text);
  }
  const failure = error instanceof NmiFailure ? error : new NmiFailure(statusOfFailure(error));
  if (failure !== error && failure.status === 500) request.log.error({ err: error }, 'call failed');
  if (failure.retryAfter !== null) reply.header('Retry-After', String(failure.retryAfter));
  return reply.code(failure.status).type('text/html; charset=utf-8').send(`<h1>${failure.message}</h1>`);
}
