import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { capture, makeChannel, makeConnectedMerchant, makeOrder, makeSession } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, ISO_UTC, makeShop, raw, type TestMerchant } from './support.ts';

const VIEW = [
  'allowed_origins',
  'amount',
  'branding',
  'cancel_url',
  'checkout_session_id',
  'checkout_url',
  'collect_buyer_email',
  'currency',
  'description',
  'embed_url',
  'environment',
  'expires_at',
  'external_order_id',
  'id',
  'items',
  'merchant_name',
  'pay_later_messaging',
  'payment',
  'payment_provider',
  'preselect_wallet',
  'requires_shipping',
  'shipping_amount_cents',
  'status',
  'success_url',
  'supported_funding',
  'user_id_token',
  'vault_setup',
  'wallet_acdc_status',
  'wallet_apple_pay_status',
  'wallet_client_id',
  'wallet_google_pay_status',
  'wallet_merchant_id',
  'wallet_partner_attribution_id',
];
const EXPIRED = 'Checkout session has expired';
const NO_SESSION = `cs_${'0'.repeat(27)}`;
const ORDER = ['approve_url', 'order_id', 'provider', 'status', 'transaction_id'];

let world: World;
let merchant: TestMerchant;
let shop: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  shop = await makeShop(world);
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

const view = (id: string) => world.call('GET', `/api/checkout-sessions/${id}`);
const token = (id: string, headers: Record<string, string> = {}) =>
  world.call('POST', `/api/checkout-sessions/${id}/client-token`, { headers });
const order = (id: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  world.call('POST', `/api/checkout-sessions/${id}/orders`, { body, headers });
const pay = (id: string, orderId: string, headers: Record<string, string> = {}) =>
  world.call('POST', `/api/checkout-sessions/${id}/orders/${orderId}/capture`, { body: {}, headers });
const session = async (body: Record<string, unknown> = {}, by = merchant) =>
  (await makeSession(world, by, body)).body as { id: string; expires_at: string };

describe('the public view', () => {
  test('has exactly its keys, and nothing of a secret, of metadata or of the buyer', async () => {
    const made = await session({
      amount: '10.00',
      buyer_email: 'hidden-buyer@example.com',
      metadata: { secret_note: 'hidden-metadata' },
      shipping_address: { country_code: 'US', address_line_1: 'hidden-street' },
      items: [{ name: 'Tea', unit_amount: '5.00', quantity: 2 }],
      description: 'Two teas',
      external_order_id: 'o-1',
      requires_shipping: true,
      shipping_amount_cents: 250,
    });
    const read = await view(made.id);
    expect(read.status).toBe(200);
    expect(Object.keys(read.body).sort()).toEqual(VIEW);
    expect(read.body).toMatchObject({
      amount: '10',
      currency: 'USD',
      status: 'open',
      environment: 'test',
      merchant_name: 'Corner Shop',
      branding: { brand_color: null, logo_url: null },
      collect_buyer_email: false,
      description: 'Two teas',
      external_order_id: 'o-1',
      pay_later_messaging: null,
      payment: null,
      payment_provider: 'ppcp',
      wallet_acdc_status: 'in_review',
      wallet_apple_pay_status: 'active',
      wallet_google_pay_status: 'active',
      wallet_client_id: 'test-client',
      wallet_merchant_id: merchant.account_id,
      wallet_partner_attribution_id: 'Fairway_Test',
      preselect_wallet: false,
      requires_shipping: true,
      shipping_amount_cents: 250,
      user_id_token: null,
      vault_setup: false,
    });
    expect(read.body.items).toEqual([expect.objectContaining({ name: 'Tea', quantity: 2 })]);
    expect(JSON.stringify(read.body)).not.toContain('hidden');
    expect(read.body.expires_at).toBe(made.expires_at);
  });

  test('needs no credential, and is the same with any', async () => {
    const { id } = await session();
    const plain = await view(id);
    const odd = await world.call('GET', `/api/checkout-sessions/${id}`, { key: 'sk_test_nonsense' });
    expect(odd.status).toBe(200);
    expect(odd.body).toEqual(plain.body);
  });

  test('shows what the operator set of the page: an email to ask for, the wallet first, fewer ways to pay', async () => {
    const shop = await makeConnectedMerchant(world, await makeChannel(world));
    const settings = {
      collect_buyer_email: true,
      preselect_wallet: true,
      supported_funding: ['paypal', 'applepay'],
    };
    const set = await world.operator('PATCH', `merchants/${shop.merchant_id}`, settings);
    expect(set.body).toMatchObject(settings);
    expect((await view((await session({}, shop)).id)).body).toMatchObject(settings);
    const named = await session({ buyer_email: 'buyer@example.com' }, shop);
    expect((await view(named.id)).body.collect_buyer_email).toBe(false);
    await world.operator('PATCH', `merchants/${shop.merchant_id}`, { supported_funding: null });
    expect((await view((await session({}, shop)).id)).body.supported_funding).toContain('venmo');
  });

  test('shows branding and pay later messaging that the operator set', async () => {
    const branded = await makeConnectedMerchant(world, await makeChannel(world));
    const branding = { brand_color: '#112233', logo_url: 'https://shop.example/logo.svg' };
    const pay_later = {
      enabled: true,
      logo_type: 'inline',
      logo_position: 'left',
      text_color: 'black',
      text_align: 'left',
      text_size: 12,
    };
    await world.operator('PATCH', `merchants/${branded.merchant_id}`, { branding, pay_later });
    const read = await view((await session({}, branded)).id);
    expect(read.body).toMatchObject({ branding, pay_later_messaging: pay_later });
    expect(read.body.supported_funding).toEqual(expect.arrayContaining(['venmo', 'paylater']));
  });

  test('Venmo and Pay Later are offered in the United States only, Pay Later not when turned off', async () => {
    const american = (await view((await session()).id)).body.supported_funding;
    expect(american).toEqual(expect.arrayContaining(['venmo', 'paylater']));
    const account = { country: 'DE', currency: 'EUR' };
    const german = await makeConnectedMerchant(world, await makeChannel(world), account);
    const funding = (await view((await session({ currency: 'EUR' }, german)).id)).body.supported_funding;
    expect(funding).not.toContain('venmo');
    expect(funding).not.toContain('paylater');
  });

  test('of a merchant without account names no account and no capability', async () => {
    const read = await view((await session({}, shop)).id);
    expect(read.body).toMatchObject({
      wallet_merchant_id: null,
      wallet_acdc_status: null,
      wallet_apple_pay_status: null,
      wallet_google_pay_status: null,
    });
  });

  test('an amount of zero is a vault setup', async () => {
    expect((await view((await session({ amount: 0 })).id)).body).toMatchObject({
      amount: '0',
      vault_setup: true,
    });
  });

  test('follows the payment from order to capture', async () => {
    const { id } = await session();
    const made = await order(id);
    expect((await view(id)).body.payment).toEqual({
      provider_order_id: made.body.order_id,
      status: 'created',
    });
    await world.control('POST', `orders/${made.body.order_id}/approve`, {});
    const paid = await pay(id, made.body.order_id);
    const read = await view(id);
    expect(read.body.status).toBe('completed');
    expect(read.body.payment).toEqual({
      provider_order_id: made.body.order_id,
      status: 'captured',
      captured_at: expect.stringMatching(ISO_UTC),
      provider_capture_id: paid.body.provider_capture_id,
    });
  });

  test('shows the payment that is held back, and not an order made beside it', async () => {
    const { id } = await session();
    const [taken] = [await order(id), await order(id)];
    await world.control('POST', `orders/${taken.body.order_id}/approve`, { funding_source: 'pending' });
    expect((await pay(id, taken.body.order_id)).body.status).toBe('pending');
    const read = await view(id);
    expect([read.body.status, read.body.payment]).toEqual([
      'capturing',
      expect.objectContaining({ provider_order_id: taken.body.order_id, status: 'pending' }),
    ]);
  });

  test('shows the payment that is in doubt, and not an order made beside it', async () => {
    const { id } = await session();
    const [taken] = [await order(id), await order(id)];
    await world.control('POST', `orders/${taken.body.order_id}/approve`, {});
    await world.control('POST', 'faults', {
      operation: 'orders.capture',
      mode: 'error_after_commit',
      times: 1,
    });
    await world.control('POST', 'faults', { operation: 'orders.read', mode: 'error', times: 9 });
    expect((await pay(id, taken.body.order_id)).status).toBe(503);
    const read = await view(id);
    expect([read.body.status, read.body.payment.provider_order_id]).toEqual([
      'capturing',
      taken.body.order_id,
    ]);
  });

  test('an id that is nobody’s is 404, one of another form names the path', async () => {
    expectRefused(await view(NO_SESSION), 404);
    for (const id of ['nonsense', 'cs_', 'cs_a%00b', '01900000-0000-7000-8000-000000000000']) {
      expectProblem(await view(id), ['path', 'checkout_session_id']);
    }
  });
});

describe('the client token', () => {
  test('is minted for each call and is all of the answer', async () => {
    const { id } = await session();
    const [one, other] = [await token(id), await token(id)];
    expect(one.status).toBe(200);
    expect(Object.keys(one.body)).toEqual(['client_token']);
    expect(one.body.client_token).toEqual(expect.any(String));
    expect(other.body.client_token).not.toBe(one.body.client_token);
  });

  test('may be asked for by a page of another origin', async () => {
    const { id } = await session();
    const origin = 'https://shop.example';
    const answer = await token(id, { origin });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    const preflight = await raw(world, 'OPTIONS', `/api/checkout-sessions/${id}/client-token`, {
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('422 when the merchant has no connected account', async () => {
    expectRefused(await token((await session({}, shop)).id), 422);
  });

  test('409 after the payment was taken', async () => {
    const made = await makeOrder(world, merchant);
    expect((await token(made.session_id)).status).toBe(200);
    await capture(world, merchant, made.order_id);
    expectRefused(await token(made.session_id), 409);
  });

  test('409 while capturing', async () => {
    const made = await makeOrder(world, merchant, { approved: false });
    await world.control('POST', `orders/${made.order_id}/approve`, { funding_source: 'pending' });
    expect((await capture(world, merchant, made.order_id)).body.status).toBe('pending');
    expect((await view(made.session_id)).body.status).toBe('capturing');
    expectRefused(await token(made.session_id), 409);
  });

  test('503 when the provider is down', async () => {
    const { id } = await session();
    await world.control('POST', 'faults', {
      operation: 'identity.token',
      mode: 'error',
      status: 503,
      times: 50,
    });
    expectRefused(await token(id), 503);
    await world.control('DELETE', 'faults', {});
    expect((await token(id)).status).toBe(200);
  });

  test('takes no body, and 404 for nobody’s session', async () => {
    const { id } = await session();
    const path = `/api/checkout-sessions/${id}/client-token`;
    expectProblem(await world.call('POST', path, { body: { a: 1 } }), ['body', 'a'], 'extra_forbidden');
    expectRefused(await token(NO_SESSION), 404);
  });
});

describe('the buyer’s order and capture', () => {
  test('need no credential and complete the session', async () => {
    const { id } = await session();
    const made = await order(id, { funding_source: 'paypal', buyer_email: 'buyer@example.com' });
    expect(made.status).toBe(201);
    expect(Object.keys(made.body).sort()).toEqual(ORDER);
    expect(made.body).toMatchObject({ status: 'created', provider: 'ppcp' });
    expect(made.body.approve_url).toMatch(/^https?:\/\//);
    await world.control('POST', `orders/${made.body.order_id}/approve`, {});
    const paid = await pay(id, made.body.order_id);
    expect(paid.status).toBe(200);
    expect(paid.body).toEqual({
      order_id: made.body.order_id,
      status: 'captured',
      provider_capture_id: expect.any(String),
    });
    expect((await pay(id, made.body.order_id)).body).toEqual(paid.body);
    expectRefused(await order(id), 409);
  });

  test('a decline leaves the session open, is 402 with its code, and raises no payment.failed', async () => {
    const { id } = await session();
    const made = await order(id);
    await world.control('POST', `orders/${made.body.order_id}/approve`, { funding_source: 'declined' });
    const declined = await pay(id, made.body.order_id);
    expect(declined.status).toBe(402);
    expect(declined.body).toEqual({ detail: expect.any(String), code: 'payment_declined' });
    expect((await view(id)).body.status).toBe('open');
    expect((await token(id)).status).toBe(200);
    await world.control('POST', `orders/${made.body.order_id}/approve`, {});
    expect((await pay(id, made.body.order_id)).status).toBe(200);
  });

  test('an order that the buyer has not approved is 409', async () => {
    const { id } = await session();
    const made = await order(id);
    expectRefused(await pay(id, made.body.order_id), 409);
    expect((await view(id)).body.status).toBe('open');
  });

  test('an order of another session is not found', async () => {
    const made = await order((await session()).id);
    expectRefused(await pay((await session()).id, made.body.order_id), 404);
    expectRefused(await order(NO_SESSION), 404);
  });

  test.each([
    [{ amount: 1 }, 'amount'],
    [{ wallet_client_metadata_id: 'm'.repeat(69) }, 'wallet_client_metadata_id'],
    [{ wallet_client_metadata_id: '' }, 'wallet_client_metadata_id'],
    [{ wallet_client_metadata_id: 'a b' }, 'wallet_client_metadata_id'],
    [{ wallet_client_metadata_id: 'a_b' }, 'wallet_client_metadata_id'],
    [{ buyer_email: 'nobody' }, 'buyer_email'],
    [{ funding_source: 5 }, 'funding_source'],
  ])('%j is refused', async (body, name) => {
    expectProblem(await order((await session()).id, body), ['body', name]);
  });

  test('a merchant that may not take payments is 403, whatever the session', async () => {
    expectRefused(await order((await session({}, shop)).id), 403);
  });
});

describe('allowed origins', () => {
  test('a listed origin may pay, another may not, and no Origin is no foreign page', async () => {
    const { id } = await session({ allowed_origins: ['https://shop.example', 'https://other.example:8443'] });
    for (const origin of ['https://shop.example', 'https://other.example:8443', world.base_url]) {
      expect((await order(id, {}, { origin })).status).toBe(201);
    }
    expect((await order(id)).status).toBe(201);
    for (const origin of [
      'https://evil.example',
      'http://shop.example',
      'https://shop.example:8443',
      'https://shop.example.evil.example',
      'null',
    ]) {
      const refused = await order(id, {}, { origin });
      expectRefused(refused, 403);
    }
    const made = await order(id);
    expectRefused(await pay(id, made.body.order_id, { origin: 'https://evil.example' }), 403);
  });

  test('null allows any origin, an empty list no foreign one', async () => {
    expect((await order((await session()).id, {}, { origin: 'https://any.example' })).status).toBe(201);
    const { id } = await session({ allowed_origins: [] });
    expectRefused(await order(id, {}, { origin: 'https://any.example' }), 403);
    expect((await order(id)).status).toBe(201);
  });

  test.each(['shop.example', 'https://shop.example/path', 'ftp://shop.example', '*', 'null', ''])(
    '%j is no origin',
    async (origin) => {
      const answer = await makeSession(world, merchant, { allowed_origins: ['https://ok.example', origin] });
      expectProblem(answer, ['body', 'allowed_origins', 1]);
    },
  );
});

describe('an expired session', () => {
  test('is told by its status; token and order are 409; what was approved before can still be captured', async () => {
    const { id } = await session({ expires_in_minutes: 5 });
    const made = await order(id);
    await world.control('POST', `orders/${made.body.order_id}/approve`, {});
    await world.advance(4 * 60);
    expect((await view(id)).body.status).toBe('open');
    await world.advance(60);
    expect((await view(id)).body.status).toBe('expired');
    expectRefused(await token(id), 409, EXPIRED);
    expectRefused(await order(id), 409, EXPIRED);
    const path = `/api/payments/orders/${made.body.order_id}/capture`;
    expect((await world.call('POST', path, as(merchant))).status).toBe(200);
    expect((await view(id)).body.status).toBe('completed');
  });
});
