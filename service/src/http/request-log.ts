import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { actorOf, type Scope } from '../scope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The name of what it was refused for. */
    refused?: string;
  }
  interface FastifyContextConfig {
    /** Asked every few seconds by what watches the process: worth a line only when it says no. */
    is_probe?: true;
  }
}

/** One wide line for each request; never a key, a body or an id that is a capability. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const level = request.routeOptions.config.is_probe && reply.statusCode === 200 ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const scope = request.admitted?.scope;
  log[level](
    {
      event: 'request',
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      refused: request.refused,
      ms: Math.round(reply.elapsedTime),
      channel_id: scope && 'channel_id' in scope ? scope.channel_id : undefined,
      merchant_id: scope && 'merchant_id' in scope ? scope.merchant_id : undefined,
      by: scope && nameOf(scope),
    },
    'request',
  );
}

// As the audit trail names who acts.
function nameOf(scope: Scope): string | undefined {
  switch (scope.kind) {
    case 'channel':
    case 'merchant':
      return actorOf(scope);
    case 'owner':
      return `owner:${scope.owner_id}`;
    case 'operator':
      return 'operator';
    case 'public':
      return undefined;
  }
}
