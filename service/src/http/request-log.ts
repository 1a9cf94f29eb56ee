import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Known } from '../scope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The name of what it was refused for. */
    refused?: string;
    /** Whose credential it has, if it has one that is known. */
    known?: Known;
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
  log[level](
    {
      event: 'request',
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      refused: request.refused,
      ms: Math.round(reply.elapsedTime),
      channel_id: request.known?.channel_id ?? undefined,
      merchant_id: request.known?.merchant_id ?? undefined,
      by: request.known?.by,
    },
    'request',
  );
}
