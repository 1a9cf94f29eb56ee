import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { charge, makeChannel, makeSession, type TestChannel } from '../world/actors.ts';
import {
  captureByBuyer,
  enterCard,
  type GatewayMerchant,
  makeGatewayMerchant,
  NMI,
  order,
  payByCard,
  transactionOf,
} from '../world/gateways.ts';
import { startWorld, type World } from '../world/world.ts';

// NMI's keys do not say which account they are of. Those of a merchant are replaced while nobody knows what became of a call.

const OTHER_KEYS =
  'the credentials of the account were replaced since, and what it was paid before is not shown by these';

let world: World;
let channel: TestChannel;
let merchant: GatewayMerchant;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
});
beforeEach(async () => {
  merchant = await makeGatewayMerchant(world, channel, NMI);
});
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
});
afterAll(() => world.close());

/** The next sale is carried out, or not, and nobody hears of it: neither an answer nor a notice. */
async function losingAnswer(mode: 'reset' | 'reset_after_commit') {
  await world.control('POST', 'notices', { mode: 'hold' });
  await world.control('POST', 'faults', { operation: 'nmi.sale', mode, times: 1 });
}

async function replaceKeys(rail_credentials: unknown) {
  const path = `merchants/${merchant.merchant_id}`;
  expect((await world.operator('PATCH', path, { rail_credentials })).status).toBe(200);
}

const otherKeys = async () =>
  (await world.control('POST', 'rails/accounts', { rail: 'nmi' })).body.credentials;

/** Long past the ten minutes after which what is not shown was not done. */
async function waitLong() {
  for (const seconds of [60, 700, 700]) {
    await world.advance(seconds);
    await world.drain();
  }
}

async function unsettled() {
  const { items } = (await world.operator('GET', 'unsettled?limit=200')).body;
  return (items as { merchant_id: string; last_problem: string }[])
    .filter(({ merchant_id }) => merchant_id === merchant.merchant_id)
    .map(({ last_problem }) => last_problem);
}

describe('a sale in doubt', () => {
  let sale: { session_id: string; transaction_id: string };
  async function inDoubt(mode: 'reset' | 'reset_after_commit') {
    const entered = await enterCard(world, merchant);
    const { order_id, transaction_id } = (await order(world, entered)).body;
    await losingAnswer(mode);
    expect((await captureByBuyer(world, { ...entered, order_id })).status).toBe(503);
    sale = { ...entered, transaction_id };
  }
  async function standing() {
    const { status } = await transactionOf(world, merchant, sale.transaction_id);
    const session = await world.call('GET', `/api/checkout-sessions/${sale.session_id}`);
    return [status, session.body.status];
  }

  test('is not given up because another account does not show it, and is found by the keys of its own', async () => {
    await inDoubt('reset_after_commit');
    await replaceKeys(await otherKeys());
    await waitLong();
    expect([await standing(), await unsettled()]).toEqual([['created', 'capturing'], [OTHER_KEYS]]);
    await replaceKeys(merchant.credentials);
    await world.advance(3_600);
    await world.drain();
    expect([await standing(), await unsettled()]).toEqual([['captured', 'completed'], []]);
  });

  test('is not given up because keys given by mistake were taken back', async () => {
    await payByCard(world, merchant);
    await world.advance(600);
    await replaceKeys(await otherKeys());
    await inDoubt('reset_after_commit');
    await replaceKeys(merchant.credentials);
    await waitLong();
    expect([await standing(), await unsettled()]).toEqual([['created', 'capturing'], [OTHER_KEYS]]);
  });

  test('is not given up because another account shows what it was paid itself', async () => {
    await payByCard(world, merchant);
    await world.advance(600);
    await inDoubt('reset_after_commit');
    const keys = await otherKeys();
    await replaceKeys(keys);
    await world.advance(600);
    await payByCard(world, merchant);
    await world.advance(600);
    await replaceKeys(keys);
    await waitLong();
    expect(await standing()).toEqual(['created', 'capturing']);
  });

  test('was not made when the same keys, given again, do not show it', async () => {
    await inDoubt('reset');
    await replaceKeys(merchant.credentials);
    await waitLong();
    expect([await standing(), await unsettled()]).toEqual([['voided', 'open'], []]);
  });

  test.each([
    ['was not made when they show what was paid before', true, [['voided', 'open'], []]],
    ['stays in doubt when nothing was', false, [['created', 'capturing'], [OTHER_KEYS]]],
  ])('under other keys of its account %s', async (_what, wasPaid, expected) => {
    if (wasPaid) await payByCard(world, merchant);
    await world.advance(600);
    await inDoubt('reset');
    const { body } = await world.control('POST', `rails/accounts/${merchant.account_id}/rotate`, {});
    await replaceKeys(body.credentials);
    await waitLong();
    expect([await standing(), await unsettled()]).toEqual(expected);
  });
});

test('a charge in doubt has not failed because another account does not show it', async () => {
  const { id: session_id } = (
    await makeSession(world, merchant, { amount: 0, metadata: { customer_ref: 'c-1' } })
  ).body;
  const payment_token = await NMI.pay(world, (await NMI.credential(world, session_id)).body);
  const { order_id } = (await order(world, { session_id, payment_token })).body;
  expect((await captureByBuyer(world, { session_id, order_id })).status).toBe(200);
  await losingAnswer('reset_after_commit');
  const again = () => charge(world, merchant, { customer_ref: 'c-1', amount: '20.00', key: 'k-1' });
  expect((await again()).status).toBe(503);
  await replaceKeys(await otherKeys());
  await waitLong();
  expect([(await again()).status, await unsettled()]).toEqual([503, [OTHER_KEYS]]);
  await replaceKeys(merchant.credentials);
  await world.advance(3_600);
  await world.drain();
  expect([(await again()).status, await unsettled()]).toEqual([200, []]);
});
