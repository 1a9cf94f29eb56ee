import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newDebugId } from '../../ppcp/shapes/ids.ts';
import { describe, OAuthProblem, problemBody, ProviderProblem } from '../../ppcp/checks/problem.ts';
import { shownBody, shownHeaders, type CallLog, type LoggedCall } from '../store/call-log.ts';
import type { World } from '../world.ts';
import { statusOfFailure } from './failure.ts';
import { parseJson } from './json.ts';
import { readParts } from '../../ppcp/wire/multipart.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was received. */
    rawText: string;
    debugId: string;
    receivedAt: Date | null;
    /** The mode of the fault that strikes this call. */
    fault: string | null;
  }
}

/** Answers a refusal, or a fault of our own, in the shape its party has. */
export type AnswerProblem = (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Gives the provider's routes their manners: raw bodies, debug ids, error shape, log of calls. */
export function makeProviderScope(
  app: FastifyInstance,
  world: World,
  calls: CallLog,
  answer: AnswerProblem = (error, request, reply) => answerProblem(world, error, request, reply),
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/x-www-form-urlencoded'],
    { parseAs: 'string' },
    (request, text, done) => {
      request.rawText = text.toString();
      if (request.rawText === '' || !request.headers['content-type']?.startsWith('application/json')) {
        done(null, null);
        return;
      }
      const value = parseJson(request.rawText);
      if (value !== undefined) done(null, value);
      else done(new ProviderProblem(400, [describe({ issue: 'MALFORMED_REQUEST_JSON' })]), undefined);
    },
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => readParts(request.headers['content-type'] ?? '', bytes),
  );
  app.addHook('onRequest', async (request, reply) => {
    request.debugId = newDebugId();
    request.receivedAt = world.clock.now();
    reply.header('Paypal-Debug-Id', request.debugId);
    // A held or destroyed call never reaches onResponse; its end is the socket's.
    reply.raw.once('close', () => {
      if (!reply.raw.headersSent) calls.add(logEntry(request, null));
    });
  });
  // Logged before the bytes leave, so that whoever has the answer finds the call in the log.
  app.addHook('onSend', async (request, reply, payload) => {
    const answer = typeof payload === 'string' ? payload : null;
    calls.add(logEntry(request, { status: reply.statusCode, answer }));
    return payload;
  });
  app.setErrorHandler<FastifyError>(answer);
  app.setNotFoundHandler((request, reply) =>
    answer(new ProviderProblem(404, [{ issue: 'INVALID_RESOURCE_ID' }]), request, reply),
  );
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

function logEntry(
  request: FastifyRequest,
  answered: { status: number; answer: string | null } | null,
): LoggedCall {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const body = isForm ? Object.fromEntries(new URLSearchParams(request.rawText)) : request.body;
  return {
    at: (request.receivedAt ?? new Date(0)).toISOString(),
    method: request.method,
    path: request.url,
    headers: shownHeaders(request.headers),
    body: shownBody(body ?? null),
    status: answered?.status ?? null,
    answer: shownBody(parsed(answered?.answer ?? null)),
    fault: request.fault,
  };
}

function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
