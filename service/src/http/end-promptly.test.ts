import Fastify from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { clientErrors } from './client-errors.ts';
import { endPromptly } from './end-promptly.ts';
import { inTurn } from './in-turn.ts';

// Less than what is owed on a connection has, which would end it as well.
const LIMIT_MS = 30_000;
const HANGS = 'GET /hangs HTTP/1.1\r\nHost: a\r\n\r\n';

test.each([
  ['a request that hangs', HANGS],
  ['one that hangs before one for a tunnel', `${HANGS}CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n`],
])('%s has its time and does not hold up the end', { timeout: LIMIT_MS }, async (_what, sent) => {
  const app = Fastify({ serverFactory: (handle) => createServer(inTurn(handle)) });
  const asked = new Promise((resolve) => app.get('/hangs', () => new Promise(() => resolve(undefined))));
  clientErrors().watch(app.server);
  endPromptly(app, { isStopping: () => true, requestsMs: () => 1 });
  await app.listen({ port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port);
  socket.on('error', () => undefined);
  const ended = once(socket, 'close');
  socket.write(sent);
  await asked;
  await app.close();
  await ended;
  expect(app.server.listening).toBe(false);
});
