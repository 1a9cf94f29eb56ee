import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCapture, makeChannel, makeConnectedMerchant, makeReceiver } from '../testing/actors.ts';
import { startWorld, type World } from '../testing/world.ts';
import { FUZZED } from './fuzz-operations.fixture.ts';
import { anyCall, bodyOf, encodeText, type FuzzedCall } from './fuzz.fixture.ts';
import { makeDirectMerchant } from './support.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 25);
const SEED = process.env['FUZZ_SEED'] === undefined ? undefined : Number(process.env['FUZZ_SEED']);
const PARAM = /:[a-z_]+/g;
const HOOK = 'https://receiver.sandbox.test/fuzz';

let world: World;
let credentials: Record<string, { key?: string; merchant?: string }>;
let ids: Record<string, string[]>;
let answered: Set<number>;

beforeAll(async () => {
  // Without workers, so that nothing else moves what the calls leave behind.
  world = await startWorld({ worker: false, env: { RATE_LIMIT_SCALE: '100000' } });
  answered = new Set();
  const merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const direct = await makeDirectMerchant(world);
  const paid = await makeCapture(world, merchant);
  const receiver = await makeReceiver(world, merchant);
  const keys = (await world.call('GET', '/api/channel/api-keys', { key: merchant.key })).body;
  const spare = await world.call('POST', '/api/channel/api-keys', {
    key: merchant.key,
    body: { name: 'spare' },
  });
  credentials = {
    channel: { key: merchant.key },
    channel_merchant: { key: merchant.key, merchant: merchant.merchant_id },
    merchant: { key: direct.key },
    operator: { key: world.operator_token },
    nobody: {},
  };
  ids = {
    // The calling key's own id would end the run by a revocation.
    ':key_id': [spare.body.id],
    ':endpoint_id': [receiver.endpoint.body.id],
    ':checkout_session_id': [paid.session_id],
    ':order_id': [paid.order_id],
    ':capture_id': [paid.capture_id],
    ':transaction_id': [paid.transaction_id],
    ':merchant_id': [merchant.merchant_id],
    ':channel_id': ['01900000-0000-7000-8000-000000000000'],
    ':rail': ['ppcp', 'gravy', 'nmi'],
  };
  expect(keys.length).toBeGreaterThan(0);
});
afterAll(() => world.close());

// The plainest client there is: it sends what it is given, and an answer is an answer.
function send(options: {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { method, path, headers } = options;
    const sent = request(`${world.base_url}${path}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() }));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(options.body);
  });
}

// Bodies that are accepted, with every field there is, so that a replaced field is all that is wrong.
function goodBodies(): Record<string, Record<string, unknown>> {
  const unique = `${crypto.randomUUID()}@example.com`;
  const merchant = { business_name: 'Shop', email: unique, country_code: 'US' };
  return {
    'keys.create': { name: 'fuzz' },
    'merchants.create': merchant,
    'onboarding.start': { reconnect: true },
    'endpoints.create': { url: HOOK, description: 'd', enabled: true, event_types: ['payment.captured'] },
    'endpoints.update': { description: 'd', event_types: ['payment.captured'], rotate_secret: false },
    'sessions.create': {
      amount: '10.00',
      currency: 'USD',
      expires_in_minutes: 30,
      external_order_id: 'o',
      description: 'd',
      buyer_email: 'buyer@example.com',
      success_url: 'https://shop.example/ok',
      cancel_url: 'https://shop.example/no',
      allowed_origins: ['https://shop.example'],
      items: [{ name: 'Tea', unit_amount: '1.00', quantity: 2 }],
      metadata: { a: 1 },
      requires_shipping: true,
      shipping_address: { country_code: 'US', postal_code: '95131' },
      shipping_amount_cents: 100,
    },
    'buyer.order': { funding_source: 'paypal', wallet_client_metadata_id: 'm', buyer_email: 'b@example.com' },
    'orders.create': { checkout_session_id: ids[':checkout_session_id']![0], funding_source: 'paypal' },
    'orders.capture': { funding_source: 'paypal', wallet_client_metadata_id: 'm' },
    'captures.refund': { amount: '0.01' },
    'activation.redeem': { password: 'Correct-horse-1' },
    'operator.channels.create': { name: 'Acme', owner_email: unique },
    'operator.channels.update': { name: 'Acme', active: true },
    'operator.merchants.create': merchant,
    'operator.merchants.key': { name: 'fuzz' },
    'operator.merchants.update': {
      payment_hold: false,
      payment_provider: 'ppcp',
      platform_fee_percent: 1.5,
      platform_fee_fixed_minor_units: 5,
      branding: { brand_color: '#000000', logo_url: null },
      pay_later: null,
    },
    'operator.events.replay_many': {
      merchant_id: ids[':merchant_id']![0],
      since: '2026-01-01',
      dry_run: true,
    },
  };
}

function pathOf(path: string, fuzzed: FuzzedCall): string {
  const filled = path.replace(PARAM, (name) =>
    fuzzed.id === undefined ? (ids[name]?.[0] ?? 'x') : encodeText(fuzzed.id) || '%20',
  );
  return fuzzed.query === '' ? filled : `${filled}?${fuzzed.query}`;
}

test.each(FUZZED.map((operation) => [operation.id, operation] as const))(
  '%s never answers a fault of ours',
  async (id, operation) => {
    await fc.assert(
      fc.asyncProperty(anyCall, async (fuzzed) => {
        const who = credentials[fuzzed.as === 'nobody' ? 'nobody' : operation.by]!;
        const headers: Record<string, string> = { ...(fuzzed.headers as Record<string, string>) };
        if (who.key) headers['authorization'] = `Bearer ${who.key}`;
        if (who.merchant && fuzzed.id === undefined) headers['x-merchant-id'] = who.merchant;
        const body = operation.method === 'GET' ? undefined : bodyOf(fuzzed, goodBodies()[id]);
        if (body !== undefined) headers['content-type'] = 'application/json';
        const path = pathOf(operation.path, fuzzed);
        const answer = await send({
          method: operation.method,
          path,
          headers,
          body,
        });
        answered.add(answer.status);
        const told = `${answer.status} ${operation.method} ${path} ${body ?? ''}`.slice(0, 2_000);
        expect(answer.status, `${told}\n${answer.text}`).not.toBe(500);
        const known = [200, 201, 400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 424, 429, 431, 503];
        expect(known, told).toContain(answer.status);
        expect(() => JSON.parse(answer.text) as unknown, told).not.toThrow();
      }),
      // On failure the library prints the seed and the path of the counterexample.
      { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: SEED }) },
    );
  },
  60_000,
);

test('the service still works, and the calls were not all refused at the door', async () => {
  const answer = await world.call('GET', '/api/channel/merchants', credentials['channel']);
  expect(answer.status).toBe(200);
  for (const status of [200, 201, 401, 404, 422]) expect([...answered]).toContain(status);
});
