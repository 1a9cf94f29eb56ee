import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isGenuine } from '../../docs/webhooks/verify.ts';
import {
  ALL_FEATURES,
  approvedOrder,
  capturedOrder,
  SELLER,
  startBench,
  type Bench,
  type Json,
} from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('POST', '/reset', {});
});

/** One delivery over TLS, judged by the sandbox's own authority and name. */
function deliver(path: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  const { host, port, ca_pem } = bench.sandbox.receivers;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        ca: ca_pem,
        servername: host,
        headers: { host, ...headers },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

interface Vector {
  name: string;
  secret: string;
  body: string;
  header: string;
}

const VECTORS = new URL('../../docs/webhooks/vectors.json', import.meta.url);
const IN_A_HEADER = /^[\x20-\x7e]*$/;

const digest = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
const signed = (secret: string, body: string): Record<string, string> => ({
  'Service-Signature': `t=1700000000,v1=${digest(secret, `1700000000.${body}`)}`,
  'Service-Event-Id': 'evt_1',
  'Service-Event-Type': 'payment.captured',
});

describe('receivers', () => {
  test('take deliveries over TLS, judge the signature, and answer as told', async () => {
    await bench.control('PUT', '/receivers/shop', { secret: 'whsec' });
    expect(await deliver('/shop', '{"a":1}', signed('whsec', '{"a":1}'))).toBe(200);
    await bench.control('PUT', '/receivers/shop', { status: 503 });
    expect(await deliver('/shop', '{"a":2}', signed('whsec', '{"a":1}'))).toBe(503);
    const { body } = await bench.control('GET', '/receivers/shop');
    expect(body).toMatchObject({ name: 'shop', status: 503, delay_ms: 0, has_secret: true });
    expect(body['deliveries']).toMatchObject([
      {
        event_id: 'evt_1',
        event_type: 'payment.captured',
        body: '{"a":1}',
        signature_valid: true,
        status: 200,
      },
      { body: '{"a":2}', signature_valid: false, status: 503 },
    ]);
    expect(JSON.stringify(body)).not.toContain('whsec');
  });

  test('judge a delivery that came before the secret once it is known', async () => {
    await deliver('/early', 'x', signed('later', 'x'));
    expect((await bench.control('GET', '/receivers/early')).body['deliveries'][0].signature_valid).toBeNull();
    await bench.control('PUT', '/receivers/early', { secret: 'later' });
    expect((await bench.control('GET', '/receivers/early')).body['deliveries'][0].signature_valid).toBe(true);
  });

  // Of how old a delivery is the sandbox says nothing: its clock and that of who signed may differ as a test wants it.
  test('find valid what the published check believes at that second, and nothing else', async () => {
    const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { vectors: Vector[] };
    const vector = vectors[0]!;
    const later = ['999999999999', '0001767225605', '9'.repeat(30)].map((t) => {
      const header = `t=${t},v1=${digest(vector.secret, `${t}.${vector.body}`)}`;
      return { ...vector, name: `signed at ${t}`, header };
    });
    const judged = [...vectors, ...later].filter(
      ({ header, secret }) => secret === vector.secret && IN_A_HEADER.test(header),
    );
    await bench.control('PUT', '/receivers/vectors', { secret: vector.secret });
    for (const { body, header } of judged) await deliver('/vectors', body, { 'Service-Signature': header });
    const { body } = await bench.control('GET', '/receivers/vectors');
    const told = (body['deliveries'] as Json[]).map((one, n) => [judged[n]!.name, one.signature_valid]);
    expect(told).toEqual(
      judged.map(({ name, body, header, secret }) => {
        const seconds = Number(/t=([0-9]+)/.exec(header)?.[1]);
        return [name, isGenuine(Buffer.from(body), header, secret, seconds)];
      }),
    );
    expect(told.filter(([, valid]) => valid === true).length).toBeGreaterThan(5);
    expect(told).toContainEqual(['signed at 0001767225605', false]);
  });

  test('refuse what is not a name, a POST, or small enough', async () => {
    expect(await deliver('/a/b', 'x')).toBe(404);
    expect(await deliver('/big', 'x'.repeat(1_048_577))).toBe(413);
    expect((await bench.control('GET', '/receivers/a%20b')).status).toBe(422);
  });
});

describe('state', () => {
  test('a reset leaves one ready seller and one funded buyer', async () => {
    await capturedOrderAfterConsent();
    await bench.control('POST', '/reset', {});
    const { body } = await bench.control('GET', '/accounts');
    expect(body).toMatchObject({ total: 2, limit: 50, offset: 0 });
    expect(body['items']).toMatchObject([
      { kind: 'personal', funded: true },
      { account_id: SELLER, email_confirmed: true, consent: 'none' },
    ]);
    expect((await bench.control('GET', '/orders')).body['total']).toBe(0);
    expect((await bench.control('GET', '/requests')).body['total']).toBe(0);
  });

  test('a snapshot brings everything back, faults and orders among it', async () => {
    const id = await capturedOrderAfterConsent();
    await bench.control('POST', '/faults', { operation: 'orders.read', mode: 'error', times: 9 });
    // A notice that is on its way would be on its way once more, and further on by the next look.
    await bench.sandbox.drain();
    const before = await bench.control('GET', '/snapshot');
    expect(before.text).not.toContain('PRIVATE KEY');
    await bench.control('POST', '/reset', {});
    expect((await bench.api('GET', `/v2/checkout/orders/${id}`)).status).toBe(404);
    const restored = await bench.control('PUT', '/snapshot', before.body);
    expect([restored.status, restored.body['records']]).toEqual([200, before.body['records'].length]);
    expect((await bench.control('GET', '/snapshot')).body).toEqual(before.body);
    expect((await bench.api('GET', `/v2/checkout/orders/${id}`)).status).toBe(500);
    await bench.control('DELETE', '/faults');
    expect((await bench.api('GET', `/v2/checkout/orders/${id}`)).body['status']).toBe('COMPLETED');
  });

  test('everything is there after a restart, keys included', async () => {
    const id = await capturedOrderAfterConsent();
    const { ca_pem } = bench.sandbox.receivers;
    await bench.restart();
    expect(bench.sandbox.receivers.ca_pem).toBe(ca_pem);
    expect((await bench.api('GET', `/v2/checkout/orders/${id}`)).body['status']).toBe('COMPLETED');
  });

  async function capturedOrderAfterConsent(): Promise<string> {
    await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
    return (await capturedOrder(bench)).order_id;
  }
});

test('the clock says its time and how far it is ahead of the wall, whoever moves it', async () => {
  const { body } = await bench.control('GET', '/clock');
  expect(body).toEqual({ now: '2030-05-06T07:08:09.000Z', offset_seconds: expect.any(Number) });
  expect(Number.isInteger(body['offset_seconds'])).toBe(true);
  const ahead = (Date.parse(body['now']) - Date.now()) / 1000;
  expect(Math.abs(body['offset_seconds'] - ahead)).toBeLessThan(60);
});

describe('control calls', () => {
  test('refuse unknown properties, ids and values with a sentence', async () => {
    const cases: [method: string, path: string, body: unknown, status: number, detail: string][] = [
      ['POST', '/accounts', { colour: 'red' }, 422, 'body: colour is not known'],
      ['POST', '/accounts', { granted: ['DANCE'] }, 422, 'granted: DANCE is not a feature'],
      ['PATCH', '/accounts/NOBODY', {}, 404, 'Account not found'],
      ['POST', '/orders/NONE/approve', {}, 404, 'Order not found'],
      ['POST', '/captures/NONE/refund', { amount: '1.00' }, 404, 'Capture not found'],
      ['POST', '/referrals/NONE/finish', { account_id: SELLER }, 404, 'Referral not found'],
      ['PUT', '/clock', { offset_seconds: 5 }, 409, 'The clock belongs to whoever started this sandbox'],
      ['GET', '/accounts?limit=0', undefined, 422, 'query: limit must be a whole number from 1 to 500'],
      ['GET', '/accounts?colour=red', undefined, 422, 'query: colour is not known'],
      ['POST', '/accounts', '{"kind":', 422, 'The body is not valid JSON'],
      ['GET', '/nowhere', undefined, 404, 'Not found'],
    ];
    for (const [method, path, body, status, detail] of cases) {
      const answer = await bench.control(method, path, body);
      expect([path, answer.status, answer.body]).toEqual([path, status, { detail }]);
    }
  });

  test('an unknown funding source is refused, a canceled order stays approvable', async () => {
    await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
    const id = await approvedOrder(bench);
    expect((await bench.control('POST', `/orders/${id}/approve`, { funding_source: 'gold' })).status).toBe(
      422,
    );
    expect((await bench.control('POST', `/orders/${id}/cancel`)).status).toBe(409);
  });

  test('that list answer a page, and nothing but a page', async () => {
    const { paths } = (await bench.control('GET', '/openapi.json')).body;
    const lists = Object.entries<Record<string, Json>>(paths).filter(([, path]) =>
      path['get']?.parameters.some(({ name }: { name: string }) => name === 'offset'),
    );
    expect(lists.map(([path]) => path)).toEqual(
      expect.arrayContaining(['/accounts', '/disputes', '/faults', '/invoices', '/messages', '/requests']),
    );
    for (const [path] of lists) {
      const { body } = await bench.control('GET', `${path}?limit=3&offset=1`);
      expect([path, Object.keys(body).sort()]).toEqual([path, ['items', 'limit', 'offset', 'total']]);
      expect([path, body['limit'], body['offset']]).toEqual([path, 3, 1]);
    }
  });

  test('are described by a document that has them all', async () => {
    const { body } = await bench.control('GET', '/openapi.json');
    expect(body['openapi']).toBe('3.1.0');
    expect(Object.keys(body['paths'])).toEqual(
      expect.arrayContaining([
        '/accounts/{account_id}',
        '/faults',
        '/receivers/{name}',
        '/snapshot',
        '/openapi.json',
      ]),
    );
  });

  test('are described with what each parameter and each field of a body means', async () => {
    const { paths } = (await bench.control('GET', '/openapi.json')).body;
    const operations = Object.entries<Record<string, Json>>(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );
    const bare = operations.flatMap(({ name, operation }) => {
      const parameters = (operation['parameters'] as Json[]).map((one) => ({
        ...one,
        at: String(one['name']),
      }));
      const body = operation['requestBody']?.content['application/json'].schema;
      return [...parameters, ...fieldsOf(body, '')]
        .filter(({ description }: Json) => !/^[A-Z]\S* \S/.test(description ?? ''))
        .map(({ at }) => `${name}: ${at}`);
    });
    expect(operations.length).toBeGreaterThan(40);
    expect(bare).toEqual([]);
    const needs = (path: string) => paths[path].post.requestBody.required;
    expect([needs('/faults'), needs('/captures/{capture_id}/refund')]).toEqual([true, false]);
  });
});

test('a NUL in an address or a form names nothing, whichever party is asked', async () => {
  const addresses = [
    '/_control/disputes/%00',
    '/v2/checkout/orders/A%00',
    '/checkoutnow?token=%00',
    '/invoice/p/%00',
  ];
  for (const address of addresses) {
    const answer = await bench.api('GET', address);
    expect([address, answer.status]).toEqual([address, 404]);
  }
  expect((await bench.control('POST', '/orders/%00/cancel', {})).status).toBe(404);
  const { credentials } = (await bench.control('POST', '/rails/accounts', { rail: 'nmi' })).body;
  for (const id of ['%00', '%0%000', '\u0000']) {
    const answer = await fetch(`${bench.sandbox.url}/nmi/api/transact.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `security_key=${credentials.security_key}&type=void&transactionid=${id}`,
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('response=3&')]);
  }
});

test('an account takes the fields it is given, in the shape the provider shows', async () => {
  const fields = {
    kind: 'business',
    email: 'a@b.test',
    country: 'DE',
    currency: 'EUR',
    email_confirmed: false,
    products: [{ name: 'PPCP_CUSTOM', vetting_status: 'ANYTHING' }],
    capabilities: [{ name: 'CUSTOM_CARD_PROCESSING', status: 'WHATEVER', limits: [{ type: 'GENERAL' }] }],
    granted: ['PAYMENT'],
  };
  const opened = await bench.control('POST', '/accounts', fields);
  expect(opened.status).toBe(201);
  expect(opened.body['account_id']).toMatch(/^[2-9A-HJ-NP-Z]{13}$/);
  expect(opened.body).toMatchObject(fields);
  const changed = await bench.control('PATCH', `/accounts/${opened.body['account_id']}`, { products: [] });
  expect(changed.body).toMatchObject({ ...fields, products: [] });
});

/** Every field of a schema, those within its objects and lists too, with where it stands. */
function fieldsOf(schema: Json, at: string): Json[] {
  const own = Object.entries<Json>(schema?.['properties'] ?? {});
  return [
    ...own.flatMap(([name, field]) => [{ ...field, at: at + name }, ...fieldsOf(field, `${at}${name}.`)]),
    ...(schema?.['items'] ? fieldsOf(schema['items'], `${at}[].`) : []),
  ];
}
