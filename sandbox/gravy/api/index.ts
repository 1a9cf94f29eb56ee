import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { statusOfFailure } from '../../machine/http/failure.ts';
import { makePartyScope } from '../../machine/http/party-scope.ts';
import type { CallLog } from '../../machine/store/call-log.ts';
import { GravyProblem, problemBody } from '../shapes/problem.ts';
import type { GravyWorld } from '../shapes/world.ts';
import { serveLists } from './lists.ts';
import { requireBearer } from './operation.ts';
import { serveRefunds } from './refunds.ts';
import { serveTransactions } from './transactions.ts';

/** Serves the interface of the gateway. */
export function serveApi(app: FastifyInstance, world: GravyWorld, calls: CallLog): void {
  makePartyScope(app, world, calls, {
    answer: (error, request, reply) => answerProblem(error, request.log, reply),
    malformed: () => new GravyProblem(400, { message: 'The request body is not valid JSON' }),
    unknown: async (request) => {
      await requireBearer(world, request);
      return new GravyProblem(501);
    },
  });
  serveTransactions(app, world);
  serveLists(app, world);
  serveRefunds(app, world);
}

function answerProblem(
  error: Error & Partial<FastifyError>,
  log: { error: (told: object, words: string) => void },
  reply: FastifyReply,
): FastifyReply {
  const problem = error instanceof GravyProblem ? error : new GravyProblem(statusOfFailure(error));
  if (problem !== error && problem.status === 500) log.error({ err: error }, 'call failed');
  if (problem.retryAfter !== null) reply.header('Retry-After', String(problem.retryAfter));
  return reply.code(problem.status).type('application/json').send(problemBody(problem));
}
