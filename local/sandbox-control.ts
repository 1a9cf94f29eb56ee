import { errorOf } from '../client/src/errors.ts';
import { exchange } from '../client/src/exchange.ts';
import type { ClientOptions } from '../client/src/index.ts';

const TIMEOUT_MS = 15_000;

export type Json = Record<string, unknown>;

/** The sandbox's control interface: does what a seller, a buyer and the provider would do. */
export interface SandboxControl {
  /** The answer's body, when it is a success; else the errors of the client. */
  send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: Json): Promise<Json>;
}

export function sandboxControl(
  options: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'observe' | 'timeoutMs'>,
): SandboxControl {
  const { baseUrl, fetch, observe, timeoutMs = TIMEOUT_MS } = options;
  return {
    send: async (method, path, body) => {
      const attempt = { method, url: `${baseUrl}/_control/${path}`, headers: {}, body };
      const call = `${method} ${attempt.url}`;
      const answer = await exchange({ ...attempt, call, timeoutMs, fetch });
      observe?.(attempt, answer);
      if (answer.status >= 200 && answer.status < 300) return answer.body as Json;
      throw errorOf(answer, { call, changes: method !== 'GET', mayHaveHappened: false });
    },
  };
}
