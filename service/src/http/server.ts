import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions as HttpOptions,
} from 'node:http';
import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { Type } from 'typebox';
import { InvalidFields } from '../refusals.ts';
import { presentedBy } from './admission.ts';
import { acceptJsonOnly, bytesOf, discardUnread, readJson } from './body.ts';
import { clientErrors } from './client-errors.ts';
import { answerPreflight, allowOrigin } from './cors.ts';
import { guardFrontDoor, markAnswer, type ShowNothingHere } from './front-door.ts';
import { refuseTwoKeys } from './idempotency.ts';
import { inTurn } from './in-turn.ts';
import { measureRequests } from './metrics.ts';
import { type Operation, type OperationId, OPERATIONS, rowOf } from './operations.ts';
import { boundPatience, whileAdmitted } from './patience.ts';
import { answerProblem } from './problem.ts';
import { readAhead } from './read-ahead.ts';
import { logRequest } from './request-log.ts';
import type { Call, Route } from './route.ts';
import type { Admit, Presented, Scope } from '../scope.ts';
import { queryReader } from './query.ts';
import { boundSockets } from './sockets.ts';
import { type Check, checkOf } from './validation.ts';

const BODY_MAX_BYTES = 256 * 1024;
const LIMITS: ArrivalLimits = { requestMs: 30_000, headMs: 10_000, checkedEveryMs: 2_000 };
// Longer than proxies keep a connection on which nothing happens, so that none asks on one that is being closed.
const KEPT_MS = 72_000;
// As long as a request's head may be: an id of any length is judged by its own rule, after its caller is.
const PARAM_MAX = 16 * 1024;

// What pages of shops ask for, a session's id being all their right.
const OF_BUYERS = /^\/api\/(?:checkout-sessions|payments)\//;

/** Within which a request has to have arrived, and its head alone. */
export interface ArrivalLimits {
  requestMs: number;
  headMs: number;
  /** How often it is looked whether one is over. */
  checkedEveryMs: number;
}

interface ServerOptions {
  routes: readonly Route[];
  admit: Admit;
  showNothingHere: ShowNothingHere;
  trusted: BlockList;
  log: Logger;
  registry: Registry;
  /** Fixed in service; tests make them shorter. */
  limits?: ArrivalLimits | undefined;
}

/** Builds the HTTP server from the routes. Every operation has exactly one route, or the start fails. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { log, limits = LIMITS } = options;
  const unread = clientErrors();
  const app: FastifyInstance = Fastify({
    // One line for each request is written below; the framework's own logger would cost a child for each.
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    serverFactory: (handle) => listening(arrivingWithin(limits), inTurn(handle)),
    forceCloseConnections: 'idle',
    // What was sent before the listener closed is carried out; of many sent ahead, until an answer that says it is the last.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_MAX, ignoreTrailingSlash: false },
    genReqId: () => randomUUID(),
    clientErrorHandler: unread.answer,
    // A path that cannot be read leads nowhere.
    frameworkErrors: (_error, request, reply) => {
      markAnswer(request, reply);
      nothingHere(request, reply);
      logRequest(request, reply, log);
    },
  });
  unread.watch(app.server);
  acceptJsonOnly(app);
  discardUnread(app);
  boundSockets(app, options.trusted);
  boundPatience(app);
  app.setErrorHandler((error, request, reply) => answerProblem(error, { request, reply, log }));
  const nothingHere = guardFrontDoor(app, options);
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply, log);
    done();
  });
  measureRequests(app, options.registry);
  checkRoutes(options.routes);
  for (const route of options.routes) register(app, route, options);
  return app;
}

// What Node would answer by itself, with no word, goes the way of every request and is refused at the front door.
function listening(options: HttpOptions, handle: RequestListener): Server {
  const server = createServer({ ...options, requireHostHeader: false }, handle);
  return server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function arrivingWithin({ requestMs, headMs, checkedEveryMs }: ArrivalLimits): HttpOptions {
  return {
    ...{ requestTimeout: requestMs, headersTimeout: headMs, keepAliveTimeout: KEPT_MS },
    // Without it the limits would be looked at every half minute only.
    connectionsCheckingInterval: checkedEveryMs,
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted?: { scope: Scope; presented: Presented };
  }
}

function register(app: FastifyInstance, route: Route, options: ServerOptions): void {
  const operation = rowOf(route.operation);
  const admitted = { id: route.operation, ...operation };
  const checks = checksOf(operation);
  const ahead = readAhead(route, (params) => checks.params?.(params));
  const isBuyerCall = operation.accepts.length === 0 && OF_BUYERS.test(operation.path);
  if (isBuyerCall)
    app.options(operation.path, (request, reply) => answerPreflight(request, reply, operation.method));
  app.route({
    method: operation.method,
    url: operation.path,
    config: { operation: route.operation, takes_form: operation.takes_form === true },
    onRequest: async (request, reply) => {
      if (isBuyerCall) allowOrigin(request, reply);
      const presented = presentedBy(request, options.trusted);
      ahead?.begin(request, presented.address);
      try {
        const scope = await whileAdmitted(request, () =>
          options.admit(admitted, presented, (caller) => (request.known = caller)),
        );
        request.admitted = { scope, presented };
      } catch (error) {
        ahead?.refused(presented.address, error);
        throw error;
      }
    },
    handler: async (request, reply) => {
      const call = callOf(request, operation, checks) as Call<Scope, never, never, never>;
      const answer = await route.handle(call, (await ahead?.found(request)) as never);
      if (answer.headers) void reply.headers(answer.headers);
      return reply.status(answer.status).send(answer.body);
    },
  });
}

interface Checks {
  params: Check | null;
  readQuery: (raw: Record<string, unknown>) => Record<string, unknown>;
  body: Check;
}

const NOTHING = Type.Object({}, { additionalProperties: false });

function checksOf({ params, query = NOTHING, body = NOTHING }: Operation): Checks {
  return {
    params: params ? checkOf(params, 'path') : null,
    readQuery: queryReader(query),
    body: checkOf(body, 'body'),
  };
}

function callOf(
  request: FastifyRequest,
  operation: Operation,
  checks: Checks,
): Call<Scope, unknown, unknown, unknown> {
  const { scope, presented } = request.admitted!;
  refuseTwoKeys(request.raw);
  checks.params?.(request.params);
  const query = checks.readQuery(request.query as Record<string, unknown>);
  const raw = bytesOf(request);
  return {
    scope,
    params: request.params,
    query,
    body: operation.raw ? undefined : bodyOf(raw, operation, checks),
    headers: request.headers as Record<string, string | undefined>,
    address: presented.address,
    raw_body: raw,
    isHeard: () => !request.socket.destroyed,
  };
}

function bodyOf(raw: Buffer | null, operation: Operation, checks: Checks): unknown {
  const body = raw === null ? absentBody(operation) : readJson(raw);
  if (operation.body && body === undefined) throw new InvalidFields([BODY_MISSING]);
  if (operation.body || raw !== null) checks.body(body);
  return operation.body ? body : undefined;
}

const BODY_MISSING = { type: 'missing', loc: ['body'], msg: 'Field required' };

function absentBody(operation: Operation): unknown {
  return 'body_when_absent' in operation ? operation.body_when_absent : undefined;
}

function checkRoutes(routes: readonly Route[]): void {
  const served = routes.map((route) => route.operation);
  const missing = (Object.keys(OPERATIONS) as OperationId[]).filter((id) => !served.includes(id));
  const doubled = served.filter((id, index) => served.indexOf(id) !== index);
  if (missing.length > 0) throw new Error(`operations without a route: ${missing.join(', ')}`);
  if (doubled.length > 0) throw new Error(`operations with two routes: ${doubled.join(', ')}`);
}
