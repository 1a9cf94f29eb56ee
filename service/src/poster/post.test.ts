import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import tls from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { movableClock } from '../lib/clock.ts';
import { addressBook } from '../lib/public-address.ts';
import { newAuthority } from './fixtures/certificate.ts';
import { type Receiver, startRawReceiver, startReceiver, startTarpit } from './fixtures/receiver.ts';
import type { ConnectionLimits } from './agents.ts';
import { dialer } from './dial.ts';
import type { Posting } from './exchange.ts';
import type { ReadSigningKey } from './signing-key.ts';
import { type Posted, type Poster, poster } from './post.ts';

// Ten seconds of silence, scaled, where it is to come to its end: long enough that a busy machine never takes as long for
// what comes after so short a pause. Wherever nobody is silent on purpose it has no end that matters.
const SILENCE_MS = 3_000;
const PAUSE_MS = 400;
const PATIENT_MS = 120_000;
const AGE_MS = 3_000;
const silent = { silenceMs: SILENCE_MS };
const HOST = 'hooks.example.test';
const OTHER_HOST = 'elsewhere.example.test';
const authority = newAuthority();
const certified = authority.issue([HOST]);
const open: { close(): Promise<void> | void }[] = [];

afterAll(async () => {
  for (const one of open) await one.close();
});

function opened<T extends { close(): Promise<void> | void }>(one: T): T {
  open.push(one);
  return one;
}

/** A client that reaches `HOST` at a receiver on this machine. */
function clientTo(
  receiver: Receiver,
  more: {
    silenceMs?: number;
    attemptMsMax?: number;
    connections?: ConnectionLimits;
    readKey?: ReadSigningKey;
    also?: [string, { host: string; port: number }][];
  } = {},
): Poster {
  const connectTo = new Map([
    [HOST, { host: '127.0.0.1', port: receiver.port }] as const,
    ...(more.also ?? []),
  ]);
  return opened(
    poster({
      dialer: dialer({ addresses: addressBook(), connectTo, ca: [authority.ca] }),
      readKey: more.readKey ?? (async () => ({ kind: 'key', secret: 'whsec_test', seconds: 1_700_000_000 })),
      clock: movableClock(),
      limits: { silenceMs: more.silenceMs ?? PATIENT_MS, totalMs: more.attemptMsMax ?? PATIENT_MS },
      ...(more.connections && { connections: more.connections }),
    }),
  );
}

function posting(more: Partial<Posting> = {}): Posting {
  return {
    ...{ endpoint_id: '01900000-0000-7000-8000-000000000001', activation: 1, attempt: 1 },
    ...{ event_id: '01900000-0000-7000-8000-000000000002', type: 'payment.captured', lease: null },
    ...{ url: `https://${HOST}/hook`, body: '{"id":"evt_1"}' },
    ...more,
  };
}

/** Serves bytes at intervals once a request has come in whole, then ends or falls silent. */
async function dripping(parts: readonly string[], end: 'end' | 'silence'): Promise<Receiver> {
  return opened(
    await startRawReceiver(certified, (socket) => {
      socket.once('data', () => void drip(socket, parts, end));
    }),
  );
}

async function drip(socket: TLSSocket, parts: readonly string[], end: 'end' | 'silence'): Promise<void> {
  for (const part of parts) {
    await pause(PAUSE_MS);
    if (socket.destroyed) return;
    socket.write(part);
  }
  if (end === 'end') socket.end();
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n';

// Of these each waits now and then, and they do it together.
describe.concurrent('silence', () => {
  test('does not end an answer whose bytes keep coming, however long it takes', async () => {
    const receiver = await dripping(
      ['HTTP/1.1 20', '0 OK\r\nCon', 'tent-Length: 4\r\n', '\r\n', 'a', 'b', 'c', 'd'],
      'end',
    );
    const posted = await clientTo(receiver, silent).post(posting());
    expect(posted).toMatchObject({
      result: 'delivered',
      status: 200,
      error_class: null,
      remote_ip: '127.0.0.1',
    });
  });

  test.each<[string, readonly string[], number | null]>([
    ['before the head', [], null],
    ['within the head', ['HTTP/1.1 200 OK\r\nContent-'], null],
    ['within the body, after a whole 200 head', [HEAD, 'half'], 200],
  ])('%s abandons the attempt', async (_where, parts, status) => {
    const posted = await clientTo(await dripping(parts, 'silence'), silent).post(posting());
    expect(posted).toMatchObject({ result: 'failed', error_class: 'silence', status });
    expect(posted.ms).toBeGreaterThanOrEqual(SILENCE_MS);
  });

  test('of a listener that never speaks TLS abandons the attempt', async () => {
    const posted = await clientTo(opened(await startTarpit()), silent).post(posting());
    expect(posted).toMatchObject({ result: 'failed', error_class: 'silence', status: null });
  });
});

describe.concurrent('the ceilings', () => {
  test('an endless head ends the attempt', async () => {
    const receiver = opened(
      await startRawReceiver(certified, (socket) => {
        socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(20_000)}`));
      }),
    );
    expect(await clientTo(receiver).post(posting())).toMatchObject({
      result: 'failed',
      error_class: 'head_too_large',
    });
  });

  test('a body beyond 64 KiB is not read to its end, and the status stands', async () => {
    let written = 0;
    const chunk = Buffer.alloc(64 * 1024);
    const receiver = opened(
      await startRawReceiver(certified, (socket) => {
        const pour = (): void => {
          while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
        };
        socket.on('drain', pour);
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n');
          pour();
        });
      }),
    );
    expect(await clientTo(receiver, silent).post(posting())).toMatchObject({
      result: 'delivered',
      status: 200,
    });
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  test('the whole time ends an answer that trickles on; a whole head keeps its status', async () => {
    const endless = [HEAD.replace('8', '800'), ...Array.from({ length: 50 }, () => '.')];
    const headless = ['HTTP/1.1 200 OK\r\nX: ', ...Array.from({ length: 50 }, () => 'H')];
    const limited = { attemptMsMax: 2 * SILENCE_MS };
    const posted = await Promise.all(
      [endless, headless].map(async (parts) =>
        clientTo(await dripping(parts, 'silence'), limited).post(posting()),
      ),
    );
    expect(posted).toMatchObject([
      { result: 'delivered', status: 200 },
      { result: 'failed', error_class: 'too_long' },
    ]);
  });

  test.each([
    [100, 'HTTP/1.1 100 Continue\r\n\r\n'],
    [102, 'HTTP/1.1 102 Processing\r\n\r\n'],
    [103, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  ])('interim answers (%i) without end fail the attempt at the eleventh', async (_status, interim) => {
    const receiver = opened(
      await startRawReceiver(certified, (socket) => {
        const pour = (): void => {
          while (!socket.destroyed && socket.write(interim.repeat(1_000)));
        };
        socket.on('drain', pour);
        socket.once('data', pour);
      }),
    );
    const posted = await clientTo(receiver).post(posting());
    expect(posted).toMatchObject({ result: 'failed', error_class: 'protocol', status: null });
  });

  test('a few interim answers before the answer do no harm', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(10);
    const receiver = opened(
      await startRawReceiver(certified, (socket) => {
        socket.once('data', () => socket.end(`${interim}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`));
      }),
    );
    expect(await clientTo(receiver).post(posting())).toMatchObject({ result: 'delivered', status: 200 });
  });

  test('an answer of chunks that are mostly their own description is left when a megabyte has come', async () => {
    let written = 0;
    const chunk = `1;${'a'.repeat(8_000)}\r\n.\r\n`;
    const receiver = opened(
      await startRawReceiver(certified, (socket) => {
        const pour = (): void => {
          while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
        };
        socket.on('drain', pour);
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
          pour();
        });
      }),
    );
    expect(await clientTo(receiver, silent).post(posting())).toMatchObject({
      result: 'delivered',
      status: 200,
    });
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  test('a compressed answer is not unpacked', async () => {
    const receiver = opened(
      await startReceiver(certified, (response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all');
      }),
    );
    expect(await clientTo(receiver).post(posting())).toMatchObject({ result: 'delivered', status: 200 });
    expect(receiver.received[0]!.headers['accept-encoding']).toBe('identity');
  });
});

describe.concurrent('the connection', () => {
  async function postTo(receiver: Receiver): Promise<Posted> {
    return clientTo(opened(receiver)).post(posting());
  }
  const ok = (response: { end(): unknown }): void => void response.end();

  test('fails on a certificate of nobody we trust, of another name, or of yesterday', async () => {
    const stranger = newAuthority().issue([HOST]);
    const otherName = authority.issue(['other.example.test']);
    const expired = authority.issue([HOST], { expired: true });
    for (const presented of [stranger, otherName, expired]) {
      const receiver = await startReceiver(presented, ok);
      expect(await postTo(receiver)).toMatchObject({ result: 'failed', status: null, error_class: 'tls' });
      expect(receiver.received).toHaveLength(0);
    }
  });

  test('fails below TLS 1.2', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const server = tls.createServer({ ...certified, ...old }, (socket) => socket.end());
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    expect(
      await postTo({ port, received: [], connections: () => 0, connectionsMax: () => 0, close }),
    ).toMatchObject({
      error_class: 'tls',
    });
  });

  test('is kept for the next first attempt, and opened anew for a retry', async () => {
    const receiver = opened(await startReceiver(certified, ok));
    const client = clientTo(receiver);
    for (let n = 1; n <= 3; n += 1) expect((await client.post(posting())).result).toBe('delivered');
    expect(receiver.connections()).toBe(1);
    expect((await client.post(posting({ attempt: 2 }))).result).toBe('delivered');
    expect(receiver.connections()).toBe(2);
  });

  test('is not kept for another host of the same endpoint', async () => {
    const [before, after] = await Promise.all(
      [HOST, OTHER_HOST].map((host) =>
        startReceiver(authority.issue([HOST, OTHER_HOST]), (response) => response.end(host)),
      ),
    );
    const [old, other] = [opened(before!), opened(after!)];
    const client = clientTo(old, { also: [[OTHER_HOST, { host: '127.0.0.1', port: other.port }]] });
    await client.post(posting());
    await client.post(posting({ url: `https://${OTHER_HOST}/hook` }));
    await client.post(posting({ url: `https://${OTHER_HOST}/hook` }));
    expect([old.received.length, other.received.length]).toEqual([1, 2]);
    expect([old.connections(), other.connections()]).toEqual([1, 1]);
  });

  test('that has become too old is passed over for a younger one that went idle before it', async () => {
    const held: ServerResponse[] = [];
    const receiver = opened(await startReceiver(certified, (response) => held.push(response)));
    const until = async (requests: number) => {
      while (held.length < requests) await pause(5);
    };
    const client = clientTo(receiver, { connections: { ageMs: AGE_MS } });
    const onOld = client.post(posting());
    await until(1);
    await pause(0.86 * AGE_MS);
    const onYoung = client.post(posting());
    await until(2);
    held[1]!.end();
    await onYoung;
    held[0]!.end();
    await onOld;
    await pause(10);
    // Too busy for the timer that would close it in time.
    const from = performance.now();
    while (performance.now() - from < 0.2 * AGE_MS);
    const third = client.post(posting());
    await until(3);
    held[2]!.end();
    expect(await third).toMatchObject({ result: 'delivered' });
    expect(receiver.connections()).toBe(2);
  });

  test('that the receiver closed while idle costs no attempt', async () => {
    const receiver = opened(
      await startRawReceiver(certified, (socket) => {
        // Promises to keep the connection, and resets it at the second request.
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n');
          socket.once('data', () => socket.destroy());
        });
      }),
    );
    const client = clientTo(receiver);
    for (let n = 1; n <= 4; n += 1) expect((await client.post(posting())).result).toBe('delivered');
  });

  test('is refused when nobody listens', async () => {
    const receiver = await startTarpit();
    await receiver.close();
    expect(await clientTo(receiver).post(posting())).toMatchObject({
      result: 'failed',
      error_class: 'connect',
    });
  });
});

test.concurrent('a silence of our own side before the request is sent is not counted', async () => {
  const receiver = opened(await startReceiver(certified, (response) => response.end()));
  const client = clientTo(receiver, { ...silent, readKey: () => new Promise(() => undefined) });
  expect(await client.post(posting())).toMatchObject({ result: 'unsent', error_class: null });
  expect(receiver.received).toEqual([]);
});

describe.concurrent('more than eight for an endpoint', () => {
  const many = (client: Poster, count: number) =>
    Promise.all(Array.from({ length: count }, () => client.post(posting())));

  test('wait in line, and take the connections that come free', async () => {
    const receiver = opened(await startReceiver(certified, (response) => response.end()));
    const posted = await many(clientTo(receiver), 40);
    expect(posted.map(({ result }) => result)).toEqual(Array(40).fill('delivered'));
    expect(receiver.connections()).toBe(8);
  });

  test('do not hold up another endpoint', async () => {
    const released = Promise.withResolvers<void>();
    const receiver = opened(
      await startReceiver(certified, (response, _n, request) => {
        if (request.url === '/hook') void released.promise.then(() => response.end());
        else response.end();
      }),
    );
    const client = clientTo(receiver);
    const slow = many(client, 9);
    const other = { endpoint_id: '01900000-0000-7000-8000-000000000009', url: `https://${HOST}/other` };
    expect(await client.post(posting(other))).toMatchObject({ result: 'delivered' });
    expect(receiver.received.filter(({ path }) => path === '/hook').length).toBeLessThanOrEqual(8);
    released.resolve();
    expect((await slow).map(({ result }) => result)).toEqual(Array(9).fill('delivered'));
  });

  test('are given back when the endpoint turns out to be silent', async () => {
    const receiver = opened(await startTarpit());
    const posted = await many(clientTo(receiver, silent), 12);
    const results = posted.map(({ result }) => result).toSorted();
    expect(results).toEqual([...Array<string>(8).fill('failed'), ...Array<string>(4).fill('unsent')]);
    expect(receiver.connections()).toBe(8);
  });
});

describe('an answer that is none', () => {
  test.each([
    ['garbage', 'garbage\r\n\r\n', 'protocol'],
    ['an HTTP/0.9 body', '<html>ok</html>', 'protocol'],
    ['a body cut short', `${HEAD}half`, 'reset'],
    ['nothing', '', 'reset'],
    ['a first word and no more (199)', 'HTTP/1.1 199 Wait\r\n\r\n', 'reset'],
  ])('%s fails the attempt', async (_what, bytes, errorClass) => {
    const receiver = opened(
      await startRawReceiver(certified, (socket) => {
        socket.once('data', () => socket.end(bytes));
      }),
    );
    expect(await clientTo(receiver).post(posting())).toMatchObject({
      result: 'failed',
      error_class: errorClass,
    });
  });
});

test('an answer of the declared length counts by its status, whatever comes after it', async () => {
  for (const [answer, expected] of [
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokEXTRA', { result: 'delivered', status: 200 }],
    ['HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nokEXTRA', { result: 'failed', status: 500 }],
  ] as const) {
    const receiver = opened(
      await startRawReceiver(certified, (socket) => socket.once('data', () => socket.write(answer))),
    );
    expect(await clientTo(receiver).post(posting())).toMatchObject(expected);
  }
});

test('an abort gives back what was not sent and fails what was', async () => {
  const asked = Promise.withResolvers<void>();
  const receiver = opened(await startReceiver(certified, () => asked.resolve()));
  const sent = clientTo(receiver);
  const sending = sent.post(posting());
  await asked.promise;
  sent.abort();
  expect(await sending).toMatchObject({ result: 'failed', error_class: 'interrupted' });
  const unsent = clientTo(opened(await startTarpit()));
  const connecting = unsent.post(posting());
  unsent.abort();
  expect(await connecting).toMatchObject({ result: 'unsent', error_class: null });
});
