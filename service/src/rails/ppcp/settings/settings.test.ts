import { afterEach, describe, expect, test } from 'vitest';
import { createPpcpRail } from '../index.ts';
import { NOTICE_TYPES } from '../notices/notice-types.ts';
import type { FakeProvider, Heard } from '../provider.fixture.ts';
import { optionsFor, refusal, sendJson, startProvider } from '../provider.fixture.ts';
import { toNotice } from '../read/translate-notice.ts';

const NOTICE_URL = 'https://pay.example.com/api/notices/ppcp';
const ALL = NOTICE_TYPES.map((name) => ({ name }));

let provider: FakeProvider | undefined;
afterEach(async () => provider?.close());

interface Answers {
  token?: number;
  partner?: [status: number, body: object];
  webhook?: [status: number, body: object];
}

async function check(answers: Answers = {}) {
  const partner = answers.partner ?? [404, refusal('INVALID_RESOURCE_ID', 'RESOURCE_NOT_FOUND')];
  const webhook = answers.webhook ?? [200, { id: 'WEBHOOK-OWN', url: NOTICE_URL, event_types: ALL }];
  const of = ({ path }: Heard) => (path.startsWith('/v1/notifications/') ? webhook : partner);
  provider = await startProvider((heard, response) => sendJson(response, ...of(heard)), {
    expires_in: 32_400,
    ...(answers.token === undefined ? {} : { status: answers.token }),
  });
  const checks = await createPpcpRail(optionsFor(provider.url)).settings!.check({ notice_url: NOTICE_URL });
  return Object.fromEntries(checks.map(({ name, status, detail }) => [name, [status, detail]]));
}

const OK = ['ok', expect.any(String)];
const SKIPPED = ['skipped', expect.any(String)];
const failed = (words: string) => ['failed', expect.stringContaining(words)];

describe('the settings at the provider', () => {
  test('hold, and no secret is told', async () => {
    const checks = await check();
    expect(checks).toEqual({ token: OK, partner: OK, webhook: OK, events: OK });
    expect(JSON.stringify(checks)).not.toMatch(/own-secret|token-1/);
    expect(provider!.heard.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'GET /v1/customer/partners/PARTNERACC234/merchant-integrations',
      'GET /v1/notifications/webhooks/WEBHOOK-OWN',
    ]);
  });

  test('a secret that is not accepted leaves the rest untried', async () => {
    const words = 'does not accept the client id and secret';
    expect(await check({ token: 401 })).toEqual({
      token: failed(words),
      partner: SKIPPED,
      webhook: SKIPPED,
      events: SKIPPED,
    });
    expect(provider!.heard).toEqual([]);
  });

  test('a provider that cannot answer is told apart from one that says no', async () => {
    expect((await check({ token: 503 }))['token']).toEqual(failed('could not be asked'));
  });

  test.each<[string, Answers, Record<string, unknown>]>([
    [
      'a partner id of somebody else',
      { partner: [403, refusal('PERMISSION_DENIED', 'NOT_AUTHORIZED')] },
      { partner: failed('PERMISSION_DENIED') },
    ],
    [
      'a webhook id that does not exist',
      { webhook: [404, refusal('INVALID_RESOURCE_ID', 'RESOURCE_NOT_FOUND')] },
      { webhook: failed('INVALID_RESOURCE_ID'), events: SKIPPED },
    ],
    [
      'a webhook of another deployment',
      { webhook: [200, { url: 'https://other.example/api/notices/ppcp', event_types: ALL }] },
      { webhook: failed('https://other.example') },
    ],
    [
      'a webhook that lacks types',
      { webhook: [200, { url: NOTICE_URL, event_types: ALL.slice(2) }] },
      { events: failed('MERCHANT.ONBOARDING.COMPLETED, MERCHANT.PARTNER-CONSENT.REVOKED') },
    ],
    [
      'a webhook for everything',
      { webhook: [200, { url: NOTICE_URL, event_types: [{ name: '*' }] }] },
      { events: OK },
    ],
  ])('%s', async (_case, answers, expected) => {
    expect(await check(answers)).toEqual({ token: OK, partner: OK, webhook: OK, events: OK, ...expected });
  });
});

test.each(NOTICE_TYPES)('%s, which a webhook is subscribed to, is acted on', (event_type) => {
  const capture = 'https://api.example/v2/payments/captures/3C679366HH908993F';
  const resource = {
    id: '5O190127TN364715T',
    order_id: '5O190127TN364715T',
    dispute_id: 'PP-R-GBK-10001',
    merchant_id: '7KQ2WHRB5NCXE',
    amount: { currency_code: 'USD', value: '1.00' },
    status: 'COMPLETED',
    customer: { id: 'customer_1' },
    links: [{ rel: 'up', href: capture }],
  };
  expect(
    toNotice({ id: 'WH-1', event_type, resource_version: '3.0', resource }, 'own-client'),
  ).not.toBeNull();
});

test.each([
  ['https://www.paypal.com', 'https://www.paypal.com/sdk/js'],
  ['https://www.sandbox.paypal.com', 'https://www.paypal.com/sdk/js'],
  ['http://127.0.0.1:8701', 'http://127.0.0.1:8701/sdk/js'],
])('with its pages at %s the provider’s script is %s', (web_base, url) => {
  const rail = createPpcpRail(optionsFor('https://api.example', { web_base }));
  const session = {
    provider_account: null,
    shown: {},
    currency: 'USD',
    supported_funding: [],
    saves_instrument: false,
  };
  expect(rail.page!.kit(session).source).toBe(url);
});
