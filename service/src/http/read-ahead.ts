import type { FastifyRequest } from 'fastify';
import { BudgetExceeded } from '../refusals.ts';
import type { Route } from './route.ts';

const REFUSED_FOR_MS = 1_000;
const REFUSED_MAX = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** What the route reads while its caller is admitted. */
    read?: Promise<unknown>;
  }
}

/** Reads what a route answers from while its caller is admitted. */
interface ReadAhead {
  /** Begins to read, unless calls from this address were refused for their number just now. */
  begin(request: FastifyRequest, address: string): void;
  /** Notes why a call was not admitted. */
  refused(address: string, error: unknown): void;
  /** What was read; read now where it was not begun. */
  found(request: FastifyRequest): Promise<unknown>;
}

/** Null for a route that reads nothing by its path alone. `check` refuses a path that it cannot read by. */
export function readAhead(
  route: Pick<Route, 'readAhead'>,
  check: (params: unknown) => void,
  refusedForMs = REFUSED_FOR_MS,
): ReadAhead | null {
  const { readAhead: read } = route;
  if (!read) return null;
  let refusals = new Map<string, number>();

  function start(request: FastifyRequest): Promise<unknown> {
    const reading = (async () => {
      check(request.params);
      return read!(request.params as never);
    })();
    // Nobody hears that it failed but who asks for it.
    reading.catch(() => undefined);
    return reading;
  }

  return {
    begin: (request, address) => {
      if ((refusals.get(address) ?? 0) <= performance.now()) request.read = start(request);
    },
    refused: (address, error) => {
      if (!(error instanceof BudgetExceeded)) return;
      // They would be forgotten in a second anyway.
      if (refusals.size >= REFUSED_MAX) refusals = new Map();
      refusals.set(address, performance.now() + refusedForMs);
    },
    found: (request) => (request.read ??= start(request)),
  };
}
