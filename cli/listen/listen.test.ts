import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request as relayed, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyDelivery } from '../../dev/itinerary.ts';
import {
  makeChannel,
  makeConnectedMerchant,
  makeReceiver,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { type Running, run, start, until } from '../cli.fixture.ts';

const LIMIT_MS = 180_000;
const LISTENER = ['listen', '--forward-to', 'http://127.0.0.1:9'];

let world: World;
let home: string;
let merchant: TestMerchant;
const listeners: Running[] = [];
const targets: Server[] = [];

beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  // What the connection still brings is told before anybody listens.
  await world.drain();
});
afterAll(() => world.close());
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fairway-listen-'));
});
afterEach(async () => {
  listeners.forEach(({ child }) => child.kill('SIGKILL'));
  await Promise.all(listeners.splice(0).map(({ exited }) => exited));
  targets.splice(0).forEach((server) => server.close());
  await rm(home, { recursive: true, force: true });
});

interface Got {
  path: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: string;
}

/** A server of the channel's engineer, on this machine. `answer` says with which status. */
async function target(answer: (got: Got) => number = () => 204, port = 0) {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, rawHeaders: request.rawHeaders, body };
      got.push(one);
      response.writeHead(answer(one)).end('thanks');
    });
  });
  targets.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    got,
    server,
    port: taken,
    url: `http://127.0.0.1:${taken}/hooks`,
    ids: () => got.map(({ headers }) => String(headers['service-event-id'])),
  };
}

/** What stands between a laptop and the service: passes everything on while it has no answer of its own. */
async function proxy() {
  const between = { url: '', answer: null as { status: number; text: string } | null };
  const server = createServer((request, response) => {
    const answerItself = ({ status, text }: { status: number; text: string }) =>
      response.writeHead(status, { location: '/login' }).end(text);
    if (between.answer) return answerItself(between.answer);
    const { url: asked = '', method = 'GET', headers } = request;
    const options = { method, headers: { ...headers, host: new URL(world.base_url).host } };
    const onward = relayed(new URL(asked, world.base_url), options, (answer) => {
      // Also to the listener that waits for an event already.
      if (between.answer) return answerItself(between.answer);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      return answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    return request.pipe(onward);
  });
  targets.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  between.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return between;
}

const env = () => ({ BASE_URL: world.base_url, CHANNEL_KEY: merchant.key, FAIRWAY_HOME: home });

async function listen(url: string, ...more: string[]): Promise<Running> {
  const listener = start(['listen', '--forward-to', url, '--json', ...more], env());
  listeners.push(listener);
  await Promise.race([
    until(() => listener.records().length > 0),
    listener.exited.then(({ stderr }) => Promise.reject(new Error(stderr))),
  ]);
  return listener;
}

async function stop(listener: Running, signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') {
  listener.child.kill(signal);
  return listener.exited;
}

const secretOf = (listener: Running) => String(listener.records()[0]!['secret']);
const of = (listener: Running, kind: string) =>
  listener.records().filter((record) => record['kind'] === kind);

async function cursorOf(listener: Running): Promise<string> {
  const file = String(listener.records()[0]!['cursor_file']);
  return (JSON.parse(await readFile(file, 'utf8')) as { cursor: string }).cursor;
}

/** Raises one event and returns its id. */
async function raise(): Promise<string> {
  const session = await makeSession(world, merchant, { external_order_id: randomUUID() });
  const page = await world.operator(
    'GET',
    `events?merchant_id=${merchant.merchant_id}&type=checkout.session.created&limit=1`,
  );
  expect(JSON.parse(page.body.items[0].body).data.object.checkout_session_id).toBe(session.body.id);
  return page.body.items[0].id as string;
}

describe('a listener', () => {
  test(
    'forwards what no endpoint hears, as a delivery that a receiver verifies',
    { timeout: LIMIT_MS },
    async () => {
      const server = await target();
      const listener = await listen(server.url);
      const id = await raise();
      await until(() => of(listener, 'forwarded').length > 0);
      const { headers, body, path: asked } = server.got[0]!;
      expect(asked).toBe('/hooks');
      expect(verifyDelivery({ headers, body }, secretOf(listener))).toMatchObject({ id });
      expect(of(listener, 'forwarded')).toEqual([
        {
          kind: 'forwarded',
          event_id: id,
          type: 'checkout.session.created',
          attempt: 1,
          status: 204,
          error: null,
          ms: expect.any(Number),
          outcome: 'delivered',
        },
      ]);
      expect(await stop(listener)).toMatchObject({ code: 0 });
    },
  );

  test('sends the headers and the bytes of a real delivery', { timeout: LIMIT_MS }, async () => {
    const [server, receiver] = [await target(), await makeReceiver(world, merchant)];
    const listener = await listen(server.url);
    const id = await raise();
    await until(async () => server.got.length > 0 && (await receiver.deliveries()).length > 0);
    const real = (await receiver.deliveries()).find(({ event_id }) => event_id === id)!;
    const { headers, body } = server.got[0]!;
    expect(body).toBe(real.body);
    // Of the connection, and of the moment and the secret.
    const OWN = ['host', 'connection', 'service-signature', 'service-timestamp'];
    const plain = (all: object) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !OWN.includes(name)));
    expect(plain(headers)).toEqual(plain(real.headers));
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['service-signature', 'service-timestamp']));
    await stop(listener);
  });

  test(
    'that is killed goes on where it was, and says what came meanwhile',
    { timeout: LIMIT_MS },
    async () => {
      const server = await target();
      const first = await listen(server.url);
      const started = await cursorOf(first);
      const before = await raise();
      await until(async () => (await cursorOf(first)) !== started);
      first.child.kill('SIGKILL');
      await first.exited;
      const missed = [await raise(), await raise(), await raise()];
      const second = await listen(server.url);
      await until(() => of(second, 'caught_up').length > 0);
      expect(of(second, 'caught_up')).toEqual([{ kind: 'caught_up', events: 3 }]);
      expect(second.records()[0]).toMatchObject({ kind: 'started', is_resumed: true, secret: null });
      expect(server.ids()).toEqual([before, ...missed]);
      const keys = new Set(
        server.got.map(({ headers, body }) => verifyDelivery({ headers, body }, secretOf(first)).id),
      );
      expect(keys.size).toBe(4);
      await stop(second);
    },
  );

  test('keeps its secret and its place where only its owner reads them', { timeout: LIMIT_MS }, async () => {
    const listener = await listen((await target()).url);
    const file = path.join(home, 'listen', `${merchant.channel_id}.json`);
    expect(listener.records()[0]).toMatchObject({ cursor_file: file, channel_id: merchant.channel_id });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      channel_id: merchant.channel_id,
      cursor: expect.any(String),
      secret: secretOf(listener),
    });
    await stop(listener);
    expect(await readdir(path.dirname(file))).toEqual([`${merchant.channel_id}.json`]);
  });

  test('tries a refused event again before the next', { timeout: LIMIT_MS }, async () => {
    const once = { id: '', refusals: 0 };
    const server = await target(({ headers }) => {
      if (headers['service-event-id'] !== once.id || once.refusals > 0) return 200;
      once.refusals += 1;
      return 302;
    });
    await stop(await listen(server.url));
    once.id = await raise();
    const last = await raise();
    const again = await listen(server.url);
    await until(() => of(again, 'caught_up').length > 0);
    expect(
      of(again, 'forwarded').map(({ event_id, status, outcome }) => [event_id, status, outcome]),
    ).toEqual([
      [once.id, 302, 'retrying'],
      [once.id, 200, 'delivered'],
      [last, 200, 'delivered'],
    ]);
    await stop(again);
  });

  test('waits for a target that is not there yet', { timeout: LIMIT_MS }, async () => {
    const server = await target();
    const { port, url } = server;
    await new Promise((resolve) => server.server.close(resolve));
    const listener = await listen(url);
    const ids = [await raise(), await raise()];
    await until(() => listener.stderr().includes('Nothing listens'));
    const back = await target(() => 200, port);
    await until(() => back.got.length === 2);
    expect(back.ids()).toEqual(ids);
    await until(() => of(listener, 'forwarded').length === 2);
    expect(of(listener, 'forwarded').map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
    await stop(listener);
  });

  test(
    'forwards only the types that were asked for, and passes the others for good',
    { timeout: LIMIT_MS },
    async () => {
      const server = await target();
      const listener = await listen(server.url, '--events', 'payment.created,payment.captured');
      await raise();
      const session = await makeSession(world, merchant);
      await world.call('POST', `/api/checkout-sessions/${session.body.id}/orders`, { body: {} });
      await until(() => server.got.length > 0);
      expect(server.got.map(({ headers }) => headers['service-event-type'])).toEqual(['payment.created']);
      await stop(listener);
      const all = await listen(server.url);
      await until(() => of(all, 'caught_up').length > 0);
      expect(server.got).toHaveLength(1);
      await stop(all);
    },
  );

  test('begins with the first event there is when told to', { timeout: LIMIT_MS }, async () => {
    const [server, id] = [await target(), await raise()];
    const listener = await listen(server.url, '--from-start');
    await until(() => of(listener, 'caught_up').length > 0);
    expect(server.ids().at(-1)).toBe(id);
    expect(of(listener, 'caught_up')[0]!['events']).toBe(server.got.length);
    expect(server.got.length).toBeGreaterThan(1);
    await stop(listener);
  });

  test('connects again when the service was away', { timeout: LIMIT_MS }, async () => {
    const server = await target();
    const listener = await listen(server.url);
    await world.restart();
    const id = await raise();
    await until(() => server.ids().includes(id));
    await stop(listener);
  });

  test.each([
    ['a page of HTML', 200, '<html>Log in to this network</html>'],
    ['an empty object', 200, '{}'],
    ['a page whose events are none', 200, `{"channel_id":"c","cursor":"1.${'0'.repeat(32)}","items":[{}]}`],
    ['a way to another page', 302, ''],
  ])('goes on from its cursor after %s in the place of the feed', { timeout: LIMIT_MS }, async (...given) => {
    const [, status, text] = given;
    const [server, between] = [await target(), await proxy()];
    const listener = await listen(server.url, '--base-url', between.url);
    const started = await cursorOf(listener);
    await raise();
    await until(async () => (await cursorOf(listener)) !== started);
    between.answer = { status, text };
    const [kept, id] = [await cursorOf(listener), await raise()];
    await until(() => listener.stderr().includes('Not connected: something else answers'));
    expect(await cursorOf(listener)).toBe(kept);
    between.answer = null;
    await until(() => server.ids().includes(id));
    await until(async () => (await cursorOf(listener)) !== kept);
    expect(of(listener, 'forwarded')).toHaveLength(2);
    expect(await stop(listener)).toMatchObject({ code: 0 });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'stops at once on %s, also within a post',
    { timeout: LIMIT_MS },
    async (signal) => {
      const hanging = createServer(() => undefined);
      targets.push(hanging);
      await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
      const listener = await listen(`http://127.0.0.1:${(hanging.address() as AddressInfo).port}`);
      const asked = new Promise((resolve) => hanging.once('request', resolve));
      await raise();
      await asked;
      expect(await stop(listener, signal)).toMatchObject({ code: 0, stderr: '' });
      expect(of(listener, 'forwarded')).toEqual([]);
      hanging.closeAllConnections();
    },
  );
});

describe('a listener refuses', () => {
  test('a cursor file that another one has', { timeout: LIMIT_MS }, async () => {
    const { url } = await target();
    const holder = await listen(url);
    const second = await run(['listen', '--forward-to', url], env());
    expect(second).toMatchObject({ code: 5, stdout: '' });
    expect(second.stderr).toContain(`process id ${holder.child.pid}`);
    const beside = await listen(url, '--cursor-file', path.join(home, 'beside.json'));
    await stop(beside);
    await stop(holder);
  });

  test('a cursor file of another channel', { timeout: LIMIT_MS }, async () => {
    const file = path.join(home, 'cursor.json');
    const listener = [...LISTENER, '--cursor-file', file];
    await writeFile(file, JSON.stringify({ channel_id: 'other', cursor: 'start', secret: 'whsec_x' }));
    expect(await run(listener, env())).toMatchObject({ code: 5 });
  });

  test('a cursor file that holds something else, and leaves it alone', { timeout: LIMIT_MS }, async () => {
    const [file, text] = [path.join(home, 'cursor.json'), 'notes of mine'];
    await writeFile(file, text);
    const why = `fairway listen: ${file} is not a listener's state: name another --cursor-file, or remove it.\n`;
    expect(await run([...LISTENER, '--cursor-file', file], env())).toEqual({
      code: 2,
      stdout: '',
      stderr: why,
    });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await readdir(home)).toEqual(['cursor.json']);
  });

  test('a cursor file that is a folder, or lies in a file', { timeout: LIMIT_MS }, async () => {
    const folder = path.join(home, 'folder');
    await mkdir(folder);
    const ran = await run([...LISTENER, '--cursor-file', folder], env());
    const why = `fairway listen: ${folder} is not a listener's state: name another --cursor-file, or remove it.\n`;
    expect(ran).toEqual({ code: 2, stdout: '', stderr: why });
    await writeFile(path.join(home, 'plain'), '');
    const below = path.join(home, 'plain', 'cursor.json');
    const refused = await run([...LISTENER, '--cursor-file', below], env());
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`${below} cannot be used: `);
  });

  test.each([
    [200, '<html>Log in to this network</html>'],
    [200, '{}'],
    [200, '{"channel_id":"../other","cursor":"start","items":[]}'],
    [302, ''],
  ])('what is no event feed, %d %s, and keeps nothing of it', { timeout: LIMIT_MS }, async (status, text) => {
    const between = await proxy();
    between.answer = { status, text };
    const listener = [...LISTENER, '--base-url', between.url];
    const why = `fairway listen: What answers at ${between.url} is no event feed: is that the service's address?\n`;
    expect(await run(listener, env())).toEqual({ code: 7, stdout: '', stderr: why });
    expect(await readdir(home)).toEqual([]);
    const file = path.join(home, 'cursor.json');
    const state = JSON.stringify({ channel_id: merchant.channel_id, cursor: 'start', secret: 'whsec_x' });
    await writeFile(file, state);
    expect(await run([...listener, '--cursor-file', file], env())).toMatchObject({ code: 7, stderr: why });
    expect(await readFile(file, 'utf8')).toBe(state);
  });

  test('a wrong key, and a service that is not there', async () => {
    expect(await run(LISTENER, { ...env(), CHANNEL_KEY: 'sk_test_wrong' })).toMatchObject({ code: 3 });
    expect(await run(LISTENER, { ...env(), BASE_URL: 'http://127.0.0.1:1' })).toMatchObject({ code: 7 });
  });
});
