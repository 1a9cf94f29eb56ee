import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { askedOn } from './in-turn.ts';

// What the HTTP parser gives up on before there is a request: everything else it refuses is a malformed one.
const ANSWERS: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request head is larger than 16 KiB'],
};
// As long as any answer may take.
const OWED_MS = 40_000;
const MALFORMED = ['400 Bad Request', 'The request is not HTTP'] as const;
// What a tunnel is asked for is no resource, so that no method is allowed on it.
const NO_TUNNEL = textOf('405 Method Not Allowed', { detail: 'Method Not Allowed' }, 'allow: ');

interface ClientErrors {
  /** Has to be called before the server listens. */
  watch(server: Server): void;
  answer(error: Error & { code?: string }, socket: Socket): void;
}

/** Answers what is no request, or asks for a tunnel, in the same shape as a refusal, and closes the connection: where the
 *  next request would begin is not known. Requests that came whole before it get their own answers first. Where the answer
 *  would be taken for that of another request, it only closes. The requests of its server have to be handled in turn. */
export function clientErrors(): ClientErrors {
  const closing = new WeakSet<Socket>();

  // What is sent behind a whole request, such as the body of a request that has none, is no reason to withhold its answer.
  function owedTo(socket: Socket): ServerResponse[] {
    return (askedOn(socket)?.unanswered ?? []).filter(({ req }) => req.complete);
  }

  function mayAnswer(socket: Socket): boolean {
    const of = askedOn(socket);
    if (!of) return true;
    const [first, ...others] = of.unanswered;
    // Everything was answered; what failed is the next one, unless it is the rest of the last.
    if (!first) return of.last.complete;
    return others.length === 0 && !first.req.complete && !first.headersSent;
  }

  function refuse(socket: Socket, answer: string, error?: Error): void {
    if (socket.destroyed || closing.has(socket)) return;
    const owed = owedTo(socket);
    if (owed.length > 0) {
      closing.add(socket);
      return closeBehind(socket, owed, answer);
    }
    if (socket.writable && mayAnswer(socket)) socket.write(answer);
    socket.destroy(error);
  }

  return {
    watch: (server) => {
      // Unheard, it would have Node end the connection at once, with the answers that are owed on it.
      server.on('connect', ({ socket }: IncomingMessage) => {
        // Node listens no more to what it hands over: a reset would end the process.
        socket.on('error', () => undefined);
        refuse(socket, NO_TUNNEL);
      });
    },
    answer: (error, socket) => {
      if (error.code !== 'ECONNRESET') refuse(socket, answerTo(error.code ?? ''), error);
    },
  };
}

function closeBehind(socket: Socket, owed: readonly ServerResponse[], answer: string): void {
  // Each begins when the one before has ended.
  const timer = setTimeout(() => socket.destroy(), OWED_MS);
  socket.once('close', () => clearTimeout(timer));
  let left = owed.length;
  // An answer that is on its way already could not say it: what failed is the next request then, and is told so.
  const last = owed.at(-1)!;
  const isSaid = !last.headersSent;
  // Said with the answer, so that nobody sends another request into a connection that ends. Said before the last, it would end there.
  last.shouldKeepAlive = false;
  for (const response of owed) {
    response.once('close', () => {
      timer.refresh();
      left -= 1;
      if (left > 0) return;
      if (!isSaid && socket.writable) socket.write(answer);
      socket.destroySoon();
    });
  }
}

function answerTo(code: string): string {
  const answer = ANSWERS[code] ?? MALFORMED;
  const [status, detail] = answer;
  return textOf(status, answer === MALFORMED ? { detail, code: 'request_malformed' } : { detail });
}

function textOf(status: string, problem: object, ...headers: string[]): string {
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...headers,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
