import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  connectedMerchant,
  type ModuleWorld,
  openSession,
  refusalOf,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, taken } from '../../../../tests/world/scripted-rail.ts';
import type { Ctx } from '../../context.ts';
import { keyringOf } from '../../lib/keyring.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import type { Notice } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { changeMerchant } from '../onboarding/change-merchant.ts';
import { createBuyerOrder } from '../orders/index.ts';
import { readPayingMerchant } from '../merchants/index.ts';
import { newsFinder } from '../payments/index.ts';
import { actOn } from './act-on.ts';
import { sweepOfNotices } from './sweep-notices.ts';
import { noticeJudge } from './judge-notice.ts';
import { receiveNotice } from './receive-notice.ts';
import { noticeStore } from './store-notice.ts';

const { privateKey: private_key } = generateKeyPairSync('ec', {
  namedCurve: 'P-521',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.script.beginAnew();
  world.configured.beginAnew();
});
afterEach(() => expect([...world.script.unused(), ...world.configured.unused()]).toEqual([]));

/** A merchant on the configured rail, and the account that it is paid into. */
async function configured(webhook_secret: string) {
  const { merchant_id } = await connectedMerchant(world);
  const rail_credentials = {
    instance_id: merchant_id,
    merchant_account_id: 'shop',
    private_key,
    webhook_secret,
  };
  await changeMerchant(world.ctx, merchant_id, { payment_provider: 'gravy', rail_credentials });
  const { live_account_id } = await readPayingMerchant(world.ctx.db, merchant_id, null);
  return { merchant_id, account_id: live_account_id!, name: `${merchant_id}/shop` };
}

type Configured = Awaited<ReturnType<typeof configured>>;

/** An order of the merchant that its provider calls by this id. */
async function order({ merchant_id, account_id }: Configured, provider_order_id: string) {
  const { id: session_id } = await openSession(world, {
    ...{ merchant_id, channel_id: null, payment_provider: 'gravy' },
    ...{ rail_account_id: account_id, wallet_primary_currency: null },
  });
  world.configured.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
  const asked = { session_id, origin: undefined, payment_token: 'given' };
  return orThrow(await createBuyerOrder(world.ctx, asked)).order.transaction_id!;
}

function receive(
  rail: string,
  told: { id?: string; account?: string; notice?: Notice },
  ctx: Ctx = world.ctx,
) {
  const raw_body = Buffer.from(JSON.stringify({ id: randomUUID(), type: 'TEST', ...told }));
  const notice = { rail, source_address: '127.0.0.1', headers: {}, raw_body };
  const by = { judge: noticeJudge(ctx), store: noticeStore(ctx.db) };
  return receiveNotice(ctx, by, notice);
}

const asked = () => world.configured.asked('notices.verify');

test('a notice is judged by the keys of the accounts that bear the name it gives', async () => {
  const [one, _other] = [await configured('one-secret'), await configured('other-secret')];
  world.configured.answer('notices.verify', { kind: 'genuine', account_id: one.account_id });
  await receive('gravy', { account: one.name });
  expect(asked()[0]!.candidates).toEqual([
    {
      account_id: one.account_id,
      provider_account: one.name,
      shown: { instance_id: one.merchant_id, merchant_account_id: 'shop' },
      secrets: { private_key, webhook_secret: 'one-secret' },
    },
  ]);
});

test('of a name that nobody bears there is no key to judge it by', async () => {
  world.configured.answer('notices.verify', { kind: 'forged', problem: 'nobody’s' });
  expect(await refusalOf(receive('gravy', { account: 'nobody/shop' }))).toBe('notice_forged');
  expect(asked()[0]!.candidates).toEqual([]);
});

test('a provider that tells the deployment is not asked whose it is', async () => {
  world.script.answer('notices.verify', { kind: 'genuine', account_id: null });
  await receive('ppcp', {});
  expect(world.script.asked('notices.verify')[0]!.candidates).toEqual([]);
});

test('what one account tells is nothing of another that calls its order alike', async () => {
  const [one, other] = [await configured('one-secret'), await configured('other-secret')];
  const provider_order_id = newProviderId('order');
  const ours = await order(one, provider_order_id);
  const theirs = await order(other, provider_order_id);
  world.configured.answer('notices.verify', { kind: 'genuine', account_id: one.account_id });
  await receive('gravy', { account: one.name, notice: { about: 'order_approved', provider_order_id } });
  world.configured.answer('payments.find', { kind: 'found', order: taken({}, provider_order_id).order });
  await sweepOfNotices(world.ctx).run(UNTIL_DONE);
  const statusOf = async (id: string) => (await transactionOf(world, id)).status;
  expect([await statusOf(ours), await statusOf(theirs)]).toEqual(['captured', 'created']);
  expect(world.configured.asked('payments.find')[0]!.seller.account_id).toBe(one.account_id);
});

test('what was paid into an account before another merchant had it is still found by its news', async () => {
  const one = await configured('one-secret');
  const provider_order_id = newProviderId('order');
  const ours = await order(one, provider_order_id);
  const keys = (merchant_account_id: string) => ({
    payment_provider: 'gravy',
    rail_credentials: {
      ...{ instance_id: one.merchant_id, merchant_account_id, private_key, webhook_secret: 'a-later-secret' },
    },
  });
  await changeMerchant(world.ctx, one.merchant_id, keys('kiosk'));
  const { merchant_id } = await connectedMerchant(world);
  await changeMerchant(world.ctx, merchant_id, keys('shop'));
  const { live_account_id } = await readPayingMerchant(world.ctx.db, merchant_id, null);
  world.configured.answer('notices.verify', { kind: 'genuine', account_id: live_account_id! });
  await receive('gravy', { account: one.name, notice: { about: 'order_approved', provider_order_id } });
  world.configured.answer('payments.find', { kind: 'found', order: taken({}, provider_order_id).order });
  await sweepOfNotices(world.ctx).run(UNTIL_DONE);
  expect(await transactionOf(world, ours)).toMatchObject({
    ...{ status: 'captured', merchant_id: one.merchant_id },
  });
  expect(world.configured.asked('payments.find')[0]!.seller.account_id).toBe(one.account_id);
});

test('a refund of what is nothing of ours is asked about for a day and not for a month', async () => {
  const one = await configured('one-secret');
  const of = {
    ...{ from: { provider: 'gravy', rail_account_id: one.account_id }, heardAt: world.ctx.clock.now() },
    find: newsFinder(world.ctx.db),
  };
  const notice: Notice = {
    ...{ about: 'refund_changed', provider_refund_id: 'r', provider_capture_id: null },
    provider_order_id: 'somebody’s',
  };
  expect(await actOn(world.ctx, of, notice)).toBe('later');
  expect(await actOn(world.ctx, { ...of, isOld: true }, notice)).toBe('done');
});

test('a settlement of what is nothing of ours is asked about for a day and not for a month', async () => {
  const one = await configured('one-secret');
  const of = {
    ...{ from: { provider: 'gravy', rail_account_id: one.account_id }, heardAt: world.ctx.clock.now() },
    find: newsFinder(world.ctx.db),
  };
  const notice: Notice = {
    ...{ about: 'capture_settled', provider_capture_id: null },
    provider_order_id: 'somebody’s',
  };
  expect(await actOn(world.ctx, of, notice)).toBe('later');
  expect(await actOn(world.ctx, { ...of, isOld: true }, notice)).toBe('done');
});

test('one order of an account pays for one session', async () => {
  const one = await configured('one-secret');
  const provider_order_id = newProviderId('order');
  await order(one, provider_order_id);
  expect(await refusalOf(order(one, provider_order_id))).toBe('payment_refused');
});

test('an account whose key cannot be opened is in nobody’s way, and its notices are asked for again', async () => {
  const one = await configured('one-secret');
  const secrets_keys = keyringOf('another', 'another-key-of-the-deployment', []);
  const elsewhere = { ...world.ctx, config: { ...world.ctx.config, secrets_keys } };
  world.configured.answer('notices.verify', { kind: 'forged', problem: 'nobody’s' });
  expect(await refusalOf(receive('gravy', { account: one.name }, elsewhere))).toBe('notice_unverifiable');
  expect(asked()[0]!.candidates).toEqual([]);
});
