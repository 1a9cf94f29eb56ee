import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOf, sendFile } from './kept-file.ts';

const FILE = fileOf('text/plain; charset=utf-8', 'kept '.repeat(1_000), {});

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  app.get('/kept', (request, reply) => sendFile(FILE, request, reply));
});
afterAll(() => app.close());

const get = (headers: Record<string, string> = {}) => app.inject({ url: '/kept', headers });

test('one name stands for a file as it is and compressed, so it is a weak one', async () => {
  const [plain, compressed] = [await get(), await get({ 'accept-encoding': 'gzip' })];
  expect(plain.rawPayload.equals(compressed.rawPayload)).toBe(false);
  expect(plain.headers.etag).toMatch(/^W\/"[\w-]{16}"$/);
  expect(compressed.headers.etag).toBe(plain.headers.etag);
});

test.each([
  ['it by its name', (name: string) => name, 304],
  ['it by its name among others', (name: string) => `"other", ${name}`, 304],
  ['it by its name without the mark of a weak one', (name: string) => name.slice(2), 304],
  ['whatever there is', () => '*', 304],
  ['another', () => 'W/"other"', 200],
])('who has %s is told so or sent it', async (_, named, status) => {
  const name = String((await get()).headers.etag);
  const again = await get({ 'if-none-match': named(name) });
  expect([again.statusCode, again.headers.etag, again.headers.vary]).toEqual([
    status,
    name,
    'Accept-Encoding',
  ]);
  expect(again.body === '').toBe(status === 304);
});
