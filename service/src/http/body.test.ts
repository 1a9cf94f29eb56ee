import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptJsonOnly, bytesOf, discardUnread, readJson } from './body.ts';
import { transportRefusal } from './problem.ts';
import { Refusal } from '../refusals.ts';

const BODY_MAX_BYTES = 256 * 1024;
const MIB = 2 ** 20;

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify({ bodyLimit: BODY_MAX_BYTES });
  acceptJsonOnly(app);
  discardUnread(app);
  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof Refusal ? error.refusal : transportRefusal(error);
    return reply.status(refusal === null ? 422 : 400).send(refusal ?? 'json');
  });
  app.post('/', (request, reply) => reply.send({ read: readJson(bytesOf(request)!) }));
  app.post('/read', (request, reply) =>
    reply.send({ is_text: typeof readJson(bytesOf(request)!) === 'string' }),
  );
  app.post('/form', { config: { takes_form: true } }, (request, reply) =>
    reply.send(String(bytesOf(request) !== null)),
  );
  app.post('/has-body', (request, reply) => reply.send(String(bytesOf(request) !== null)));
  // As of a path that leads nowhere: answered before the body has come.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) void reply.status(404).send();
    else done();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function post(body: string | AsyncIterable<Buffer>, headers: Record<string, string> = {}, path = '/') {
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  });
  return answer.text();
}

async function* inParts(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('a body of any size is read, however it is cut', async () => {
  for (const length of [1, 100, 5_000, 80_000, 240_000]) {
    const text = JSON.stringify(`é${'x'.repeat(length)}`);
    const expected = `{"read":${text}}`;
    expect(await post(text)).toBe(expected);
    expect(await post(inParts(text, 7_777))).toBe(expected);
  }
});

test('a body that is too large is refused, by its length or where it passes the bound', async () => {
  const text = JSON.stringify('x'.repeat(BODY_MAX_BYTES));
  expect(await post(text)).toBe('body_too_large');
  expect(await post(inParts(text, 60_000))).toBe('body_too_large');
});

test('parts of no type are no body where there are none, and refused where there are', async () => {
  const { port } = app.server.address() as AddressInfo;
  const sent = async (text: string) => {
    const parts = { method: 'POST', body: inParts(text, 2), duplex: 'half' } as const;
    return (await fetch(`http://127.0.0.1:${port}/has-body`, parts)).text();
  };
  expect(await sent('')).toBe('false');
  expect(await sent('{}')).toBe('content_type_unsupported');
});

test.each([
  ['application/json', 'form_required'],
  ['text/plain', 'form_required'],
  ['application/x-www-form-urlencoded', 'true'],
])('where a form is taken, %s is told so', async (type, told) => {
  expect(await post('a=b', { 'content-type': type }, '/form')).toBe(told);
});

test.each(['application/x-www-form-urlencoded', 'text/plain'])(
  'where JSON is taken, %s is told so',
  async (type) => {
    expect(await post('a=b', { 'content-type': type })).toBe('content_type_unsupported');
  },
);

test('an encoded body is refused', async () => {
  expect(await post('{}', { 'content-encoding': 'gzip' })).toBe('body_encoded');
});

test.each(['identity', 'Identity'])('one that says it is as it was (%s) is not encoded', async (encoding) => {
  expect(JSON.parse(await post('{"a":1}', { 'content-encoding': encoding }))).toEqual({ read: { a: 1 } });
});

test.each([
  ['that are read', '/read', 200],
  ['that lead nowhere', '/nothing', 404],
])('hundreds of large bodies %s leave next to nothing outside of the heap', async (_which, path, status) => {
  const { port } = app.server.address() as AddressInfo;
  const body = JSON.stringify('x'.repeat(250_000));
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.from(head + body);
  let most = 0;
  const lane = async (): Promise<void> => {
    const socket = net.connect(port, '127.0.0.1');
    for (let n = 0; n < 25; n += 1) {
      socket.write(bytes);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
    socket.destroy();
  };
  const before = process.memoryUsage().arrayBuffers;
  await Promise.all(Array.from({ length: 16 }, lane));
  expect((most - before) / MIB).toBeLessThan(8);
});
