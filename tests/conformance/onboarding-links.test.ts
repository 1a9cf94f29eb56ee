import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, makeShop, readStatus, type TestMerchant } from './support.ts';

// A merchant finishes by a link that was handed out. A start that the provider refused or did not answer has handed out none.

const LINKS_MAX = 5;
const REFUSED = { operation: 'referrals.create', mode: 'refuse', status: 422, issue: 'X' };
const FAILED = { operation: 'referrals.create', mode: 'error', status: 503 };

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

const start = (merchant: TestMerchant) =>
  world.call('POST', '/api/channel/onboarding/start', { ...as(merchant), body: { reconnect: true } });

async function link(merchant: TestMerchant): Promise<string> {
  const { status, body } = await start(merchant);
  expect(status).toBe(200);
  return encodeURIComponent(new URL(body.action_url).searchParams.get('token')!);
}

async function startInVain(merchant: TestMerchant, fault: object, times = 1): Promise<void> {
  await world.control('POST', 'faults', { ...fault, times: 100 });
  for (let nth = 0; nth < times; nth += 1) expect((await start(merchant)).status).toBeGreaterThanOrEqual(502);
  await world.control('DELETE', 'faults');
}

async function newAccount(more: object = {}): Promise<string> {
  const { status, body } = await world.control('POST', 'accounts', { kind: 'business', ...more });
  expect(status).toBe(201);
  return body.account_id;
}

async function finish(token: string, account_id: string): Promise<void> {
  const finished = await world.control('POST', `referrals/${token}/finish`, { account_id });
  expect(finished.status).toBe(200);
  await world.drain();
}

async function later(merchant: TestMerchant) {
  await world.advance(4_000);
  return (await readStatus(world, as(merchant))).body;
}

const connected = async () => makeConnectedMerchant(world, await makeChannel(world));
const CONNECTED = {
  onboarding_status: 'completed',
  wallet_connection_status: 'connected',
  wallet_status_reason: null,
};

describe.each([
  ['refused', REFUSED],
  ['not answered', FAILED],
])('a start that was %s', (_how, fault) => {
  test('hides no link by which a merchant changes its account', async () => {
    const merchant = await connected();
    const token = await link(merchant);
    await startInVain(merchant, fault);
    await finish(token, await newAccount({ country: 'DE', currency: 'EUR' }));
    expect(await later(merchant)).toMatchObject({ ...CONNECTED, wallet_primary_currency: 'EUR' });
  });

  test('hides no link by which a merchant that withdrew its consent comes back', async () => {
    const merchant = await connected();
    await world.control('POST', `accounts/${merchant.account_id}/revoke-consent`, {});
    await world.drain();
    const token = await link(merchant);
    await startInVain(merchant, fault);
    await finish(token, await newAccount());
    expect(await later(merchant)).toMatchObject(CONNECTED);
  });

  test('hides no link of a newcomer, however often it was tried', async () => {
    const shop = await makeShop(world);
    const token = await link(shop);
    await startInVain(shop, fault, LINKS_MAX);
    await finish(token, await newAccount());
    expect(await later(shop)).toMatchObject(CONNECTED);
  });
});

describe('a merchant whose account another one has', () => {
  async function refusedOne() {
    const [holder, shop] = [await connected(), await makeShop(world)];
    await finish(await link(shop), holder.account_id);
    expect((await later(shop)).wallet_status_reason).toBe('wallet_account_already_linked');
    return { holder, shop };
  }

  test('has it once the other is released from it, also after it began anew', async () => {
    const { holder, shop } = await refusedOne();
    await link(shop);
    await world.operator('POST', `merchants/${holder.merchant_id}/release-wallet-link`);
    expect(await later(shop)).toMatchObject(CONNECTED);
  });

  test('may finish by any of the links that it was given since', async () => {
    const { shop } = await refusedOne();
    const older = await link(shop);
    await link(shop);
    await finish(older, await newAccount());
    expect(await later(shop)).toMatchObject(CONNECTED);
  });
});
