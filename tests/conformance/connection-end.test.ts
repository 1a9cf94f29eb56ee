import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connect,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeMerchant,
  makeSession,
  recordedEvents,
  type TestChannel,
  type TestMerchant,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let channel: TestChannel;

beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
});

afterAll(() => world.close());

const status = (merchant: TestMerchant) =>
  world.call('GET', '/api/channel/onboarding/status', { key: merchant.key, merchant: merchant.merchant_id });

const disabled = async (merchant: TestMerchant) =>
  (await recordedEvents(world, merchant.merchant_id)).filter(
    (event) => event.type === 'merchant.payments_disabled',
  );

describe('a merchant that the operator disconnects', () => {
  test('is revoked, takes no payment, and stays so while the provider reports no problem', async () => {
    const merchant = await makeConnectedMerchant(world, channel);
    const answer = await world.operator('POST', `merchants/${merchant.merchant_id}/disconnect`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      onboarding_status: 'revoked',
      wallet_connection_status: 'restricted',
    });
    await world.advance(3_600);
    const read = await status(merchant);
    expect(read.body).toMatchObject({
      onboarding_status: 'revoked',
      wallet_connection_status: 'restricted',
      wallet_status_reason: 'revoked',
      payments_enabled: false,
      checkout_enabled: false,
    });
    const session = await makeSession(world, merchant);
    const order = await world.call('POST', `/api/checkout-sessions/${session.body.id}/orders`, { body: {} });
    expect(order.status).toBe(403);
    expect((await disabled(merchant)).map((event) => event.object)).toEqual([
      { id: merchant.merchant_id, merchant_id: merchant.merchant_id, reason: 'merchant_disconnected' },
    ]);
  });

  test('is connected again by a new onboarding, even with the same account', async () => {
    const merchant = await makeConnectedMerchant(world, channel);
    await world.operator('POST', `merchants/${merchant.merchant_id}/disconnect`);
    const again = await connect(world, merchant);
    expect(again.body).toMatchObject({
      onboarding_status: 'completed',
      wallet_connection_status: 'connected',
    });
  });
});

describe('what was saved', () => {
  const saved = async (merchant: TestMerchant) =>
    (await world.call('GET', '/api/vault/tokens', { key: merchant.key, merchant: merchant.merchant_id }))
      .body;

  test('charges nobody once its merchant is disconnected, until the same account is connected again', async () => {
    const merchant = await makeConnectedMerchant(world, channel);
    const { customer_ref } = await makeInstrument(world, merchant);
    expect(await saved(merchant)).toMatchObject([{ customer_ref }]);
    await world.operator('POST', `merchants/${merchant.merchant_id}/disconnect`);
    expect(await saved(merchant)).toEqual([]);
    await connect(world, merchant);
    expect(await saved(merchant)).toMatchObject([{ customer_ref }]);
  });

  test('charges nobody once its merchant withdrew the consent', async () => {
    const merchant = await makeConnectedMerchant(world, channel);
    await makeInstrument(world, merchant);
    await world.control('POST', `accounts/${merchant.account_id}/revoke-consent`, {});
    await world.drain();
    expect(await saved(merchant)).toEqual([]);
  });
});

describe('a wallet link that the operator releases', () => {
  test('is free for another merchant, and its event names the account', async () => {
    const merchant = await makeConnectedMerchant(world, channel);
    const { account_id } = merchant;
    const other = { ...channel, account_id, merchant_id: await makeMerchant(world, channel) };
    expect((await connect(world, other)).body.wallet_status_reason).toBe('wallet_account_already_linked');

    const answer = await world.operator('POST', `merchants/${merchant.merchant_id}/release-wallet-link`);
    expect(answer.status).toBe(200);
    expect(answer.body.wallet_connection_status).toBe('not_linked');
    expect((await disabled(merchant)).map((event) => event.object)).toEqual([
      {
        id: merchant.merchant_id,
        merchant_id: merchant.merchant_id,
        reason: 'admin_wallet_link_released',
        wallet_merchant_id: account_id,
      },
    ]);
    expect((await connect(world, other)).body.wallet_connection_status).toBe('connected');
    await world.advance(60);
    expect((await status(merchant)).body.wallet_connection_status).toBe('not_linked');
  });

  test('of a merchant without an account changes and tells nothing', async () => {
    const merchant_id = await makeMerchant(world, channel);
    const answer = await world.operator('POST', `merchants/${merchant_id}/release-wallet-link`);
    expect(answer.status).toBe(200);
    expect(await recordedEvents(world, merchant_id)).toEqual([]);
  });

  test('of an unknown merchant is 404', async () => {
    const unknown = '01a1fe89-3751-781f-bc64-b00d4bf1f83f';
    const answer = await world.operator('POST', `merchants/${unknown}/disconnect`);
    expect([answer.status, answer.body]).toEqual([404, { detail: 'Merchant not found' }]);
  });
});
