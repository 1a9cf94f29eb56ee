import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aReferral, startWalletWorld, WALLET } from './wallet-world.fixture.ts';
import type { WalletWorld } from './wallet-world.fixture.ts';
import { toldOf } from '../notice-receiver.fixture.ts';
import type { Notice, ReceivedNotice } from '../rail.ts';
import { sellerNamed } from '../seller.fixture.ts';

const SCOPES = ['PAYMENT', 'REFUND', 'PARTNER_FEE'];

// What the wallet does, held against a provider that speaks its wire protocol over HTTP.

let world: WalletWorld;
beforeAll(async () => {
  world = await startWalletWorld();
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world?.close());

describe('onboarding', () => {
  const facet = () => world.rail.onboarding!;

  test('a seller is found by the tracking id once the consent is given', async () => {
    const tracking_id = randomUUID();
    const referral = aReferral(tracking_id);
    const minted = await facet().startReferral(referral);
    expect(minted).toMatchObject({ kind: 'minted', action_url: expect.stringContaining('token=') });
    expect(await facet().startReferral(referral)).toEqual(minted);
    expect(await facet().findSeller(tracking_id)).toEqual({ kind: 'missing' });
    const account_id = await world.newAccount();
    await world.finish(tracking_id, account_id);
    expect(await facet().findSeller(tracking_id)).toEqual({ kind: 'found', provider_account: account_id });
    expect(await facet().readSeller(account_id)).toMatchObject({
      kind: 'found',
      seller: {
        wallet_merchant_id: account_id,
        tracking_id,
        email_confirmed: true,
        payments_receivable: true,
        country: 'US',
        primary_currency: 'USD',
        has_checkout_product: true,
        granted: {
          missing_scopes: [],
          features: { checkout_platform_fee: true, disputes: true, advanced_card_checkout: false },
        },
        acdc_status: 'in_review',
        apple_pay_status: 'active',
        google_pay_status: 'active',
        can_vault: true,
      },
    });
  });

  test.each(SCOPES)('withheld access to %s is missing', async (withheld) => {
    const account_id = await world.newAccount();
    const grant = [...SCOPES, 'ACCESS_MERCHANT_INFORMATION'].filter((feature) => feature !== withheld);
    await world.finish(randomUUID(), account_id, grant);
    expect(await facet().readSeller(account_id)).toMatchObject({
      seller: { granted: { missing_scopes: [withheld] }, country: 'US' },
    });
  });

  test.each([
    ['empty', { kind: 'found', seller: { granted: null } }],
    ['not_found', { kind: 'gone' }],
    ['forbidden', { kind: 'gone' }],
  ])('after the consent was taken back (%s)', async (then, expected) => {
    const { provider_account } = await world.onboard();
    await world.control('POST', `accounts/${provider_account}/revoke-consent`, { then });
    expect(await facet().readSeller(provider_account)).toMatchObject(expected);
  });

  test('an address too long for the provider is left out', async () => {
    const referral = {
      ...aReferral(randomUUID()),
      return_url: `https://platform.example/${'x'.repeat(200)}`,
    };
    expect(await facet().startReferral(referral)).toMatchObject({ kind: 'minted' });
  });

  test('a provider in trouble asks to come back, one that refuses has refused', async () => {
    const start = () => facet().startReferral(aReferral(randomUUID()));
    await world.fault('referrals.create', 'error', { status: 503, retry_after: 7 });
    expect(await start()).toMatchObject({ kind: 'unreachable', retry_after_seconds: 7 });
    await world.fault('referrals.create', 'error', { status: 429, retry_after: 9 });
    expect(await start()).toMatchObject({ kind: 'unreachable', retry_after_seconds: 9 });
    await world.fault('referrals.create', 'refuse', { status: 422, issue: 'USER_NOT_FOUND' });
    expect(await start()).toMatchObject({ kind: 'refused', refusal: { issue: 'USER_NOT_FOUND' } });
    await world.fault('integrations.read', 'hang');
    expect(await facet().readSeller(world.seller.provider_account)).toMatchObject({ kind: 'unreachable' });
  });
});

describe('the browser', () => {
  test('gets its script and its tokens', async () => {
    const page = world.rail.page!;
    const session = { currency: 'USD', supported_funding: ['paypal'], saves_instrument: false };
    expect(page.kit({ ...session, provider_account: world.seller.provider_account, shown: {} })).toEqual({
      kit: 'buttons',
      script: expect.stringMatching(`^${world.sandbox.url}/sdk/js`),
      source: `${world.sandbox.url}/sdk/js`,
      client_id: WALLET.client_id,
      partner_attribution_id: WALLET.partner_attribution_id,
    });
    expect(await page.credential({ seller: world.seller, payment: null })).toEqual({
      kind: 'minted',
      token: expect.stringMatching(/./),
    });
    const customerOf = async (provider_customer_id: string | null) => {
      const minted = await page.saverToken!({ seller: world.seller, provider_customer_id });
      if (minted.kind !== 'minted') throw new Error(minted.kind);
      const claims = Buffer.from(minted.token.split('.')[1]!, 'base64url').toString();
      return (JSON.parse(claims) as { options?: { customer_id: string } }).options?.customer_id;
    };
    expect(await customerOf(null)).toBeUndefined();
    expect(await customerOf('cust_1')).toBe('cust_1');
    expect(await page.credential({ seller: sellerNamed('2222222222222'), payment: null })).toMatchObject({
      kind: 'refused',
    });
  });
});

describe('notices', () => {
  async function told(
    act: () => Promise<unknown>,
  ): Promise<{ notice: Notice | null; received: ReceivedNotice }[]> {
    return (await toldOf(world, act)).map((received) => {
      const body: unknown = JSON.parse(received.raw_body.toString('utf8'));
      return { notice: world.rail.notices.read(body), received };
    });
  }

  test('tell of an order and its money, and are genuine', async () => {
    let orderId = '';
    let captureId = '';
    const all = await told(async () => {
      orderId = await world.approved();
      const outcome = await world.capture(orderId);
      if (outcome.kind === 'captured') captureId = outcome.capture.provider_capture_id;
      await world.control('POST', `captures/${captureId}/refund`, { amount: '5.00' });
      await world.control('POST', `captures/${captureId}/reverse`, {});
    });
    const notices = all.map(({ notice }) => notice).filter((notice) => notice !== null);
    expect(notices).toEqual(
      expect.arrayContaining([
        { about: 'order_approved', provider_order_id: orderId },
        {
          about: 'capture_changed',
          provider_capture_id: captureId,
          provider_order_id: orderId,
          transaction_id: expect.any(String),
          is_taken: true,
        },
        {
          about: 'capture_refunded',
          provider_capture_id: captureId,
          refund: expect.objectContaining({ amount: 500, currency: 'USD', total_refunded: 500 }),
        },
        expect.objectContaining({ about: 'capture_reversed', provider_capture_id: captureId }),
      ]),
    );
    for (const { received } of all) {
      const { raw_body } = received;
      expect(await world.rail.notices.verify(received, [])).toEqual({ kind: 'genuine', account_id: null });
      const changed = { ...received, raw_body: Buffer.concat([raw_body, Buffer.from(' ')]) };
      expect(await world.rail.notices.verify(changed, [])).toMatchObject({ kind: 'forged' });
      expect(world.rail.notices.identify(JSON.parse(raw_body.toString('utf8')))).not.toBeNull();
    }
  });

  test('tell of a seller', async () => {
    const tracking_id = randomUUID();
    let provider_account = '';
    const all = await told(async () => {
      provider_account = await world.newAccount();
      await world.finish(tracking_id, provider_account);
      await world.control('PATCH', `accounts/${provider_account}`, {
        capabilities: [{ name: 'APPLE_PAY', status: 'DENY' }],
      });
      await world.control('POST', `accounts/${provider_account}/revoke-consent`, {});
    });
    expect(all.map(({ notice }) => notice)).toEqual(
      expect.arrayContaining([
        { about: 'seller_onboarded', tracking_id, provider_account },
        { about: 'seller_changed', provider_account },
        { about: 'consent_revoked', provider_account },
      ]),
    );
  });
});
