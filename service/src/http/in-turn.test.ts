import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

const LARGE = 'x'.repeat(4 * 1024 * 1024);
const ASKED = 'POST /n HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}';
let server: Server;
let socket: Socket;
afterEach(async () => {
  socket.destroy();
  server.close();
  await once(server, 'close');
});

async function serve(handle: RequestListener): Promise<void> {
  server = createServer(inTurn(handle));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
}

test('requests sent ahead are handled in their order, one at a time, each with its own body', async () => {
  let atOnce = 0;
  let most = 0;
  await serve((request, answer) => {
    most = Math.max(most, (atOnce += 1));
    void request.toArray().then(async (chunks: Buffer[]) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      answer.end(`${request.url}${Buffer.concat(chunks).toString()};`);
    });
  });
  socket.write([1, 2, 3].map((n) => ASKED.replace('/n', `/${n}`)).join(''));
  let heard = '';
  for await (const chunk of socket) {
    heard += String(chunk);
    if (heard.includes('/3{}')) break;
  }
  expect(heard.match(/\/\d\{\}/g)).toEqual(['/1{}', '/2{}', '/3{}']);
  expect(most).toBe(1);
});

test('who does not read is given one answer and no more', async () => {
  let handled = 0;
  await serve((_request, answer) => {
    handled += 1;
    answer.end(LARGE);
  });
  socket.pause();
  socket.write(ASKED.repeat(20));
  await expect.poll(() => handled).toBe(1);
  // Whoever else asks is handled meanwhile.
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect((await response.text()).length).toBe(LARGE.length);
  expect(handled).toBe(2);
});

test('a connection on which too many wait is ended, and none of them is begun', async () => {
  let handled = 0;
  await serve(() => void (handled += 1));
  socket.resume();
  socket.write(ASKED.repeat(200));
  await once(socket, 'close');
  expect(handled).toBe(1);
});
