import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { isInTime } from '../../lib/send-in-time.ts';

/** As long as nobody says otherwise: how long a connection may take to stand. */
const CONNECT_TIMEOUT_MS = 3_000;
const SOCKETS_MAX = 64;
const IDLE_SOCKETS_MAX = 16;
// Shorter than any server keeps an idle connection, so that a call is not written into one that is being
// closed.
const IDLE_MS = 4_000;
const CUT = 'this process was stopped';
const LATE = 'it was not sent in its time';

interface Outgoing {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  timeoutMs: number;
  bodyMax: number;
  /** Whether it changes something there: it is not sent once its time is over. */
  hasEffect?: boolean;
}

/** A complete answer, whatever it says. */
export interface Received {
  kind: 'received';
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** No complete answer. `sent` false means that not one byte of the request can have arrived. */
export interface Lost {
  kind: 'lost';
  sent: boolean;
  problem: string;
}

export interface Transport {
  send(outgoing: Outgoing): Promise<Received | Lost>;
}

interface Exchange {
  request: ClientRequest;
  sent: boolean;
  settle(result: Received | Lost): void;
  lose(problem: string): void;
}

/** HTTP over kept connections. Redirects are answers like any other, bodies are bounded, nothing is sent
 *  twice. Once it was cut nothing is sent any more, and what was under way is lost. */
export function createTransport(options: {
  connectTimeoutMs?: number | undefined;
  cut?: AbortSignal | undefined;
}): Transport {
  const shared = {
    keepAlive: true,
    maxSockets: SOCKETS_MAX,
    maxFreeSockets: IDLE_SOCKETS_MAX,
    timeout: IDLE_MS,
  };
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const plain = new PlainAgent(shared);
  const tls = new TlsAgent(shared);
  const underWay = new Set<Exchange>();
  options.cut?.addEventListener('abort', () => underWay.forEach((exchange) => exchange.lose(CUT)));

  function open(outgoing: Outgoing): ClientRequest {
    const { method, headers } = outgoing;
    return outgoing.url.protocol === 'https:'
      ? tlsRequest(outgoing.url, { method, headers, agent: tls })
      : plainRequest(outgoing.url, { method, headers, agent: plain });
  }

  return {
    send: (outgoing) =>
      new Promise((resolve) => {
        if (options.cut?.aborted) return resolve({ kind: 'lost', sent: false, problem: CUT });
        if (outgoing.hasEffect && !isInTime()) return resolve({ kind: 'lost', sent: false, problem: LATE });
        const exchange = beginExchange(open(outgoing), outgoing.timeoutMs, (result) => {
          underWay.delete(exchange);
          resolve(result);
        });
        underWay.add(exchange);
        watchConnection(exchange, outgoing.url.protocol === 'https:', connectTimeoutMs);
        exchange.request.on('error', (error) => exchange.lose(describe(error)));
        exchange.request.on('response', (response) => collect(exchange, response, outgoing.bodyMax));
        exchange.request.end(outgoing.body ?? undefined);
      }),
  };
}

function beginExchange(
  request: ClientRequest,
  timeoutMs: number,
  resolve: (result: Received | Lost) => void,
): Exchange {
  const deadline = setTimeout(() => exchange.lose(`no answer within ${timeoutMs} ms`), timeoutMs);
  let isSettled = false;
  const exchange: Exchange = {
    request,
    sent: false,
    settle: (result) => {
      isSettled = true;
      clearTimeout(deadline);
      resolve(result);
    },
    lose: (problem) => {
      // A finished exchange has given its connection back: another call may be using it by now.
      if (isSettled) return;
      exchange.settle({ kind: 'lost', sent: exchange.sent, problem });
      request.destroy();
    },
  };
  return exchange;
}

// Until the connection stands, nothing of the request has left: a failure before that is certain to be
// without effect.
function watchConnection(exchange: Exchange, secure: boolean, connectTimeoutMs: number): void {
  exchange.request.on('socket', (socket) => {
    if (exchange.request.reusedSocket || !socket.connecting) {
      exchange.sent = true;
      return;
    }
    const tooLong = setTimeout(
      () => exchange.lose(`not connected within ${connectTimeoutMs} ms`),
      connectTimeoutMs,
    );
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      exchange.sent = true;
      clearTimeout(tooLong);
    });
    socket.once('close', () => clearTimeout(tooLong));
  });
}

function collect(exchange: Exchange, response: IncomingMessage, bodyMax: number): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > bodyMax) exchange.lose(`the answer is longer than ${bodyMax} bytes`);
    else chunks.push(chunk);
  });
  response.on('error', (error) => exchange.lose(describe(error)));
  response.on('close', () => exchange.lose('the answer broke off'));
  response.on('end', () =>
    exchange.settle({
      kind: 'received',
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: Buffer.concat(chunks).toString('utf8'),
    }),
  );
}

function describe(error: Error & { code?: string }): string {
  return error.code ?? error.message;
}
