import type { FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../bin/launch.mjs';
import { signTestDelivery } from './src/index.ts';

// The receivers of docs/webhooks.md in frameworks, run as they are printed. They import the client of this tree.

const SECRET = 'whsec_of_the_test';
const CLIENT = pathToFileURL(path.join(ROOT, 'client/src/index.ts')).href;
const EVENT_FILE = path.join(ROOT, 'docs/events/payment.captured.json');
const EVENT = readFileSync(EVENT_FILE);
// Inside the tree, so that the packages of the samples are found.
const CACHE = path.join(ROOT, 'node_modules/.cache');
let folder: string;

const stored: { type: string }[] = [];
async function store(event: { type: string; id: string }): Promise<void> {
  if (event.id === 'evt_bad') throw new Error('the store is away');
  await Promise.resolve(stored.push(event));
}

beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(path.join(CACHE, 'frameworks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function sampleOf<T>(name: string): Promise<T> {
  const guide = readFileSync(path.join(ROOT, 'docs/webhooks.md'), 'utf8');
  const samples = [...guide.matchAll(/```js\n([^]*?)```/g)].map((match) => match[1]!);
  const sample = samples.find((text) => text.startsWith(`// ${name}`))!;
  const file = path.join(folder, name);
  writeFileSync(file, sample.replace("'@fairway/client'", `'${CLIENT}'`));
  return (await import(/* @vite-ignore */ file)) as T;
}

type Store = (event: { type: string; id: string }) => Promise<void>;

interface Receiver {
  base: string;
  post(address: string, request: RequestInit): Promise<Response>;
  close(): Promise<unknown>;
}

interface ExpressApp {
  post(
    path: string,
    act: (request: { body: unknown }, response: { json(body: unknown): void }) => void,
  ): void;
  listen(port: number, host: string): Server;
}

async function expressReceiver(): Promise<Receiver> {
  const { shop } = await sampleOf<{ shop(secret: string, store: Store): ExpressApp }>('express.mjs');
  const app = shop(SECRET, store);
  app.post('/echo', (request, response) => response.json(request.body));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return receiverAt(`http://127.0.0.1:${port}`, () => new Promise((resolve) => server.close(resolve)));
}

async function fastifyReceiver(): Promise<Receiver> {
  const { shop } = await sampleOf<{ shop(secret: string, store: Store): FastifyInstance }>('fastify.mjs');
  const app = shop(SECRET, store);
  app.post('/echo', (request) => Promise.resolve(request.body));
  return receiverAt(await app.listen({ port: 0, host: '127.0.0.1' }), () => app.close());
}

function receiverAt(base: string, close: () => Promise<unknown>): Receiver {
  return { base, post: (address, request) => fetch(base + address, { method: 'POST', ...request }), close };
}

async function nextReceiver(): Promise<Receiver> {
  const at = globalThis as { storeOfTheTest?: Store };
  at.storeOfTheTest = store;
  writeFileSync(path.join(folder, 'store.mjs'), 'export const store = globalThis.storeOfTheTest;\n');
  const { POST } = await sampleOf<{ POST(request: Request): Promise<Response> }>('route.mjs');
  process.env['FAIRWAY_WEBHOOK_SECRET'] = SECRET;
  return {
    base: 'http://next',
    post: (address, request) => POST(new Request(`http://next${address}`, { method: 'POST', ...request })),
    close: async () => {
      delete process.env['FAIRWAY_WEBHOOK_SECRET'];
      delete at.storeOfTheTest;
      return Promise.resolve();
    },
  };
}

const RECEIVERS = [
  ['Express', expressReceiver],
  ['Fastify', fastifyReceiver],
  ['Next', nextReceiver],
] as const;

describe.each(RECEIVERS)('the receiver in %s', (_name, start) => {
  let receiver: Receiver;
  beforeAll(async () => {
    stored.length = 0;
    receiver = await start();
  });
  afterAll(() => receiver.close());

  const deliver = async (body: string | Buffer, secret: string, sent: string | Buffer = body) => {
    const headers = signTestDelivery({ body, secret });
    return (await receiver.post('/webhooks', { headers, body: new Uint8Array(Buffer.from(sent)) })).status;
  };

  test('stores and acknowledges a genuine delivery, and nothing else', async () => {
    expect(await deliver(EVENT, 'whsec_of_another')).toBe(400);
    const anew = JSON.stringify(JSON.parse(EVENT.toString('utf8')), null, 2);
    expect(await deliver(EVENT, SECRET, anew)).toBe(400);
    const headers = { 'content-type': 'application/json' };
    expect((await receiver.post('/webhooks', { headers, body: new Uint8Array(EVENT) })).status).toBe(400);
    expect(stored).toEqual([]);
    expect(await deliver(EVENT, SECRET)).toBe(204);
    expect(stored).toEqual([JSON.parse(EVENT.toString('utf8'))]);
  });

  test('does not acknowledge what it could not store', async () => {
    expect(await deliver('{"id":"evt_bad","type":"payment.captured"}', SECRET)).toBe(500);
  });
});

// In Next a route is a file of its own.
test.each(RECEIVERS.slice(0, 2))(
  '%s takes what the guide posts, and parses other bodies',
  async (_, start) => {
    const receiver = await start();
    type Sample = { deliver(address: string, file: string, secret: string): Promise<number> };
    const { deliver } = await sampleOf<Sample>('deliver.mjs');
    expect(await deliver(`${receiver.base}/webhooks`, EVENT_FILE, SECRET)).toBe(204);
    const headers = { 'content-type': 'application/json' };
    const answer = await receiver.post('/echo', { headers, body: '{"amount": "1.50"}' });
    expect(await answer.json()).toEqual({ amount: '1.50' });
    await receiver.close();
  },
);
