import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CALLER,
  connectAccount,
  connectedMerchant,
  type ModuleWorld,
  openSession,
  refusalOf,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import type { Ctx } from '../../context.ts';
import { keyringOf } from '../../lib/keyring.ts';
import { minor } from '../../lib/money.ts';
import { orThrow } from '../../refused.ts';
import { captureMerchantOrder } from '../captures/capture-order.ts';
import { changeMerchant } from '../onboarding/change-merchant.ts';
import { rotateSecrets } from '../operator/rotate-secrets.ts';
import { createBuyerOrder } from '../orders/index.ts';
import { readPayingMerchant } from '../merchants/index.ts';
import { refundCapture } from '../refunds/refund-capture.ts';

const { privateKey: private_key } = generateKeyPairSync('ec', {
  namedCurve: 'P-521',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let world: ModuleWorld;
let merchant_id: string;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  world.configured.beginAnew();
  ({ merchant_id } = await connectedMerchant(world));
});
afterEach(() => expect([...world.script.unused(), ...world.configured.unused()]).toEqual([]));

/** Routes the merchant to the rail by these credentials; answers its account's id. */
async function configure(merchant_account_id: string, webhook_secret: string, ctx: Ctx = world.ctx) {
  const payment_provider = 'gravy';
  const rail_credentials = { instance_id: merchant_id, merchant_account_id, private_key, webhook_secret };
  await changeMerchant(ctx, merchant_id, { payment_provider, rail_credentials });
  return (await readPayingMerchant(ctx.db, merchant_id, null)).live_account_id!;
}

const session = (rail_account_id: string) =>
  openSession(world, {
    ...{ merchant_id, channel_id: null, payment_provider: 'gravy' },
    ...{ rail_account_id, wallet_primary_currency: 'USD' },
  });

async function paid(session_id: string): Promise<string> {
  const provider_order_id = newProviderId('order');
  world.configured.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
  orThrow(await createBuyerOrder(world.ctx, { session_id, origin: undefined, payment_token: 'given' }));
  world.configured.answer('payments.take', taken({}, provider_order_id));
  const captured = await captureMerchantOrder(world.ctx, { merchant_id, order_id: provider_order_id });
  return orThrow(captured).transaction.provider_capture_id!;
}

async function sellerOfRefund(capture_id: string, ctx: Ctx = world.ctx) {
  const ids = { provider_refund_id: newProviderId('refund'), provider_capture_id: capture_id };
  const told = {
    ...ids,
    status: 'completed',
    amount: minor(100),
    currency: 'USD',
    total_refunded: null,
  } as const;
  world.configured.answer('refunds.issue', { kind: 'completed', refund: told });
  const asked = { merchant_id, actor: CALLER, capture_id, amount: '1.00', idempotency_key: null };
  orThrow(await refundCapture(ctx, asked));
  return world.configured.asked('refunds.issue').at(-1)!.seller;
}

test('a payment is asked for in the name of the account, with its credentials opened', async () => {
  const account_id = await configure('shop', 'first-secret');
  await paid((await session(account_id)).id);
  expect(world.configured.asked('payments.take')[0]!.seller).toEqual({
    account_id,
    provider_account: `${merchant_id}/shop`,
    shown: { instance_id: merchant_id, merchant_account_id: 'shop' },
    secrets: { private_key, webhook_secret: 'first-secret' },
  });
});

test('new credentials of the same account are used for what was paid before', async () => {
  const account_id = await configure('shop', 'first-secret');
  const capture_id = await paid((await session(account_id)).id);
  expect(await configure('shop', 'second-secret')).toBe(account_id);
  const { secrets } = await sellerOfRefund(capture_id);
  expect(secrets['webhook_secret']).toBe('second-secret');
});

test('with another account, what was made for the first stays with it', async () => {
  const first = await configure('shop', 'first-secret');
  const [before, open] = [await session(first), await session(first)];
  const capture_id = await paid(before.id);
  const second = await configure('kiosk', 'second-secret');
  expect(second).not.toBe(first);
  expect((await sellerOfRefund(capture_id)).account_id).toBe(first);
  await paid(open.id);
  expect(world.configured.asked('payments.take').at(-1)!.seller.account_id).toBe(first);
  await paid((await session(second)).id);
  expect(world.configured.asked('payments.take').at(-1)!.seller.account_id).toBe(second);
  expect(await configure('shop', 'third-secret')).toBe(first);
  expect((await sellerOfRefund(capture_id)).secrets['webhook_secret']).toBe('third-secret');
});

test('keys that do not say whose they are serve one merchant at a time', async () => {
  const keys = (letter: string) => ({
    security_key: letter.repeat(32),
    tokenization_key: [0, 1, 2, 3].map((group) => `${letter}${group}abcd`).join('-'),
    webhook_signing_key: letter.repeat(48),
  });
  const route = async (to: string, letter: string) => {
    await changeMerchant(world.ctx, to, { payment_provider: 'nmi', rail_credentials: keys(letter) });
    return (await readPayingMerchant(world.ctx.db, to, null)).live_account_id!;
  };
  const other = await connectedMerchant(world);
  const account_id = await route(merchant_id, 'A');
  expect(await refusalOf(route(other.merchant_id, 'A'))).toBe('rail_account_taken');
  expect(await route(merchant_id, 'B')).toBe(account_id);
  await route(other.merchant_id, 'A');
});

test('what is routed elsewhere is returned by the account that took it', async () => {
  const account_id = await configure('shop', 'first-secret');
  const capture_id = await paid((await session(account_id)).id);
  await changeMerchant(world.ctx, merchant_id, { payment_provider: 'ppcp' });
  expect((await sellerOfRefund(capture_id)).account_id).toBe(account_id);
});

test('what a provider no longer remembers is not asked for again, and looked up', async () => {
  const account_id = await configure('shop', 'first-secret');
  const { id: session_id } = await session(account_id);
  const provider_order_id = newProviderId('order');
  world.configured.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
  orThrow(await createBuyerOrder(world.ctx, { session_id, origin: undefined, payment_token: 'given' }));
  world.configured.answer('payments.take', UNKNOWN);
  const wanted = { merchant_id, order_id: provider_order_id };
  const capture = async () => orThrow(await captureMerchantOrder(world.ctx, wanted)).transaction;
  expect(await refusalOf(capture())).toBe('outcome_unknown');
  world.ctx.clock.move(world.configured.rail.traits.repeat_hours.take * 3_600);
  world.configured.answer('payments.find', { kind: 'found', order: taken({}, provider_order_id).order });
  expect((await capture()).status).toBe('captured');
  expect(world.configured.asked('payments.take')).toHaveLength(1);
});

describe('an account that its merchant has left', () => {
  test('and that another merchant has now, is paid into by no session that was made for it', async () => {
    const left = await configure('shop', 'first-secret');
    const [open, ordered, paidBefore] = [await session(left), await session(left), await session(left)];
    const capture_id = await paid(paidBefore.id);
    const order_id = newProviderId('order');
    const created = { kind: 'created', provider_order_id: order_id, approve_url: null } as const;
    world.configured.answer('payments.open', created);
    const ofOrdered = { session_id: ordered.id, origin: undefined, payment_token: 'given' };
    orThrow(await createBuyerOrder(world.ctx, ofOrdered));
    await configure('kiosk', 'second-secret');
    const other = await connectedMerchant(world);
    const rail_credentials = {
      ...{ instance_id: merchant_id, merchant_account_id: 'shop', private_key },
      webhook_secret: 'third-secret',
    };
    const change = { payment_provider: 'gravy', rail_credentials };
    await changeMerchant(world.ctx, other.merchant_id, change);
    const asked = { session_id: open.id, origin: undefined, payment_token: 'given' };
    expect(await refusalOf(createBuyerOrder(world.ctx, asked).then(orThrow))).toBe('payments_not_allowed');
    const capture = captureMerchantOrder(world.ctx, { merchant_id, order_id });
    expect(await refusalOf(capture.then(orThrow))).toBe('payments_not_allowed');
    expect((await sellerOfRefund(capture_id)).account_id).toBe(left);
  });

  test('pays for one session, whichever merchant’s it is', async () => {
    const left = await configure('shop', 'first-secret');
    const provider_order_id = newProviderId('order');
    world.configured.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
    const first = await session(left);
    orThrow(
      await createBuyerOrder(world.ctx, { session_id: first.id, origin: undefined, payment_token: 'given' }),
    );
    await configure('kiosk', 'second-secret');
    const other = await connectedMerchant(world);
    const rail_credentials = {
      ...{ instance_id: merchant_id, merchant_account_id: 'shop', private_key },
      webhook_secret: 'third-secret',
    };
    await changeMerchant(world.ctx, other.merchant_id, { payment_provider: 'gravy', rail_credentials });
    const { live_account_id } = await readPayingMerchant(world.ctx.db, other.merchant_id, null);
    const second = await openSession(world, {
      ...{ merchant_id: other.merchant_id, channel_id: null, payment_provider: 'gravy' },
      ...{ rail_account_id: live_account_id, wallet_primary_currency: 'USD' },
    });
    world.configured.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
    const asked = { session_id: second.id, origin: undefined, payment_token: 'given' };
    expect(await refusalOf(createBuyerOrder(world.ctx, asked).then(orThrow))).toBe('payment_refused');
  });
});

test('where accounts are opened for merchants, one without credentials has one of its own, once', async () => {
  let opened = 0;
  const openAccount = async () => {
    opened += 1;
    const names = { instance_id: merchant_id, merchant_account_id: `opened-${opened}` };
    return Promise.resolve({ ...names, private_key, webhook_secret: 'opened-secret' });
  };
  const ctx = { ...world.ctx, openAccount };
  const route = (payment_provider: string) => changeMerchant(ctx, merchant_id, { payment_provider });
  const { merchant } = await route('gravy');
  expect(merchant.rail_credentials).toMatchObject({ merchant_account_id: 'opened-1' });
  await route('ppcp');
  await route('gravy');
  expect(opened).toBe(1);
  expect(await refusalOf(changeMerchant(ctx, randomUUID(), { payment_provider: 'gravy' }))).toBe(
    'merchant_not_found',
  );
  expect(opened).toBe(1);
});

test('credentials are sealed anew with the key of today', async () => {
  const under = (sealing: string, ...others: string[]): Ctx => ({
    ...world.ctx,
    config: { ...world.ctx.config, secrets_keys: keyringOf('rotation', sealing, others) },
  });
  const [former, both, later] = [under('former'), under('later', 'former'), under('later')];
  await configure('shop', 'a-secret', former);
  const from = { table: 'rail_accounts', after: '00000000-0000-0000-0000-000000000000' };
  const rotated = await rotateSecrets(both, { from, isRehearsal: false });
  expect(rotated.resealed).toBeGreaterThan(0);
  const { live_account_id } = await readPayingMerchant(world.ctx.db, merchant_id, null);
  const row = { rail_account_id: live_account_id, merchant_id, provider: 'gravy', wallet_merchant_id: null };
  const { sellerOf } = await import('./index.ts');
  expect((await sellerOf(later, row)).secrets['webhook_secret']).toBe('a-secret');
  await expect(sellerOf(former, row)).rejects.toThrow('None of the keys');
});

test('an account of one rail is retired by none of another', async () => {
  const { ctx, script } = world;
  const { code: wallet } = script.rail;
  const liveOn = async (rail: string) =>
    (await readPayingMerchant(ctx.db, merchant_id, rail)).live_account_id;
  const before = await liveOn(wallet);
  const configured = await configure('one', 'secret-of-one');
  expect([before, await liveOn(wallet)]).toEqual([expect.any(String), before]);
  await changeMerchant(ctx, merchant_id, { payment_provider: wallet });
  await connectAccount(world, merchant_id, { wallet_merchant_id: newProviderId('account'), reconnect: true });
  const another = await liveOn(wallet);
  expect([another === before, await liveOn('gravy')]).toEqual([false, configured]);
});
