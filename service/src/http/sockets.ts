import type { FastifyInstance } from 'fastify';
import type { BlockList, Socket } from 'node:net';
import { remoteOf } from './admission.ts';
import { askedOn } from './in-turn.ts';

export interface SocketLimits {
  /** How many sockets a process holds, and how many of them of one address. */
  total: number;
  perAddress: number;
  /** How long a socket may be silent in both directions, unless its caller waits for an answer. */
  silenceMs: number;
}

const LIMITS: SocketLimits = { total: 8_000, perAddress: 500, silenceMs: 40_000 };

/** Bounds the sockets of a server, in all and by address, so that nobody fills its memory by holding them or by never
 *  reading the answers. Proxies that are trusted stand for many callers and are bounded in all only. Its requests have to be
 *  handled in turn. */
export function boundSockets(app: FastifyInstance, trusted: BlockList, limits: SocketLimits = LIMITS): void {
  const held = new Map<string, number>();
  const { server } = app;
  server.maxConnections = limits.total;
  server.on('connection', (socket: Socket) => {
    const { network, isTrusted } = remoteOf(socket, trusted);
    const count = (held.get(network) ?? 0) + 1;
    if (!isTrusted && count > limits.perAddress) return void socket.destroy();
    held.set(network, count);
    socket.once('close', () => {
      const left = held.get(network)! - 1;
      if (left === 0) held.delete(network);
      else held.set(network, left);
    });
  });
  endSilence(app, limits.silenceMs);
}

function endSilence({ server }: FastifyInstance, silenceMs: number): void {
  server.setTimeout(silenceMs, (socket) => {
    const first = askedOn(socket)?.unanswered[0];
    // Still being worked on: the silence is ours.
    if (first && !first.headersSent) return;
    socket.destroy();
  });
}
