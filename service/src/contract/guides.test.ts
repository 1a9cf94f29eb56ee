import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChannel, makeMerchant, type TestChannel } from '../../../tests/world/actors.ts';
import { joinWorld, type World } from '../../../tests/world/world.ts';

// The samples of the guides, run as a reader would run them.
const folder = mkdtempSync(path.join(tmpdir(), 'fairway-guides-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function sampleOf<T>(guide: string, name: string): Promise<T> {
  const text = readFileSync(new URL(`../../../docs/${guide}`, import.meta.url), 'utf8');
  const sample = [...text.matchAll(/```js\n([^]*?)```/g)].find((match) => match[1]!.startsWith(`// ${name}`));
  const file = path.join(folder, name);
  writeFileSync(file, sample![1]!);
  return (await import(/* @vite-ignore */ file)) as T;
}

interface Client {
  call(deployment: object, method: string, path: string, options?: object): Promise<{ id: string }>;
}

describe('the client of docs/errors.md', () => {
  let world: World;
  let channel: TestChannel;
  let client: Client;

  beforeAll(async () => {
    world = await joinWorld();
    channel = await makeChannel(world);
    client = await sampleOf<Client>('errors.md', 'fairway.mjs');
  });
  afterAll(() => world.close());

  it('creates one session however often it is asked with one key', async () => {
    const deployment = { base: world.base_url, key: channel.key };
    const merchant = await makeMerchant(world, channel);
    const asked = { merchant, body: { amount: '42.00' }, idempotencyKey: 'order-1001' };
    const first = await client.call(deployment, 'POST', '/api/checkout-sessions', asked);
    const second = await client.call(deployment, 'POST', '/api/checkout-sessions', asked);
    expect(second).toEqual(first);
  });

  it('tells a wrong key and each field that does not hold', async () => {
    const wrong = { base: world.base_url, key: 'sk_test_wrong' };
    const denied = client.call(wrong, 'GET', '/api/channel/merchants');
    await expect(denied).rejects.toMatchObject({ status: 401, message: '401: Invalid API key' });
    const deployment = { base: world.base_url, key: channel.key };
    const invalid = client.call(deployment, 'POST', '/api/channel/merchants', { body: {} });
    await expect(invalid).rejects.toMatchObject({
      status: 422,
      problems: ['business_name', 'email', 'country_code'].map((field) =>
        expect.objectContaining({ loc: ['body', field], type: 'missing' }),
      ),
    });
  });
});

interface Receiver {
  receiver(secrets: string[], store: (event: { id: string }) => Promise<void>): Server;
}

describe('the receiver of docs/webhooks.md', () => {
  const stored: string[] = [];
  let server: Server;

  beforeAll(async () => {
    const sample = await sampleOf<Receiver>('webhooks.md', 'receiver.mjs');
    server = sample.receiver(['old', 'new'], async ({ id }) => {
      if (id === 'evt_bad') throw new Error('the store is away');
      stored.push(id);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function deliver(body: string, options: { secret: string; ageSeconds?: number; sent?: string }) {
    const t = Math.floor(Date.now() / 1000) - (options.ageSeconds ?? 0);
    const v1 = createHmac('sha256', options.secret).update(`${t}.${body}`).digest('hex');
    const { port } = server.address() as AddressInfo;
    const headers = { 'service-signature': `t=${t},v1=${v1}` };
    const request = { method: 'POST', headers, body: options.sent ?? body };
    return (await fetch(`http://127.0.0.1:${port}/`, request)).status;
  }

  it('stores what either secret signed and acknowledges it', async () => {
    expect(await deliver('{"id":"evt_1"}', { secret: 'old' })).toBe(204);
    expect(await deliver('{"id":"evt_2"}', { secret: 'new' })).toBe(204);
    expect(stored).toEqual(['evt_1', 'evt_2']);
  });

  it.each([
    ['another secret', { secret: 'other' }],
    ['bytes that were changed', { secret: 'new', sent: '{ "id":"evt_3"}' }],
    ['a signature of long ago', { secret: 'new', ageSeconds: 400 }],
  ])('refuses %s', async (_name, options) => {
    expect(await deliver('{"id":"evt_3"}', options)).toBe(400);
    expect(stored).not.toContain('evt_3');
  });

  it('does not acknowledge what it could not store', async () => {
    expect(await deliver('{"id":"evt_bad"}', { secret: 'new' })).toBe(500);
  });
});
