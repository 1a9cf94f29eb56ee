import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { grownOldPerCall } from '../../../tests/world/grown-old.ts';
import { clientErrors } from './client-errors.ts';

test('a request that was answered leaves nothing behind that grows old', async () => {
  const server = createServer((_request, response) => response.end('here'));
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
