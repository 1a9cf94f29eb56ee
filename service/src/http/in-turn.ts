import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, answer: ServerResponse) => void;

// No client that reads its answers sends so many ahead.
const WAITING_MAX = 64;

/** Has the requests of one connection handled one after the other, the next when the one before is answered and its answer
 *  is written: whoever sends many ahead waits for its own and not everybody for all of them, and who does not read is
 *  given one. A connection on which more than 64 wait is ended. */
export function inTurn(handle: Handler): Handler {
  const lines = new WeakMap<Socket, (() => void)[]>();

  function begin(request: IncomingMessage, answer: ServerResponse): void {
    const { socket } = request;
    answer.once('close', () => {
      // What other connections brought meanwhile comes first.
      if (lines.get(socket)!.length > 0) setImmediate(callNext, socket);
      else lines.delete(socket);
    });
    handle(request, answer);
  }

  function callNext(socket: Socket): void {
    if (socket.destroyed) lines.delete(socket);
    else lines.get(socket)!.shift()!();
  }

  return (request, answer) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, []);
      begin(request, answer);
    } else if (line.push(() => begin(request, answer)) > WAITING_MAX) socket.destroy();
  };
}
