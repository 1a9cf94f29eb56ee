import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, answer: ServerResponse) => void;

/** What was asked on a connection. */
interface Asked {
  last: IncomingMessage;
  /** The answers that have not ended, in the order of their requests: the first is worked on, the others wait. */
  readonly unanswered: ServerResponse[];
}

// No client that reads its answers sends so many ahead.
const WAITING_MAX = 64;

const asked = new WeakMap<Socket, Asked>();

/** Has the requests of one connection handled one after the other, the next when the one before is answered and its answer
 *  is written: whoever sends many ahead waits for its own and not everybody for all of them, and who does not read is
 *  given one. A connection on which more than 64 wait is ended. */
export function inTurn(handle: Handler): Handler {
  function handleFirst(socket: Socket, [answer]: readonly ServerResponse[]): void {
    if (answer && !socket.destroyed) handle(answer.req, answer);
  }

  return (request, answer) => {
    const { socket } = request;
    const { unanswered } = note(request);
    const ahead = unanswered.push(answer) - 1;
    answer.once('close', () => {
      const place = unanswered.indexOf(answer);
      unanswered.splice(place, 1);
      // What other connections brought meanwhile comes first.
      if (place === 0 && unanswered.length > 0) setImmediate(handleFirst, socket, unanswered);
    });
    if (ahead === 0) handle(request, answer);
    else if (ahead > WAITING_MAX) socket.destroy();
  };
}

/** What was asked on a connection whose requests are handled in turn; undefined while nothing was. */
export function askedOn(socket: Socket): Asked | undefined {
  return asked.get(socket);
}

function note(request: IncomingMessage): Asked {
  const known = asked.get(request.socket);
  if (known) {
    known.last = request;
    return known;
  }
  const first = { last: request, unanswered: [] };
  asked.set(request.socket, first);
  return first;
}
