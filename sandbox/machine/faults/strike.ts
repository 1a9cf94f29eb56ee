import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusOf } from '../../ppcp/checks/issues.ts';
import { describe, OAuthProblem, ProviderProblem } from '../../ppcp/checks/problem.ts';
import type { Fault } from '../store/shapes.ts';
import type { Link } from '../../ppcp/shapes/shapes.ts';

const HELD_MS_MAX = 10 * 60 * 1000;
const STRIKES_BEFORE: ReadonlySet<string> = new Set(['refuse', 'error', 'hang', 'reset']);

/** What a refusal without an issue of its own says. */
const ISSUE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_PARAMETER_VALUE',
  403: 'PERMISSION_DENIED',
  404: 'INVALID_RESOURCE_ID',
  409: 'PREVIOUS_REQUEST_IN_PROGRESS',
  429: 'RATE_LIMIT_REACHED',
};

/** Whether the fault strikes before the effect; the others strike after it. */
export function strikesBefore(fault: Fault): boolean {
  return STRIKES_BEFORE.has(fault.mode);
}

/** Keeps the answer of a call whose effect is done back for as long as a `delay` says. */
export async function keepBack(fault: Fault, request: FastifyRequest): Promise<void> {
  const { socket } = request.raw;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      socket.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, fault.delay_ms ?? 0);
    timer.unref();
    // Once it is closed nobody waits for the answer any more.
    socket.once('close', end);
  });
}

/** Makes the call fail as the fault says. Never answers as the operation would have. */
export function strike(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  links: Link[] = [],
): FastifyReply {
  request.fault = fault.mode;
  switch (fault.mode) {
    case 'refuse':
      return refuseBy(fault, links);
    case 'error':
    case 'error_after_commit':
      throw new ProviderProblem(fault.status ?? 500, fault.issue ? [describe({ issue: fault.issue })] : [], {
        retryAfter: fault.retry_after,
      });
    case 'hang':
    case 'hang_after_commit':
      return hold(request, reply);
    case 'reset':
    case 'reset_after_commit':
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return reply;
    case 'delay':
      throw new Error('a delayed call answers by itself');
    case 'garbage':
      return reply
        .code(200)
        .type('application/json')
        .send('<html>upstream returned an unexpected page</html>');
  }
}

function refuseBy(fault: Fault, links: Link[]): never {
  // A bearer that is not taken is told in the shape of OAuth, not in the provider's own.
  if (fault.status === 401 && fault.issue === null) {
    throw new OAuthProblem(401, 'invalid_token', 'Token signature verification failed');
  }
  const issue = fault.issue ?? ISSUE_OF_STATUS[fault.status ?? 422] ?? 'TRANSACTION_REFUSED';
  throw new ProviderProblem(fault.status ?? statusOf(issue), [describe({ issue })], {
    links,
    retryAfter: fault.retry_after,
  });
}

// Holds the socket without a byte until the caller leaves, as a stuck upstream would.
function hold(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  const socket = request.raw.socket;
  const timer = setTimeout(() => socket.destroy(), HELD_MS_MAX);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  return reply;
}
