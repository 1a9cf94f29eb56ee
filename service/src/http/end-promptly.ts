import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

const REQUESTS_MS = 5_000;

/** Lets the server end without waiting for clients: requests under way have five seconds, or as long as they are given,
 *  idle connections end at once, and so do those on which nothing was asked yet. The framework counts the last as busy,
 *  and browsers open them ahead of need. From the moment at which the process is stopping, answers ask for their
 *  connection to be closed. */
export function endPromptly(
  app: FastifyInstance,
  stopping: { isStopping(): boolean; requestsMs(): number | undefined },
): void {
  const unasked = new Set<Socket>();
  let deadline: NodeJS.Timeout | undefined;
  app.server.on('connection', (socket: Socket) => {
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unasked.delete(socket));
  app.addHook('onRequest', async (_request, reply) => {
    if (stopping.isStopping()) void reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    for (const socket of unasked) socket.destroy();
    deadline = setTimeout(() => app.server.closeAllConnections(), stopping.requestsMs() ?? REQUESTS_MS);
  });
  app.addHook('onClose', async () => clearTimeout(deadline));
}
