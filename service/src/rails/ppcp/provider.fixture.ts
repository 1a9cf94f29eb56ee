import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../lib/clock.ts';
import type { PpcpOptions } from './options.ts';

export interface Heard {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server on loopback that answers as a test tells it. Tokens it grants by itself and counts. */
export interface FakeProvider {
  readonly url: string;
  readonly heard: Heard[];
  readonly tokensGranted: number;
  close(): Promise<void>;
}

interface Grant {
  expires_in: number;
  status?: number;
  retryAfter?: string;
  /** Instead of a token that counts. */
  access_token?: unknown;
}

export type Answering = (heard: Heard, response: ServerResponse, count: number) => void;

export async function startProvider(
  answer: Answering,
  grant: Grant = { expires_in: 32_400 },
): Promise<FakeProvider> {
  const heard: Heard[] = [];
  let tokensGranted = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      if (path !== '/v1/oauth2/token') {
        heard.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
        answer(heard.at(-1)!, response, heard.length); // pushed just above
        return;
      }
      tokensGranted += 1;
      if (grant.retryAfter) response.setHeader('retry-after', grant.retryAfter);
      const token = {
        access_token: 'access_token' in grant ? grant.access_token : `token-${tokensGranted}`,
        token_type: 'Bearer',
        expires_in: grant.expires_in,
      };
      sendJson(response, grant.status ?? 200, grant.status ? { error: 'server_error' } : token);
    });
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    get tokensGranted() {
      return tokensGranted;
    },
    close: () => close(server),
  };
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': 'debug-1' });
  response.end(JSON.stringify(body));
}

export function refusal(issue: string, name = 'UNPROCESSABLE_ENTITY'): object {
  return {
    name,
    message: 'No.',
    debug_id: 'debug-body',
    details: [{ issue, description: `About ${issue}.` }],
  };
}

interface TestClock extends Clock {
  moveWall(seconds: number): void;
}

/** A clock that stands still unless it is moved. */
export function standingClock(at = '2026-01-02T03:04:05Z', offsetSeconds = 0): TestClock {
  let wallMs = Date.parse(at);
  return {
    offsetSeconds,
    skewSeconds: 0,
    wall: () => new Date(wallMs),
    now: () => new Date(wallMs + offsetSeconds * 1000),
    moveWall: (seconds) => {
      wallMs += seconds * 1000;
    },
  };
}

export function optionsFor(api_base: string, over: Partial<PpcpOptions> = {}): PpcpOptions {
  return {
    api_base,
    web_base: 'http://127.0.0.1:9',
    client_id: 'own-client',
    client_secret: 'own-secret',
    partner_id: 'PARTNERACC234',
    partner_attribution_id: 'OWN_BN',
    webhook_id: 'WEBHOOK-OWN',
    environment: 'test',
    clock: standingClock(),
    log: () => undefined,
    ...over,
  };
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
