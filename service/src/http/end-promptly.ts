import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

const IN_FLIGHT_MS_MAX = 5_000;

/** Lets the server end without waiting for clients: requests under way have five seconds, idle connections end at
 *  once, and so do those on which nothing was asked yet. The framework counts the last as busy, and browsers open
 *  them ahead of need. */
export function endPromptly(app: FastifyInstance): void {
  const unasked = new Set<Socket>();
  let deadline: NodeJS.Timeout | undefined;
  app.server.on('connection', (socket: Socket) => {
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unasked.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unasked) socket.destroy();
    deadline = setTimeout(() => app.server.closeAllConnections(), IN_FLIGHT_MS_MAX);
  });
  app.addHook('onClose', async () => clearTimeout(deadline));
}
