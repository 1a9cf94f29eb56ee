import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeMerchant, type TestChannel } from '../../../../tests/world/actors.ts';
import { startWorld, type World } from '../../../../tests/world/world.ts';
import { type FakeProvider, type Heard, sendJson, startProvider } from '../../rails/ppcp/provider.fixture.ts';

// Answers that the sandbox does not give: a referral that takes its time, and a seller who tells no currency.

const PREFIX = 'https://uri.paypal.com/services/';
const GRANTED = [
  'payments/realtimepayment',
  'payments/payment/authcapture',
  'payments/refund',
  'payments/partnerfee',
];

let provider: FakeProvider;
let world: World;
let channel: TestChannel;
let scopes = GRANTED;
let balances: [status: number, body: object] = [200, { balances: [] }];
let onReferral: () => Promise<void> = async () => undefined;
let sellerId = '';
beforeAll(async () => {
  provider = await startProvider((heard, response) => void answer(heard, response));
  world = await startWorld({ env: { WALLET_API_BASE: provider.url, WALLET_WEB_BASE: provider.url } });
  channel = await makeChannel(world);
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

async function answer({ path }: Heard, response: ServerResponse): Promise<void> {
  if (path.startsWith('/v2/customer/partner-referrals')) {
    await onReferral();
    return sendJson(response, 201, {
      links: [{ rel: 'action_url', href: 'https://wallet.example/?token=t' }],
    });
  }
  if (path.startsWith('/v1/reporting/balances')) return sendJson(response, ...balances);
  if (path.includes('?tracking_id=')) return sendJson(response, 200, { merchant_id: sellerId });
  sendJson(response, 200, {
    merchant_id: sellerId,
    primary_email_confirmed: true,
    payments_receivable: true,
    products: [{ name: 'PPCP_STANDARD', vetting_status: 'SUBSCRIBED' }],
    capabilities: [],
    oauth_integrations: [
      {
        status: 'A',
        oauth_third_party: [
          { partner_client_id: 'test-client', scopes: scopes.map((name) => PREFIX + name) },
        ],
      },
    ],
  });
}

async function newcomer() {
  const merchant = { key: channel.key, merchant: await makeMerchant(world, channel) };
  sellerId = `S${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`;
  return merchant;
}
const start = (as: { key: string; merchant: string }) =>
  world.call('POST', '/api/channel/onboarding/start', as);
const statusOf = async (as: { key: string; merchant: string }) => {
  await world.advance(60);
  return (await world.call('GET', '/api/channel/onboarding/status', as)).body;
};
const balancesAsked = () => provider.heard.filter(({ path }) => path.includes('/balances')).length;

test('a link that changed while the referral was minted is 409, with no address to open', async () => {
  const merchant = await newcomer();
  onReferral = async () => {
    onReferral = async () => undefined;
    await world.operator('PATCH', `merchants/${merchant.merchant}`, { payment_hold: true });
  };
  const moved = await start(merchant);
  expect([moved.status, moved.body]).toEqual([
    409,
    { detail: expect.stringContaining('changed'), code: 'onboarding_moved' },
  ]);
  await world.operator('PATCH', `merchants/${merchant.merchant}`, { payment_hold: false });
  expect((await start(merchant)).body).toEqual({ action_url: expect.any(String) });
});

test('the settlement currency is read from the balances once, where the seller lets their reports be read', async () => {
  const merchant = await newcomer();
  scopes = [...GRANTED, 'reporting/search/read'];
  balances = [200, { balances: [{ currency: 'USD' }, { currency: 'EUR', primary: true }] }];
  await start(merchant);
  expect(await statusOf(merchant)).toMatchObject({
    wallet_connection_status: 'connected',
    wallet_primary_currency: 'EUR',
  });
  const asked = balancesAsked();
  balances = [503, {}];
  expect((await statusOf(merchant)).wallet_primary_currency).toBe('EUR');
  expect(balancesAsked()).toBe(asked);
});

test.each<[string, string[], [number, object]]>([
  ['the reports may not be read', GRANTED, [200, { balances: [{ currency: 'EUR', primary: true }] }]],
  ['the balances cannot be read now', [...GRANTED, 'reporting/search/read'], [503, {}]],
  ['none of them is the primary one', [...GRANTED, 'reporting/search/read'], [200, { balances: [] }]],
])('it is null while %s, and the merchant is connected all the same', async (_case, granted, answered) => {
  const merchant = await newcomer();
  [scopes, balances] = [granted, answered];
  await start(merchant);
  expect(await statusOf(merchant)).toMatchObject({
    wallet_connection_status: 'connected',
    wallet_primary_currency: null,
    wallet_status_reason_fresh: true,
  });
});
