import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asCaller, type Caller, currentCaller } from '../../../postgres/caller.ts';
import { shownBody, shownHeaders, shownPath, type CallLog, type LoggedCall } from '../store/call-log.ts';
import type { World } from '../world.ts';
import { parseJson } from './json.ts';
import { withoutNul } from './nul.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was received. */
    rawText: string;
    receivedAt: Date | null;
    /** The mode of the fault that strikes this call. */
    fault: string | null;
    caller?: Caller;
  }
}

// Over all that a call asks of the database: it is answered while that does not answer, and in time for whoever asked to record it.
const PATIENCE_MS = 2_000;

/** How a party answers what is not an operation of its own. */
interface Manners {
  /** Answers a refusal, or a fault of our own, in the shape the party has. */
  answer: (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  /** What a body is refused with that is not JSON though it says so. */
  malformed: () => Error;
  /** What a call is refused with that no route serves. The party itself may well serve it, and whoever took the
   *  refusal for one that the thing is not there would forget what is. */
  unknown: (request: FastifyRequest) => Error | Promise<Error>;
  /** Answers a person who typed an address that nothing has; null to whoever is none. */
  astray?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
}

/** Gives a party's routes what they have in common: raw bodies, the party's error shape, the log of calls. */
export function makePartyScope(app: FastifyInstance, world: World, calls: CallLog, manners: Manners): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/x-www-form-urlencoded'],
    { parseAs: 'string' },
    (request, text, done) => {
      const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
      request.rawText = isJson ? text.toString() : withoutNul(text.toString());
      if (request.rawText === '' || !isJson) {
        done(null, null);
        return;
      }
      const value = parseJson(request.rawText);
      if (value !== undefined) done(null, value);
      else done(manners.malformed(), undefined);
    },
  );
  // A caller may be gone before its answer is ready, which is one call all the same.
  const logged = new WeakSet<FastifyRequest>();
  const log = (request: FastifyRequest, answered: Parameters<typeof logEntry>[1]): void => {
    if (logged.has(request)) return;
    logged.add(request);
    calls.add(logEntry(request, answered));
  };
  boundPatience(app);
  app.addHook('onRequest', async (request, reply) => {
    request.receivedAt = world.clock.now();
    // A held or destroyed call never reaches onResponse; its end is the socket's.
    reply.raw.once('close', () => {
      if (!reply.raw.headersSent) log(request, null);
    });
  });
  // Logged before the bytes leave, so that whoever has the answer finds the call in the log.
  app.addHook('onSend', async (request, reply, payload) => {
    const answer = typeof payload === 'string' ? payload : null;
    log(request, { status: reply.statusCode, answer });
    return payload;
  });
  app.setErrorHandler<FastifyError>(manners.answer);
  app.setNotFoundHandler(async (request, reply) => {
    const page = manners.astray?.(request, reply) ?? null;
    return page ?? manners.answer(await manners.unknown(request), request, reply);
  });
}

function boundPatience(app: FastifyInstance): void {
  const callerOf = (request: FastifyRequest): Caller =>
    (request.caller ??= { lane: 'party', leftMs: PATIENCE_MS });
  app.addHook('onRequest', (request, _reply, done) => asCaller(callerOf(request), done));
  // A body arrives in events of its socket, outside of what ran before.
  app.addHook('preHandler', (request, _reply, done) => {
    if (currentCaller() === callerOf(request)) done();
    else asCaller(callerOf(request), done);
  });
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
    path: shownPath(request.url),
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
