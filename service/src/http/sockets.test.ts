import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { trustedProxies } from './admission.ts';
import { inTurn } from './in-turn.ts';
import { boundSockets, type SocketLimits } from './sockets.ts';

const LARGE = 'x'.repeat(256 * 1024);
let app: FastifyInstance;
let sockets: Socket[] = [];
afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  sockets = [];
  await app.close();
});

async function serve(limits: Partial<SocketLimits>, trusted: string[] = []): Promise<void> {
  app = Fastify({
    forceCloseConnections: true,
    serverFactory: (handle) => createServer(inTurn(handle)),
  });
  boundSockets(app, trustedProxies(trusted), { total: 100, perAddress: 100, silenceMs: 60_000, ...limits });
  app.get('/', async () => 'here');
  app.get('/large', async () => LARGE);
  app.get('/slow', async () => new Promise((resolve) => setTimeout(resolve, 300, 'late')));
  await app.listen({ port: 0, host: '127.0.0.1' });
}

async function open(from?: string): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function asks(socket: Socket, path = '/'): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

test('an address has so many sockets, and another address its own', async () => {
  await serve({ perAddress: 2 });
  await Promise.all([open('127.0.0.1'), open('127.0.0.1')]);
  const third = await open('127.0.0.1');
  await once(third, 'close');
  expect(await asks(await open('127.0.0.2'))).toContain('here');
  sockets[0]!.destroy();
  await expect.poll(async () => asks(await open('127.0.0.1'))).toContain('here');
});

test('a trusted proxy is not counted as one caller', async () => {
  await serve({ perAddress: 1 }, ['127.0.0.1']);
  await open();
  expect(await asks(await open())).toContain('here');
});

test('all addresses together have so many', async () => {
  await serve({ total: 2 });
  await Promise.all([open('127.0.0.1'), open('127.0.0.2')]);
  const third = await open('127.0.0.3');
  await once(third, 'close');
});

test('who asks and never reads is let go', async () => {
  await serve({ silenceMs: 100 });
  const socket = await open();
  socket.pause();
  const request = 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(request.repeat(60));
  const held = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(held).toBe(0);
});

test('who waits for an answer may be silent for as long as it takes', async () => {
  await serve({ silenceMs: 50 });
  expect(await asks(await open(), '/slow')).toContain('late');
});
