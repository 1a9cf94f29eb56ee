import type { FastifyRequest } from 'fastify';

// `gzip;q=0` says no.
const NEVER = /;\s*q=0(?:\.0*)?\s*$/;

/** Whether the caller takes an answer compressed by gzip. */
export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',');
  const named = accepted.find((one) => /^\s*(?:x-)?gzip\s*(?:;|$)/.test(one));
  return named !== undefined && !NEVER.test(named);
}
