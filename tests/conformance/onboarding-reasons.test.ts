import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, makeSession, recordedEvents } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, makeShop, onboard, readStatus, type TestMerchant } from './support.ts';

const CARD_PRODUCTS = (vetting_status: string) => [
  { name: 'PPCP_STANDARD', vetting_status: 'SUBSCRIBED', status: 'ACTIVE' },
  { name: 'PPCP_CUSTOM', vetting_status },
  { name: 'PAYMENT_METHODS', vetting_status: 'SUBSCRIBED' },
];

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());

const change = (account_id: string, body: unknown) => world.control('PATCH', `accounts/${account_id}`, body);
async function later(merchant: TestMerchant) {
  await world.advance(600);
  return (await readStatus(world, as(merchant))).body;
}
async function newcomer(account: Record<string, unknown>, grant?: string[]) {
  const shop = await makeShop(world);
  const account_id = await onboard(world, as(shop), account, grant ? { grant } : {});
  return { merchant: { ...shop, account_id }, status: await later(shop) };
}
const connected = async (account?: Record<string, unknown>) =>
  makeConnectedMerchant(world, await makeChannel(world), account);
const disabledReasons = async (merchant: TestMerchant) =>
  (await recordedEvents(world, merchant.merchant_id))
    .filter(({ type }) => type === 'merchant.payments_disabled')
    .map(({ object }) => object['reason']);

describe('before the first connection', () => {
  test.each([
    ['email_unverified', { email_confirmed: false }, true],
    ['payments_not_receivable', { payments_receivable: false }, true],
    ['missing_checkout_capability', { products: [], capabilities: [] }, undefined],
  ])('%s: in_progress and linked_pending', async (reason, account, checkout) => {
    const { status } = await newcomer(account);
    expect(status).toMatchObject({
      onboarding_status: 'in_progress',
      wallet_connection_status: 'linked_pending',
      wallet_status_reason: reason,
      wallet_status_reason_fresh: true,
      payments_enabled: false,
      wallet_primary_currency: 'USD',
      ...(checkout === undefined ? {} : { checkout_enabled: checkout }),
    });
  });

  test('missing_wallet_scopes names what was withheld; reconnecting grants it', async () => {
    const { merchant, status } = await newcomer({}, ['PAYMENT']);
    expect(status).toMatchObject({
      onboarding_status: 'in_progress',
      wallet_connection_status: 'linked_pending',
      wallet_status_reason: 'missing_wallet_scopes',
      payments_enabled: false,
      checkout_enabled: false,
    });
    expect([...status.wallet_missing_scopes].sort()).toEqual(['PARTNER_FEE', 'REFUND']);
    const started = await world.call('POST', '/api/channel/onboarding/start', {
      ...as(merchant),
      body: { reconnect: true },
    });
    const token = encodeURIComponent(new URL(started.body.action_url).searchParams.get('token')!);
    await world.control('POST', `referrals/${token}/finish`, { account_id: merchant.account_id });
    await world.drain();
    expect(await later(merchant)).toMatchObject({
      wallet_connection_status: 'connected',
      wallet_missing_scopes: [],
    });
  });

  test('a seller that grants nothing misses all of it', async () => {
    const { status } = await newcomer({}, []);
    expect(status).toMatchObject({
      onboarding_status: 'in_progress',
      wallet_connection_status: 'linked_pending',
      wallet_status_reason: 'missing_wallet_scopes',
      checkout_enabled: false,
    });
    expect([...status.wallet_missing_scopes].sort()).toEqual(['PARTNER_FEE', 'PAYMENT', 'REFUND']);
    for (const granted of Object.values(status.wallet_scope_feature_status)) expect(granted).toBe(false);
  });

  test('a blocked seller that mends it becomes connected', async () => {
    const { merchant } = await newcomer({ email_confirmed: false });
    await change(merchant.account_id, { email_confirmed: true });
    expect(await later(merchant)).toMatchObject({
      onboarding_status: 'completed',
      wallet_connection_status: 'connected',
      wallet_status_reason: null,
      payments_enabled: true,
      checkout_enabled: true,
    });
    expect(await disabledReasons(merchant)).toEqual([]);
  });
});

describe('wallet_account_already_linked', () => {
  test('the second merchant is refused the account, the first keeps it', async () => {
    const first = await connected();
    const shop = await makeShop(world);
    const started = await world.call('POST', '/api/channel/onboarding/start', as(shop));
    const token = encodeURIComponent(new URL(started.body.action_url).searchParams.get('token')!);
    await world.control('POST', `referrals/${token}/finish`, { account_id: first.account_id });
    await world.drain();
    expect(await later(shop)).toMatchObject({
      onboarding_status: 'in_progress',
      wallet_connection_status: 'not_linked',
      wallet_status_reason: 'wallet_account_already_linked',
      wallet_missing_scopes: [],
      wallet_primary_currency: null,
      payments_enabled: false,
      checkout_enabled: false,
    });
    expect(await later(first)).toMatchObject({
      wallet_connection_status: 'connected',
      payments_enabled: true,
    });
    await onboard(world, as(shop));
    expect(await later(shop)).toMatchObject({
      wallet_connection_status: 'connected',
      wallet_status_reason: null,
    });
  });

  test('is told also to a merchant who withdrew the consent before', async () => {
    const [first, second] = [await connected(), await connected()];
    await world.control('POST', `accounts/${second.account_id}/revoke-consent`, {});
    await world.drain();
    expect((await later(second)).wallet_status_reason).toBe('revoked');
    const started = await world.call('POST', '/api/channel/onboarding/start', as(second));
    const token = encodeURIComponent(new URL(started.body.action_url).searchParams.get('token')!);
    await world.control('POST', `referrals/${token}/finish`, { account_id: first.account_id });
    await world.drain();
    expect(await later(second)).toMatchObject({
      onboarding_status: 'in_progress',
      wallet_connection_status: 'not_linked',
      wallet_status_reason: 'wallet_account_already_linked',
      payments_enabled: false,
      checkout_enabled: false,
    });
  });

  test('leaves a merchant its own account, of which everything is heard as before', async () => {
    const [first, second] = [await connected(), await connected()];
    const choose = async (body?: unknown) => {
      const started = await world.call('POST', '/api/channel/onboarding/start', { ...as(second), body });
      const token = encodeURIComponent(new URL(started.body.action_url).searchParams.get('token')!);
      await world.control('POST', `referrals/${token}/finish`, { account_id: first.account_id });
      await world.drain();
    };
    await choose({ reconnect: true });
    await expect.poll(() => later(second)).toMatchObject({ wallet_connection_status: 'connected' });
    await change(second.account_id, { payments_receivable: false });
    await expect
      .poll(() => later(second))
      .toMatchObject({
        wallet_connection_status: 'restricted',
        wallet_status_reason: 'payments_not_receivable',
      });
    await change(second.account_id, { payments_receivable: true });
    await expect.poll(() => later(second)).toMatchObject({ wallet_connection_status: 'connected' });
    await world.control('POST', `accounts/${second.account_id}/revoke-consent`, {});
    await world.drain();
    await expect
      .poll(() => later(second))
      .toMatchObject({
        onboarding_status: 'revoked',
        wallet_connection_status: 'restricted',
        wallet_status_reason: 'revoked',
      });
    expect(await disabledReasons(second)).toEqual(['wallet_status_not_ready', 'wallet_consent_revoked']);
    await expect.poll(() => later(first)).toMatchObject({ wallet_connection_status: 'connected' });
    // A new start alone says nothing of what will be chosen by it.
    const raised = (await recordedEvents(world, second.merchant_id)).length;
    await world.call('POST', '/api/channel/onboarding/start', as(second));
    await expect.poll(() => later(second)).toMatchObject({ wallet_status_reason: 'revoked' });
    const since = (await recordedEvents(world, second.merchant_id)).slice(raised);
    expect(since.map(({ object }) => object['wallet_status_reason'])).toEqual(['revoked']);
    await choose();
    await expect
      .poll(() => later(second))
      .toMatchObject({ wallet_status_reason: 'wallet_account_already_linked' });
  });
});

test('a seller who lacks more than buyers are let past is closed to them, whatever is told first', async () => {
  const merchant = await connected();
  await change(merchant.account_id, { email_confirmed: false, products: [], capabilities: [] });
  await expect
    .poll(() => later(merchant))
    .toMatchObject({
      wallet_status_reason: 'email_unverified',
      checkout_enabled: false,
    });
});

test('merchant.onboarding_updated is raised when any reported field moves, and once', async () => {
  const merchant = await connected();
  const updates = async () =>
    (await recordedEvents(world, merchant.merchant_id)).filter(
      ({ type }) => type === 'merchant.onboarding_updated',
    );
  const before = await later(merchant);
  const told = (await updates()).length;
  await change(merchant.account_id, { products: CARD_PRODUCTS('DENIED') });
  const after = await later(merchant);
  expect(after).toEqual({ ...before, wallet_acdc_status: after.wallet_acdc_status });
  expect(after.wallet_acdc_status).not.toBe(before.wallet_acdc_status);
  await later(merchant);
  expect(await updates()).toHaveLength(told + 1);
});

describe('after the first connection', () => {
  test.each([
    ['email_unverified', { email_confirmed: false }],
    ['payments_not_receivable', { payments_receivable: false }],
    ['missing_checkout_capability', { products: [], capabilities: [] }],
  ])('%s: revoked and restricted, with one payments_disabled', async (reason, account) => {
    const merchant = await connected();
    await change(merchant.account_id, account);
    expect(await later(merchant)).toMatchObject({
      onboarding_status: 'revoked',
      wallet_connection_status: 'restricted',
      wallet_status_reason: reason,
      payments_enabled: false,
    });
    await later(merchant);
    expect(await disabledReasons(merchant)).toEqual(['wallet_status_not_ready']);
  });

  test('readiness that lapsed comes back by itself', async () => {
    const merchant = await connected();
    await change(merchant.account_id, { payments_receivable: false });
    await later(merchant);
    await change(merchant.account_id, { payments_receivable: true });
    expect(await later(merchant)).toMatchObject({
      onboarding_status: 'completed',
      wallet_connection_status: 'connected',
      wallet_status_reason: null,
      payments_enabled: true,
    });
  });

  test.each(['empty', 'not_found', 'forbidden'])(
    'a withdrawn consent (%s) is revoked, and only starting again mends it',
    async (then) => {
      const merchant = await connected();
      await world.control('POST', `accounts/${merchant.account_id}/revoke-consent`, { then });
      await world.drain();
      expect(await later(merchant)).toMatchObject({
        onboarding_status: 'revoked',
        wallet_connection_status: 'restricted',
        wallet_status_reason: 'revoked',
        payments_enabled: false,
        checkout_enabled: false,
        wallet_missing_scopes: [],
        wallet_scope_feature_status: { checkout_platform_fee: false, disputes: false, merchant_info: false },
        wallet_acdc_status: null,
        wallet_apple_pay_status: null,
        wallet_google_pay_status: null,
      });
      expect(await disabledReasons(merchant)).toEqual(['wallet_consent_revoked']);
      const { id } = (await makeSession(world, merchant)).body;
      expect((await world.call('GET', `/api/checkout-sessions/${id}`)).body).toMatchObject({
        wallet_merchant_id: null,
        supported_funding: [],
        wallet_apple_pay_status: null,
        wallet_google_pay_status: null,
      });
      const started = await world.call('POST', '/api/channel/onboarding/start', as(merchant));
      expect(started.status).toBe(200);
      expect(await later(merchant)).toMatchObject({ onboarding_status: 'in_progress' });
      const token = encodeURIComponent(new URL(started.body.action_url).searchParams.get('token')!);
      await world.control('POST', `referrals/${token}/finish`, { account_id: merchant.account_id });
      await world.drain();
      expect(await later(merchant)).toMatchObject({
        onboarding_status: 'completed',
        wallet_connection_status: 'connected',
        wallet_status_reason: null,
        payments_enabled: true,
      });
    },
  );

  test('withdrawn access to one feature is missing_wallet_scopes', async () => {
    const merchant = await connected();
    await change(merchant.account_id, { granted: ['PAYMENT', 'PARTNER_FEE'] });
    const status = await later(merchant);
    expect(status).toMatchObject({
      onboarding_status: 'revoked',
      wallet_connection_status: 'restricted',
      wallet_status_reason: 'missing_wallet_scopes',
      wallet_missing_scopes: ['REFUND'],
    });
  });
});

describe('a merchant that changes its account', () => {
  test('is connected to the new account, and the old one is free for another merchant', async () => {
    const merchant = await connected();
    await onboard(world, as(merchant), { country: 'DE', currency: 'EUR' }, { reconnect: true });
    expect(await later(merchant)).toMatchObject({
      wallet_connection_status: 'connected',
      wallet_primary_currency: 'EUR',
    });
    const shop = await makeShop(world);
    const started = await world.call('POST', '/api/channel/onboarding/start', as(shop));
    const token = encodeURIComponent(new URL(started.body.action_url).searchParams.get('token')!);
    await world.control('POST', `referrals/${token}/finish`, { account_id: merchant.account_id });
    await world.drain();
    expect(await later(shop)).toMatchObject({ wallet_connection_status: 'connected' });
  });
});

describe('advanced cards', () => {
  test.each([
    ['SUBSCRIBED', 'ACTIVE', 'active'],
    ['SUBSCRIBED_WITH_LIMIT', 'ACTIVE', 'unavailable'],
    ['IN_REVIEW', 'ACTIVE', 'in_review'],
    ['NEED_MORE_DATA', 'ACTIVE', 'need_more_data'],
    ['DENIED', 'ACTIVE', 'denied'],
    ['SUBSCRIBED', 'SUSPENDED', 'denied'],
    ['SUBSCRIBED', 'NEED_DATA', 'need_more_data'],
    ['SUBSCRIBED', 'PENDING', 'in_review'],
    ['DENIED', 'PENDING', 'denied'],
  ])('product %s with capability %s is %s', async (vetting, capability, expected) => {
    const { status } = await newcomer({
      products: CARD_PRODUCTS(vetting),
      capabilities: [
        { name: 'PAYPAL_CHECKOUT', status: 'ACTIVE' },
        { name: 'CUSTOM_CARD_PROCESSING', status: capability },
        { name: 'APPLE_PAY', status: capability },
      ],
    });
    expect(status.wallet_acdc_status).toBe(expected);
    expect(status.wallet_scope_feature_status.advanced_card_checkout).toBe(expected === 'active');
    expect(status.wallet_google_pay_status).toBe('unavailable');
    expect(status).toMatchObject({ wallet_connection_status: 'connected' });
  });
});
