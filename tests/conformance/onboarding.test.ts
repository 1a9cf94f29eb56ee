import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, recordedEvents } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import {
  as,
  expectProblem,
  expectRefused,
  makeDirectMerchant,
  makeShop,
  onboard,
  readStatus,
  type TestMerchant,
} from './support.ts';

const FEATURES = [
  'advanced_card_checkout',
  'checkout_platform_fee',
  'disputes',
  'merchant_info',
  'reporting_reconciliation',
  'transaction_search',
];
const START = '/api/channel/onboarding/start';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());

const start = (merchant: TestMerchant, body?: unknown) =>
  world.call('POST', START, { ...as(merchant), ...(body === undefined ? {} : { body }) });
const tokenOf = (url: string) => new URL(url).searchParams.get('token')!;
const typesOf = async (merchant: TestMerchant) =>
  (await recordedEvents(world, merchant.merchant_id)).map(({ type }) => type);

describe('before anything started', () => {
  test('the status is pending, not linked, current, and nothing is null for absent', async () => {
    const shop = await makeShop(world);
    const read = await readStatus(world, as(shop));
    expect(read.status).toBe(200);
    expect(read.body).toMatchObject({
      merchant_id: shop.merchant_id,
      onboarding_status: 'pending',
      wallet_connection_status: 'not_linked',
      payments_enabled: false,
      checkout_enabled: false,
      wallet_status_reason: null,
      wallet_status_reason_fresh: true,
      wallet_missing_scopes: [],
      wallet_primary_currency: null,
    });
    expect(read.body.wallet_scope_feature_status).not.toBeNull();
    expect(await typesOf(shop)).toEqual([]);
  });
});

describe('start', () => {
  test('answers an action URL and moves the merchant into progress, with an event', async () => {
    const shop = await makeShop(world);
    const started = await start(shop);
    expect(started.status).toBe(200);
    expect(Object.keys(started.body)).toEqual(['action_url']);
    expect(tokenOf(started.body.action_url)).toBeTruthy();
    expect(await typesOf(shop)).toEqual(['merchant.onboarding_updated']);
    const [event] = await recordedEvents(world, shop.merchant_id);
    expect(event!.object).toMatchObject({ merchant_id: shop.merchant_id, onboarding_status: 'in_progress' });
    const read = await readStatus(world, as(shop));
    expect(read.body).toMatchObject({
      onboarding_status: 'in_progress',
      wallet_connection_status: 'not_linked',
      wallet_status_reason: null,
      payments_enabled: false,
      checkout_enabled: false,
    });
  });

  test('no body, an empty object and reconnect false are the same; each success is a new attempt', async () => {
    const shop = await makeShop(world);
    const tokens = [];
    for (const body of [undefined, {}, { reconnect: false }, { reconnect: true }]) {
      const started = await start(shop, body);
      expect(started.status).toBe(200);
      tokens.push(tokenOf(started.body.action_url));
    }
    expect(new Set(tokens).size).toBe(4);
    expect(await typesOf(shop)).toEqual(['merchant.onboarding_updated']);
  });

  test.each([
    [{ reconnect: 'true' }, 'reconnect', 'bool_type'],
    [{ reconnect: null }, 'reconnect', 'bool_type'],
    [{ reconnect: 1 }, 'reconnect', 'bool_type'],
    [{ merchant_id: 'x' }, 'merchant_id', 'extra_forbidden'],
  ])('%j is refused', async (body, name, type) => {
    expectProblem(await start(await makeShop(world), body), ['body', name], type);
  });

  test.each([[[]], ['text'], [5], [null]])('a body that is %j is refused', async (body) => {
    expectProblem(await start(await makeShop(world), JSON.stringify(body)), ['body']);
  });

  test('409 when onboarding is complete; reconnect leaves the merchant connected meanwhile', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    expectRefused(await start(merchant), 409);
    const again = await start(merchant, { reconnect: true });
    expect(again.status).toBe(200);
    expect((await readStatus(world, as(merchant))).body).toMatchObject({
      onboarding_status: 'completed',
      wallet_connection_status: 'connected',
      payments_enabled: true,
      checkout_enabled: true,
    });
    await world.advance(120);
    expect((await readStatus(world, as(merchant))).body.wallet_connection_status).toBe('connected');
  });

  test('a merchant key onboards its own merchant without a header', async () => {
    const { key, merchant_id } = await makeDirectMerchant(world);
    await onboard(world, { key });
    const read = await readStatus(world, { key });
    expect(read.body).toMatchObject({ merchant_id, wallet_connection_status: 'connected' });
    const [row] = (await world.operator('GET', `merchants?limit=1`)).body.items;
    expect(row).toMatchObject({ merchant_id, channel_id: null, wallet_connection_status: 'connected' });
  });

  test('abandoning leaves in_progress and not_linked, and the URL stays usable', async () => {
    const shop = await makeShop(world);
    const token = encodeURIComponent(tokenOf((await start(shop)).body.action_url));
    await world.control('POST', `referrals/${token}/abandon`, {});
    await world.advance(60);
    expect((await readStatus(world, as(shop))).body).toMatchObject({
      onboarding_status: 'in_progress',
      wallet_connection_status: 'not_linked',
      wallet_status_reason: null,
    });
  });
});

describe('start when the provider fails', () => {
  beforeEach(() => world.control('DELETE', 'faults', {}));

  test.each([429, 500, 503])('%i answers 503 with the Retry-After the provider sent', async (status) => {
    const shop = await makeShop(world);
    const fault = { operation: 'referrals.create', mode: 'error', status, retry_after: 7, times: 100 };
    await world.control('POST', 'faults', fault);
    const refused = await start(shop);
    expectRefused(refused, 503);
    expect(refused.headers.get('retry-after')).toBe('7');
    await world.control('DELETE', 'faults', {});
    const asked = (await world.control('GET', 'requests?limit=1')).body.total;
    const early = await start(shop);
    expectRefused(early, 503);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await world.control('GET', 'requests?limit=1')).body.total).toBe(asked);
    await world.advance(7);
    expect((await start(shop)).status).toBe(200);
  });

  test('503 without Retry-After when the provider sent none', async () => {
    const shop = await makeShop(world);
    await world.control('POST', 'faults', { operation: 'referrals.create', mode: 'reset', times: 100 });
    const refused = await start(shop);
    expectRefused(refused, 503);
    expect(refused.headers.get('retry-after')).toBeNull();
  });

  test('a retry after a 503 returns the referral that the provider may already have minted', async () => {
    const shop = await makeShop(world);
    const fault = { operation: 'referrals.create', mode: 'reset_after_commit', times: 100 };
    await world.control('POST', 'faults', fault);
    expectRefused(await start(shop), 503);
    await world.control('DELETE', 'faults', {});
    const retried = await start(shop);
    expect(retried.status).toBe(200);
    const log = await world.control('GET', 'requests?limit=100');
    const minted = log.body.items.filter(
      (item: { path: string; body: unknown }) =>
        item.path.endsWith('/partner-referrals') && JSON.stringify(item.body).includes('tracking_id'),
    );
    const trackingIds = minted.slice(0, 2).map(({ body }: { body: unknown }) => {
      const sent = (typeof body === 'string' ? JSON.parse(body) : body) as { tracking_id: string };
      return sent.tracking_id;
    });
    expect(trackingIds[0]).toBe(trackingIds[1]);
    expect(tokenOf((await start(shop)).body.action_url)).not.toBe(tokenOf(retried.body.action_url));
  });

  test('502 when the provider refused the referral', async () => {
    const shop = await makeShop(world);
    const fault = { operation: 'referrals.create', mode: 'refuse', status: 422, times: 1 };
    await world.control('POST', 'faults', fault);
    expectRefused(await start(shop), 502);
    expect((await start(shop)).status).toBe(200);
  });

  test('the status keeps answering from the last known state, and says that it is not fresh', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    await world.advance(600);
    await world.control('POST', 'faults', {
      operation: 'integrations.read',
      mode: 'error',
      status: 503,
      times: 100,
    });
    const stale = await readStatus(world, as(merchant));
    expect(stale.status).toBe(200);
    expect(stale.body).toMatchObject({
      wallet_connection_status: 'connected',
      wallet_status_reason: null,
      wallet_status_reason_fresh: false,
    });
    // The back-off after the error serves the persisted reason too.
    await world.control('DELETE', 'faults', {});
    expect((await readStatus(world, as(merchant))).body.wallet_status_reason_fresh).toBe(false);
    await world.advance(600);
    expect((await readStatus(world, as(merchant))).body.wallet_status_reason_fresh).toBe(true);
  });
});

describe('a status read that the provider put off', () => {
  test('is not repeated before the time it asked for', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    await world.advance(600);
    const fault = { operation: 'integrations.read', mode: 'error', status: 429, retry_after: 90, times: 1 };
    await world.control('POST', 'faults', fault);
    expect((await readStatus(world, as(merchant))).body.wallet_status_reason_fresh).toBe(false);
    const asked = (await world.control('GET', 'requests?limit=1')).body.total;
    await world.advance(80);
    expect((await readStatus(world, as(merchant))).body.wallet_status_reason_fresh).toBe(false);
    expect((await world.control('GET', 'requests?limit=1')).body.total).toBe(asked);
    await world.advance(11);
    expect((await readStatus(world, as(merchant))).body.wallet_status_reason_fresh).toBe(true);
  });
});

describe('a connected merchant', () => {
  test('has all thirteen fields, of which the features are six', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    await world.advance(120);
    const { body } = await readStatus(world, as(merchant));
    expect(body).toEqual({
      merchant_id: merchant.merchant_id,
      onboarding_status: 'completed',
      wallet_connection_status: 'connected',
      payments_enabled: true,
      checkout_enabled: true,
      wallet_status_reason: null,
      wallet_status_reason_fresh: true,
      wallet_missing_scopes: [],
      wallet_scope_feature_status: {
        checkout_platform_fee: true,
        disputes: true,
        transaction_search: true,
        reporting_reconciliation: true,
        merchant_info: true,
        advanced_card_checkout: false,
      },
      wallet_acdc_status: 'in_review',
      wallet_apple_pay_status: 'active',
      wallet_google_pay_status: 'active',
      wallet_primary_currency: 'USD',
    });
    expect(Object.keys(body.wallet_scope_feature_status).sort()).toEqual(FEATURES);
  });

  test('raises one event for each move, none for an unchanged read, and none twice', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    await world.advance(3600);
    await readStatus(world, as(merchant));
    await world.drain();
    const objects = (await recordedEvents(world, merchant.merchant_id)).map(({ object }) => object);
    expect(objects.map((object) => object['onboarding_status'])).toEqual(['in_progress', 'completed']);
  });

  test('a recent read is served from the snapshot, which is not fresh', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    await world.advance(600);
    expect((await readStatus(world, as(merchant))).body.wallet_status_reason_fresh).toBe(true);
    const before = (await world.control('GET', 'requests?limit=1')).body.total;
    expect((await readStatus(world, as(merchant))).body.wallet_status_reason_fresh).toBe(false);
    expect((await world.control('GET', 'requests?limit=1')).body.total).toBe(before);
  });

  test('the primary currency is the account’s', async () => {
    const account = { country: 'DE', currency: 'EUR' };
    const merchant = await makeConnectedMerchant(world, await makeChannel(world), account);
    expect((await readStatus(world, as(merchant))).body.wallet_primary_currency).toBe('EUR');
  });
});

describe('the operator’s hold', () => {
  test('restricts with admin_payment_hold, keeps the onboarding status, and raises no disabled event', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    const held = await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold: true });
    expect(held.body).toMatchObject({ payment_hold: true, wallet_connection_status: 'restricted' });
    expect((await readStatus(world, as(merchant))).body).toMatchObject({
      onboarding_status: 'completed',
      wallet_connection_status: 'restricted',
      wallet_status_reason: 'admin_payment_hold',
      payments_enabled: false,
      checkout_enabled: false,
    });
    expect(await typesOf(merchant)).not.toContain('merchant.payments_disabled');
    await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold: false });
    expect((await readStatus(world, as(merchant))).body).toMatchObject({
      wallet_connection_status: 'connected',
      wallet_status_reason: null,
      payments_enabled: true,
    });
    expect(await typesOf(merchant)).toEqual(Array(4).fill('merchant.onboarding_updated'));
  });

  test('does not keep what is lost behind it from being told, once', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold: true });
    await world.control('POST', `accounts/${merchant.account_id}/revoke-consent`, {});
    await world.drain();
    const disabled = async () =>
      (await recordedEvents(world, merchant.merchant_id))
        .filter(({ type }) => type === 'merchant.payments_disabled')
        .map(({ object }) => object['reason']);
    expect(await disabled()).toEqual(['wallet_consent_revoked']);
    await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold: false });
    expect((await readStatus(world, as(merchant))).body).toMatchObject({ wallet_status_reason: 'revoked' });
    expect(await disabled()).toEqual(['wallet_consent_revoked']);
  });

  test('does not survive in a read from the provider: it stays held', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold: true });
    await world.advance(600);
    expect((await readStatus(world, as(merchant))).body).toMatchObject({
      wallet_connection_status: 'restricted',
      wallet_status_reason: 'admin_payment_hold',
      wallet_status_reason_fresh: true,
    });
  });

  test('on a merchant that never started keeps pending', async () => {
    const shop = await makeShop(world);
    await world.operator('PATCH', `merchants/${shop.merchant_id}`, { payment_hold: true });
    expect((await readStatus(world, as(shop))).body).toMatchObject({
      onboarding_status: 'pending',
      wallet_connection_status: 'restricted',
      wallet_status_reason: 'admin_payment_hold',
    });
  });
});
