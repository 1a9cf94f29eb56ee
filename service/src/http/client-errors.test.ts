import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { grownOldPerCall } from '../../../tests/world/grown-old.ts';
import { clientErrors } from './client-errors.ts';
import { inTurn } from './in-turn.ts';

test('a request that was answered leaves nothing behind that grows old', async () => {
  const server = createServer(inTurn((_request, response) => response.end('here')));
  clientErrors().watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const ask = () => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return once(socket, 'data');
  };
  expect(await grownOldPerCall(ask)).toBeLessThan(80);
  socket.destroy();
  server.close();
});

test.each([
  ['what is no request', 'no request\r\n\r\n'],
  ['who asks for a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
])('requests that came whole before %s get their answers, each in its turn', async (_what, last) => {
  const server = createServer(
    inTurn((request, response) => void setImmediate(() => response.end(request.url))),
  );
  const unread = clientErrors();
  server.on('clientError', unread.answer);
  unread.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write([1, 2, 3].map((n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join('') + last);
  const heard = (await socket.toArray()).join('');
  expect(heard.match(/^(?:\/\d|connection: .*)/gim)).toEqual([
    ...['Connection: keep-alive', '/1', 'Connection: keep-alive', '/2', 'Connection: close', '/3'],
  ]);
  server.close();
});
