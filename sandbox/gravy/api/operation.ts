import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { underFault } from '../../machine/faults/strike.ts';
import type { GatewayAccount } from '../../machine/gateways/shapes.ts';
import type { Fault } from '../../machine/store/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { pinnedBy, verifyToken, type Bearer, type Pinned } from '../acts/tokens.ts';
import type { Answer } from '../shapes/answer.ts';
import type { GravyFault } from '../faults.ts';
import { GravyProblem } from '../shapes/problem.ts';
import { transact, type GravyWorld } from '../shapes/world.ts';
import { answerOnce } from './answers.ts';

const KEY_LENGTH_MAX = 500;

/** One call of the gateway's interface, its bearer verified. */
export interface Call {
  world: GravyWorld;
  account: GatewayAccount;
  /** What the token of a browser pins; null for a token of the platform's server. */
  pinned: Pinned | null;
  params: Record<string, string>;
  query: Record<string, string>;
  /** The parsed body; null when it was empty. */
  body: unknown;
  /** The values of Prefer. */
  prefers: (what: string) => boolean;
}

interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  fault: GravyFault;
  /** A token needs one of these, or the same of everything. */
  scope: string;
  /** Whether the token of a browser may call it too. */
  embed?: boolean;
  /** Whether an idempotency key is heeded. */
  once?: boolean;
  /** Refuses before it writes, so that a refusal can be kept under its key. */
  handle: (tx: Tx, call: Call) => Promise<Answer>;
}

/** Serves one operation: bearer, scope, merchant account, fault, effect, answer. */
export function provide(app: FastifyInstance, world: GravyWorld, operation: Operation): void {
  app.route({
    method: operation.method,
    url: operation.path,
    handler: async (request, reply) => {
      const bearer = await requireBearer(world, request);
      const call = callOf(world, operation, { request, bearer });
      if (call.account.latency_ms > 0) await sleep(call.account.latency_ms);
      return underFault(world, {
        operation: operation.fault,
        request,
        reply,
        effect: () => effectOf(operation, call, request),
        send: (answer) => send(reply, answer),
        problemOf: problemOfFault,
      });
    },
  });
}

async function effectOf(operation: Operation, call: Call, request: FastifyRequest): Promise<Answer> {
  const work = (tx: Tx): Promise<Answer> => operation.handle(tx, call);
  const key = request.headers['idempotency-key'];
  if (!operation.once || typeof key !== 'string' || key === '') return transact(call.world, work);
  if (key.length > KEY_LENGTH_MAX) throw new GravyProblem(400, { message: 'Idempotency key is too long' });
  const id = `${call.account.account_id}:${request.method} ${request.url}:${key}`;
  return transact(call.world, (tx) => answerOnce(tx, call.world, id, work));
}

function callOf(
  world: GravyWorld,
  operation: Operation,
  { request, bearer }: { request: FastifyRequest; bearer: Bearer },
): Call {
  const { account } = bearer.keyed;
  const isEmbed = operation.embed === true && bearer.scopes.includes('embed');
  const every = `*.${operation.scope.split('.')[1] ?? ''}`;
  const mayCall = bearer.scopes.includes(operation.scope) || bearer.scopes.includes(every);
  if (!isEmbed && !mayCall) throw new GravyProblem(403);
  const pinned = isEmbed ? pinnedBy(bearer) : null;
  const named = request.headers['x-gr4vy-merchant-account-id'];
  const merchant = typeof named === 'string' ? named : (pinned?.merchant_account_id ?? 'default');
  // An account is told apart by its keys, and a key of one cannot act for another.
  if (merchant !== account.names['merchant_account_id']) throw new GravyProblem(403);
  const prefer = request.headers['prefer'];
  return {
    world,
    account,
    pinned,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    body: request.body ?? null,
    prefers: (what) => typeof prefer === 'string' && prefer.split(',').some((one) => one.trim() === what),
  };
}

/** What the token of a call says. Refuses (401) a call without one, or with one that is not verified. */
export async function requireBearer(world: GravyWorld, request: FastifyRequest): Promise<Bearer> {
  const match = /^Bearer ([A-Za-z0-9_.-]+)$/.exec(request.headers.authorization ?? '');
  if (match?.[1] === undefined) throw new GravyProblem(401);
  return verifyToken(world, match[1]);
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json').send(body);
}

function problemOfFault(fault: Fault): GravyProblem {
  const status = fault.status ?? (fault.mode === 'refuse' ? 400 : 500);
  return new GravyProblem(status, {
    code: fault.issue,
    retryAfter: fault.retry_after,
    ...(fault.mode === 'refuse' ? { message: 'Refused by the sandbox' } : {}),
  });
}
