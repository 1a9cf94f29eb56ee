import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { startWalletWorld } from './wallet-world.fixture.ts';
import type { WalletWorld } from './wallet-world.fixture.ts';
import type { NewCharge, NewSaving, Notice, ProviderToken, VaultFacet } from '../rail.ts';

// What the wallet does of saved instruments, held against a provider that speaks its wire protocol over HTTP.

let world: WalletWorld;
let vault: VaultFacet;
beforeAll(async () => {
  world = await startWalletWorld();
  vault = world.rail.vault!;
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world?.close());

async function setUp(
  provider_customer_id: string | null = null,
  request_id: string = randomUUID(),
): Promise<{ provider_setup_id: string; provider_customer_id: string }> {
  const made = await vault.setUp({
    request_id,
    seller: world.seller,
    provider_customer_id,
    in_hand: null,
    merchant_name: 'Corner Shop',
    return_url: 'https://pay.example/return',
    cancel_url: 'https://pay.example/cancel',
  });
  if (made.kind !== 'created') throw new Error(JSON.stringify(made));
  expect(made.approve_url).toContain(made.provider_setup_id);
  return { provider_setup_id: made.provider_setup_id, provider_customer_id: made.provider_customer_id! };
}

const approve = (setup: { provider_setup_id: string }, funding_source = 'paypal') =>
  world.control('POST', `orders/${setup.provider_setup_id}/approve`, { funding_source });
const save = (
  setup: { provider_setup_id: string; provider_customer_id: string },
  over: Partial<NewSaving> = {},
) => vault.save({ request_id: randomUUID(), seller: world.seller, known_token_ids: [], ...setup, ...over });

async function saved(funding_source?: string, customer: string | null = null): Promise<ProviderToken> {
  const setup = await setUp(customer);
  await approve(setup, funding_source);
  const outcome = await save(setup);
  if (outcome.kind !== 'saved') throw new Error(JSON.stringify(outcome));
  return outcome.token;
}

const aCharge = (token: ProviderToken, over: Partial<NewCharge> = {}): NewCharge => ({
  request_id: randomUUID(),
  is_repeated: false,
  transaction_id: randomUUID(),
  seller: world.seller,
  amount: minor(1200),
  currency: 'USD',
  platform_fee: minor(36),
  description: 'A month of tea',
  provider_token_id: token.provider_token_id,
  source_type: token.source_type,
  ...over,
});
const capturesAtProvider = async () => (await world.control<{ total: number }>('GET', 'captures')).total;

describe('saving', () => {
  test('a setup is made once per request id, and for a known customer', async () => {
    const request = randomUUID();
    const first = await setUp(null, request);
    expect(await setUp(null, request)).toEqual(first);
    expect((await setUp('cust_7')).provider_customer_id).toBe('cust_7');
  });

  test('an instrument is saved after the buyer approved, not before, and once', async () => {
    const setup = await setUp();
    expect(await save(setup)).toMatchObject({ kind: 'refused', by: 'not_approved' });
    await approve(setup);
    const request_id = randomUUID();
    const first = await save(setup, { request_id });
    expect(first).toEqual({
      kind: 'saved',
      token: {
        provider_token_id: expect.any(String),
        provider_customer_id: setup.provider_customer_id,
        source_type: 'paypal',
        label: 'buyer@sandbox.test',
      },
    });
    expect(await save(setup, { request_id })).toEqual(first);
  });

  test('one that was saved is found again when its request id is forgotten', async () => {
    const earlier = await saved('paypal', 'cust_8');
    const setup = await setUp('cust_8');
    await approve(setup, 'card');
    const first = await save(setup);
    expect(first).toMatchObject({ kind: 'saved', token: { source_type: 'card', label: 'VISA 1111' } });
    const known_token_ids = [earlier.provider_token_id];
    expect(await save(setup, { known_token_ids })).toEqual(first);
    expect(await save(setup)).toMatchObject({ kind: 'unknown' });
  });

  test.each(['error_after_commit', 'reset_after_commit', 'garbage'])(
    'a save whose answer was lost by %s is unknown, and learned by asking again',
    async (mode) => {
      const setup = await setUp();
      await approve(setup);
      const request_id = randomUUID();
      await world.fault('vault.setup', mode);
      expect(await save(setup, { request_id })).toMatchObject({ kind: 'unknown' });
      expect(await save(setup, { request_id })).toMatchObject({ kind: 'saved' });
    },
  );

  test('a setup nobody knows, and a seller who may not save, are told apart', async () => {
    const nothing = { provider_setup_id: '0AB12345CD678901E', provider_customer_id: 'nobody' };
    expect(await save(nothing)).toMatchObject({ kind: 'lapsed' });
    const seller = await world.onboard({ capabilities: [] });
    const outcome = await vault.setUp({
      request_id: randomUUID(),
      seller,
      provider_customer_id: null,
      in_hand: null,
      merchant_name: 'Corner Shop',
      return_url: 'https://pay.example/return',
      cancel_url: 'https://pay.example/cancel',
    });
    expect(outcome).toMatchObject({
      kind: 'refused',
      by: 'seller',
      refusal: { issue: 'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE' },
    });
  });

  test('a token can be read until it is removed', async () => {
    const token = await saved();
    const { provider_token_id } = token;
    const read = () => vault.readToken({ provider_token_id, seller: world.seller });
    expect(await read()).toEqual({ kind: 'found', token });
    await world.control('POST', `payment-tokens/${provider_token_id}/cancel`, {});
    expect(await read()).toEqual({ kind: 'missing' });
  });
});

describe('charging', () => {
  test('takes the money in one call, once per request id, and says for whom', async () => {
    const charge = aCharge(await saved());
    const first = await vault.charge(charge);
    expect(first).toMatchObject({
      kind: 'captured',
      capture: { status: 'completed', amount: 1200, currency: 'USD', platform_fee_collected: 36 },
      order: { transaction_id: charge.transaction_id, payment_method_raw: 'paypal' },
    });
    const before = await capturesAtProvider();
    expect(await vault.charge(charge)).toEqual(first);
    expect(await capturesAtProvider()).toBe(before);
  });

  test.each([
    ['paypal_declined', { kind: 'refused', by: 'buyer', refusal: { issue: 'INSTRUMENT_DECLINED' } }],
    ['card_declined', { kind: 'refused', by: 'buyer', refusal: { provider_status: 'DECLINED' } }],
    ['card', { kind: 'captured', order: { payment_method_scheme: 'VISA' } }],
    ['venmo', { kind: 'captured', order: { payment_method_raw: 'venmo' } }],
    ['pending', { kind: 'pending', capture: { status: 'pending' } }],
  ])('what the buyer saved as %s', async (funding_source, expected) => {
    expect(await vault.charge(aCharge(await saved(funding_source)))).toMatchObject(expected);
  });

  test('a no to a charge that is asked for again says nothing of what came of it at first', async () => {
    const [gone, declined] = [
      { ...(await saved()), provider_token_id: '0AB12345CD678901E' },
      await saved('paypal_declined'),
    ];
    for (const token of [gone, declined])
      expect(await vault.charge(aCharge(token, { is_repeated: true }))).toMatchObject({ kind: 'unknown' });
  });

  test('a token that is gone, a buyer who is needed and a seller who cannot be paid are told apart', async () => {
    const token = await saved();
    const unknown = { ...token, provider_token_id: '0AB12345CD678901E' };
    expect(await vault.charge(aCharge(unknown))).toMatchObject({
      kind: 'gone',
      refusal: { issue: 'TOKEN_ID_NOT_FOUND' },
    });
    const account = `accounts/${world.seller.provider_account}`;
    await world.control('PATCH', account, { capture_issue: 'PAYER_ACTION_REQUIRED' });
    expect(await vault.charge(aCharge(token))).toMatchObject({ kind: 'refused', by: 'buyer' });
    await world.control('PATCH', account, { capture_issue: null, email_confirmed: false });
    expect(await vault.charge(aCharge(token))).toMatchObject({ kind: 'refused', by: 'payee_unverified' });
    await world.control('PATCH', account, { email_confirmed: true });
    await world.control('POST', `payment-tokens/${token.provider_token_id}/cancel`, {});
    expect(await vault.charge(aCharge(token))).toMatchObject({
      kind: 'gone',
      refusal: { issue: 'AGREEMENT_ALREADY_CANCELLED' },
    });
    const forint = { amount: minor(1250), currency: 'HUF' };
    expect(await vault.charge(aCharge(token, forint))).toMatchObject({ kind: 'refused', by: 'request' });
  });

  test.each(['error_after_commit', 'hang_after_commit', 'reset_after_commit', 'garbage'])(
    'a charge whose answer was lost by %s is unknown, and asked again the same one',
    async (mode) => {
      const charge = aCharge(await saved());
      const before = await capturesAtProvider();
      await world.fault('orders.create', mode);
      expect(await vault.charge(charge)).toMatchObject({ kind: 'unknown' });
      expect(await vault.charge(charge)).toMatchObject({ kind: 'captured' });
      expect(await capturesAtProvider()).toBe(before + 1);
    },
  );
});

test('notices tell of what was saved and what was removed', async () => {
  await world.sandbox.drain();
  const before = world.heard.length;
  const token = await saved();
  await world.control('POST', `payment-tokens/${token.provider_token_id}/cancel`, {});
  await world.sandbox.drain();
  const notices = world.heard
    .slice(before)
    .map(({ raw_body }) => world.rail.notices.read(JSON.parse(raw_body.toString('utf8'))));
  const told: (Notice | null)[] = [
    { about: 'instrument_saved', provider_customer_id: token.provider_customer_id! },
    { about: 'instrument_removed', provider_token_id: token.provider_token_id },
  ];
  expect(notices).toEqual(told);
});
