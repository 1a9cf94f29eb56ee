import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

const REQUESTS_MS = 5_000;
// A request may be on its way on a connection that was made a moment ago.
const UNASKED_MS = 500;

/** Lets the server end without waiting for clients: requests under way have five seconds, or as long as they are given,
 *  idle connections end at once, and those on which nothing was asked yet half a second later. The framework counts the last
 *  as busy, and browsers open them ahead of need. From the moment at which the process is stopping, answers ask for their
 *  connection to be closed. */
export function endPromptly(
  app: FastifyInstance,
  stopping: { isStopping(): boolean; requestsMs(): number | undefined },
): void {
  const unasked = new Set<Socket>();
  // Of those that asked for a tunnel the server knows no more.
  const handedOver = new Set<Socket>();
  const deadlines: NodeJS.Timeout[] = [];
  app.server.on('connection', (socket: Socket) => {
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  app.server.on('connect', ({ socket }: { socket: Socket }) => {
    handedOver.add(socket);
    socket.once('close', () => handedOver.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unasked.delete(socket));
  app.addHook('onRequest', async (_request, reply) => {
    if (stopping.isStopping()) void reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    deadlines.push(
      setTimeout(() => unasked.forEach((socket) => socket.destroy()), UNASKED_MS),
      setTimeout(() => {
        app.server.closeAllConnections();
        for (const socket of handedOver) socket.destroy();
      }, stopping.requestsMs() ?? REQUESTS_MS),
    );
  });
  app.addHook('onClose', async () => deadlines.forEach((timer) => clearTimeout(timer)));
}
