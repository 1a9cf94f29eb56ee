import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { inBackground } from '../../../lib/background.ts';
import { whileTransactionHeld } from '../../../lib/transaction-guard.ts';
import { createClient } from './client.ts';
import type { Call } from './client.ts';
import { createGate } from '../../http/gate.ts';
import { optionsFor, refusal, sendJson, standingClock, startProvider } from '../provider.fixture.ts';
import type { Answering, FakeProvider } from '../provider.fixture.ts';
import type { Effect } from './sort-answer.ts';

// Of calls that are never answered, with time for all of them to be sent; every other is answered, however late.
const IN_VAIN_MS = 3_000;
const PATIENT_MS = 60_000;
const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of open) await one.close();
});

async function provider(
  answer: Answering,
  grant?: Parameters<typeof startProvider>[1],
): Promise<FakeProvider> {
  const started = await startProvider(answer, grant);
  open.push(started);
  return started;
}

function aCall(effect: Effect, over: Partial<Call> = {}): Call {
  return {
    operation: 'orders.capture',
    effect,
    method: 'POST',
    path: '/v2/checkout/orders/4AB/capture',
    ...over,
  };
}

function clientOf(url: string, over: Parameters<typeof optionsFor>[1] = {}) {
  return createClient(optionsFor(url, { limits: { callTimeoutMs: PATIENT_MS }, ...over }));
}

const inVain = { limits: { callTimeoutMs: IN_VAIN_MS } };

const destroyed: Answering = (_heard, response) => response.socket!.destroy();
const silent: Answering = () => undefined;
const cutShort: Answering = (_heard, response) => {
  response.writeHead(201, { 'content-length': '1000' });
  response.write('{"id":', () => response.socket!.destroy());
};
const tooLong: Answering = (_heard, response) => response.end(`{"pad":"${'x'.repeat(1024 * 1024)}"}`);
const status =
  (code: number, headers: Record<string, string> = {}, body = '{}'): Answering =>
  (_heard, response) => {
    response.writeHead(code, headers);
    response.end(body);
  };

async function kindsOf(client: ReturnType<typeof clientOf>): Promise<string[]> {
  const effects = ['write', 'read', 'mint'] as const;
  const outcomes = await Promise.all(effects.map((effect) => client.call(aCall(effect))));
  return outcomes.map(({ kind }) => kind);
}

describe('what came back is sorted by what is certain', () => {
  test.each<[string, Answering, string, string, string]>([
    ['the connection is reset', destroyed, 'unknown', 'unreachable', 'unknown'],
    ['the answer breaks off', cutShort, 'unknown', 'unreachable', 'unknown'],
    ['the answer is too long', tooLong, 'unknown', 'unreachable', 'unknown'],
    ['200 without JSON', status(200, {}, '<html>'), 'unknown', 'unreachable', 'unknown'],
    ['200 with a list', status(200, {}, '[]'), 'unknown', 'unreachable', 'unknown'],
    ['204 without a body', status(204, {}, ''), 'unknown', 'unreachable', 'unknown'],
    ['500', status(500), 'unknown', 'unreachable', 'unreachable'],
    ['503', status(503), 'unknown', 'unreachable', 'unreachable'],
    ['429', status(429), 'unreachable', 'unreachable', 'unreachable'],
    ['302', status(302, { location: '/elsewhere' }), 'unknown', 'unreachable', 'unknown'],
    ['403 that explains nothing', status(403, {}, '<html>'), 'unknown', 'unreachable', 'refused'],
    ['422', status(422, {}, JSON.stringify(refusal('X'))), 'refused', 'refused', 'refused'],
    ['201', status(201, {}, '{"id":"1"}'), 'success', 'success', 'success'],
  ])('%s', async (_case, answer, write, read, mint) => {
    const { url, heard } = await provider(answer);
    expect(await kindsOf(clientOf(url))).toEqual([write, read, mint]);
    expect(heard).toHaveLength(3); // nothing was sent twice, no redirect was followed
  });

  test.each(['PREVIOUS_REQUEST_IN_PROGRESS', 'ORDER_COMPLETION_IN_PROGRESS'])(
    '%s is not a refusal: the equal call may take effect',
    async (issue) => {
      const { url } = await provider((_heard, response) => sendJson(response, 409, refusal(issue)));
      expect(await clientOf(url).call(aCall('write'))).toEqual({ kind: 'unknown', problem: issue });
    },
  );

  test('what is not limited otherwise is waited for twenty seconds', async () => {
    const { url, heard } = await provider(silent);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const answers: unknown[] = [];
      const call = createClient(optionsFor(url)).call(aCall('write'));
      const answered = call.then((answer) => answers.push(answer));
      while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(19_999);
      expect(answers).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await answered;
      expect(answers).toEqual([{ kind: 'unknown', problem: 'no answer within 20000 ms' }]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a refusal keeps what support asks for', async () => {
    const { url } = await provider((_heard, response) =>
      sendJson(response, 422, refusal('INSTRUMENT_DECLINED')),
    );
    expect(await clientOf(url).call(aCall('write'))).toEqual({
      kind: 'refused',
      status: 422,
      cause: 'buyer',
      refusal: {
        issue: 'INSTRUMENT_DECLINED',
        description: 'About INSTRUMENT_DECLINED.',
        debug_id: 'debug-body',
        provider_status: 'UNPROCESSABLE_ENTITY',
      },
    });
  });

  test('nobody listening is certain to be without effect', async () => {
    const { url, close } = await startProvider(silent);
    await close();
    expect(await clientOf(url).call(aCall('write'))).toMatchObject({
      kind: 'unreachable',
      problem: 'no access token: ECONNREFUSED',
    });
  });

  test('a connection that does not come up is certain to be without effect', async () => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => sockets.add(socket)); // never answers the TLS handshake
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const limits = { connectTimeoutMs: 100, callTimeoutMs: 5_000 };
    const { transport } = createClient(optionsFor(`https://127.0.0.1:${port}`, { limits }));
    const url = new URL(`https://127.0.0.1:${port}/`);
    const lost = transport.send({
      method: 'GET',
      url,
      headers: {},
      body: null,
      timeoutMs: 5_000,
      bodyMax: 10,
    });
    expect(await lost).toEqual({ kind: 'lost', sent: false, problem: 'not connected within 100 ms' });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('being asked to come back', () => {
  test.each([
    ['7', 7],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60],
    ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
    ['soon', null],
    ['99999999', 86_400],
  ])('Retry-After: %s', async (header, seconds) => {
    const { url } = await provider(status(429, { 'retry-after': header }));
    expect(await clientOf(url).call(aCall('write'))).toMatchObject({
      kind: 'unreachable',
      retry_after_seconds: seconds,
    });
  });

  test('is passed on for a referral that met a server error, and from the token call', async () => {
    const failing = await provider(status(503, { 'retry-after': '11' }));
    expect(await clientOf(failing.url).call(aCall('mint'))).toMatchObject({ retry_after_seconds: 11 });
    const tokenless = await provider(silent, { expires_in: 0, status: 503, retryAfter: '12' });
    expect(await clientOf(tokenless.url).call(aCall('write'))).toMatchObject({
      kind: 'unreachable',
      retry_after_seconds: 12,
    });
    expect(tokenless.heard).toEqual([]);
  });
});

describe('the access token', () => {
  const done = status(200, {}, '{}');

  test('is asked for once, however many calls need it', async () => {
    const fake = await provider(done);
    const client = clientOf(fake.url);
    await Promise.all(Array.from({ length: 30 }, () => client.call(aCall('read'))));
    expect(fake.tokensGranted).toBe(1);
    expect(new Set(fake.heard.map((call) => call.headers.authorization))).toEqual(
      new Set(['Bearer token-1']),
    );
  });

  test('is replaced a minute before it ends', async () => {
    const fake = await provider(done, { expires_in: 600 });
    const clock = standingClock();
    const client = clientOf(fake.url, { clock });
    await client.call(aCall('read'));
    clock.moveWall(539);
    await client.call(aCall('read'));
    expect(fake.tokensGranted).toBe(1);
    clock.moveWall(1);
    await client.call(aCall('read'));
    expect(fake.tokensGranted).toBe(2);
  });

  test('that is not accepted is replaced once, and the call is made again', async () => {
    const fake = await provider(({ headers }, response) => {
      if (headers.authorization === 'Bearer token-1') sendJson(response, 401, { error: 'invalid_token' });
      else sendJson(response, 201, { id: '1' });
    });
    expect(await clientOf(fake.url).call(aCall('write'))).toEqual({ kind: 'success', body: { id: '1' } });
    expect(fake.heard).toHaveLength(2);
  });

  test.each([['line\nbreak'], ['ünsendable'], [''], [7], [null]])(
    'that could not be sent (%j) is none, and nothing is called',
    async (access_token) => {
      const fake = await provider(() => undefined, { expires_in: 32_400, access_token });
      expect(await clientOf(fake.url).call(aCall('write'))).toMatchObject({
        kind: 'unreachable',
        problem: 'no access token: an answer without a token',
      });
      expect(fake.heard).toEqual([]);
    },
  );

  test('that is never accepted is certain to be without effect', async () => {
    const fake = await provider((_heard, response) => sendJson(response, 401, { error: 'invalid_token' }));
    expect(await clientOf(fake.url).call(aCall('write'))).toMatchObject({ kind: 'unreachable' });
    expect(fake.heard).toHaveLength(2);
  });
});

describe('a call', () => {
  test('carries its headers', async () => {
    const fake = await provider(status(200, {}, '{}'));
    const call = aCall('write', {
      request_id: 'request-1',
      on_behalf_of: '7KQ2WHRB5NCXE',
      client_metadata_id: 'meta-{1}',
      wants_representation: true,
    });
    await clientOf(fake.url).call(call);
    const { headers, body, method } = fake.heard[0]!;
    expect(method).toBe('POST');
    expect(body).toBe('{}');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'paypal-request-id': 'request-1',
      'paypal-client-metadata-id': 'meta-{1}',
      'paypal-partner-attribution-id': 'OWN_BN',
      prefer: 'return=representation',
    });
    const parts = String(headers['paypal-auth-assertion']).split('.');
    expect(parts.map((part) => Buffer.from(part, 'base64').toString())).toEqual([
      '{"alg":"none"}',
      '{"iss":"own-client","payer_id":"7KQ2WHRB5NCXE"}',
      '',
    ]);
  });

  test('leaves out a metadata id that could not stand in a header', async () => {
    const fake = await provider(status(200, {}, '{}'));
    await clientOf(fake.url).call(aCall('write', { client_metadata_id: 'a\r\nb' }));
    expect(fake.heard[0]!.headers).not.toHaveProperty('paypal-client-metadata-id');
  });

  test('logs one line without a secret', async () => {
    const fake = await provider((_heard, response) => sendJson(response, 422, refusal('CARD_EXPIRED')));
    const lines: object[] = [];
    await clientOf(fake.url, { log: (line) => lines.push(line) }).call(
      aCall('write', { body: { a: 'private' } }),
    );
    expect(lines).toEqual([
      {
        event: 'provider_call',
        rail: 'ppcp',
        operation: 'orders.capture',
        outcome: 'refused',
        status: 422,
        debug_id: 'debug-1',
        ms: expect.any(Number),
        issue: 'CARD_EXPIRED',
      },
    ]);
  });

  test('is not made while a database transaction is held', async () => {
    const fake = await provider(status(200, {}, '{}'));
    const client = clientOf(fake.url);
    await expect(whileTransactionHeld(() => client.call(aCall('write')))).rejects.toThrow(
      /transaction was open/,
    );
    expect(fake.heard).toEqual([]);
  });
});

// They only wait: together they take as long as one of them.
describe.concurrent('a provider that never answers', () => {
  test('leaves it open whether what was asked of it took effect', async () => {
    const { url, heard } = await provider(silent);
    expect(await kindsOf(clientOf(url, inVain))).toEqual(['unknown', 'unreachable', 'unknown']);
    expect(heard).toHaveLength(3);
  });

  test('is waited for in a queue only so long, and not at all in a full queue', async () => {
    const fake = await provider(silent);
    const client = clientOf(fake.url, inVain);
    const outcomes = await Promise.all(
      Array.from({ length: 64 + 256 + 1 }, () => client.call(aCall('write'))),
    );
    expect(outcomes.filter((outcome) => outcome.kind === 'unknown')).toHaveLength(64);
    expect(outcomes.filter((outcome) => outcome.kind === 'unreachable')).toHaveLength(257);
    expect(fake.heard).toHaveLength(64);
  });

  test('leaves a place to whoever waits, behind what nobody waits for', async () => {
    const fake = await provider(silent);
    const client = clientOf(fake.url, inVain);
    const inBack = inBackground(() =>
      Promise.all(Array.from({ length: 100 }, () => client.call(aCall('write')))),
    );
    const waitedFor = await Promise.all(Array.from({ length: 16 }, () => client.call(aCall('write'))));
    expect(waitedFor.map(({ kind }) => kind)).toEqual(Array(16).fill('unknown'));
    const kinds = Map.groupBy(await inBack, ({ kind }) => kind);
    expect([kinds.get('unknown')?.length, kinds.get('unreachable')?.length]).toEqual([48, 52]);
  });
});

describe('the gate', () => {
  test('lets the first who waits in when somebody leaves', async () => {
    const gate = createGate({ places: 1, queue: 2 });
    const leave = await gate.enter(1_000);
    const second = gate.enter(1_000);
    const third = gate.enter(1_000);
    expect(await gate.enter(1_000)).toBeNull();
    leave!();
    leave!(); // leaving twice frees one place
    const leaveSecond = await second;
    expect(leaveSecond).toBeTypeOf('function');
    leaveSecond!();
    expect(await third).toBeTypeOf('function');
  });
});

describe('when the process is stopped', () => {
  test('a call under way is lost at once and may have been carried out; none is sent any more', async () => {
    const { url, heard } = await provider(silent);
    const cut = new AbortController();
    // A call that is not cut is given up long after this test was.
    const client = clientOf(url, { limits: { callTimeoutMs: 3_600_000 }, cut: cut.signal });
    const calls = [client.call(aCall('write')), client.call(aCall('read', { method: 'GET' }))];
    await expect.poll(() => heard).toHaveLength(2);
    cut.abort();
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['unknown', 'unreachable']);
    expect(await client.call(aCall('write'))).toMatchObject({ kind: 'unreachable' });
    expect(heard).toHaveLength(2);
  });
});
