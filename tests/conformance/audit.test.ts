import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeMerchantKey,
  refund,
  type TestMerchant,
} from '../world/actors.ts';
import { askBody, cancelText, sendText } from '../world/texts.ts';
import { startWorld, type World } from '../world/world.ts';
import { makeDashboardUser } from './matrix-actors.ts';
import { as, expectRefused } from './support.ts';

const PERMISSIONS = ['finance.manage', 'text_to_pay.manage'];

let world: World;
let merchant: TestMerchant;
/** The merchant as each credential shows it, and by which name the trail has that one. */
const callers: Record<string, { merchant: TestMerchant; actor: string }> = {};
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const { merchant_id } = merchant;
  const keys = (await world.call('GET', '/api/channel/api-keys', { key: merchant.key })).body;
  const own = await makeMerchantKey(world, merchant_id);
  const [{ subject: own_id }] = await trail(1);
  const token = await makeDashboardUser(world, { merchant_id, permissions: PERMISSIONS });
  const [{ subject: user_id }] = await trail(1);
  callers['the channel’s key'] = { merchant, actor: `key:${keys[0].id}` };
  callers['the merchant’s key'] = { merchant: { ...merchant, key: own }, actor: `key:${own_id}` };
  callers['a dashboard user'] = { merchant: { ...merchant, key: token }, actor: `user:${user_id}` };
});
afterAll(() => world.close());

interface Entry {
  actor: string;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}
async function trail(limit = 200): Promise<[Entry, ...Entry[]]> {
  return (await world.operator('GET', `audit?limit=${limit}`)).body.items;
}
const entriesOf = async (subject: string) =>
  (await trail()).filter((entry) => entry.subject === subject).map(({ actor, action }) => [actor, action]);

describe.each(['the channel’s key', 'the merchant’s key', 'a dashboard user'])('%s is named', (name) => {
  test('for a charge of a saved instrument, once for its key', async () => {
    const { merchant: by, actor } = callers[name]!;
    const { customer_ref } = await makeInstrument(world, merchant);
    const key = randomUUID();
    const charged = await charge(world, by, { customer_ref, key });
    expect((await charge(world, by, { customer_ref, key })).body).toEqual(charged.body);
    const before = await trail(1);
    expectRefused(await charge(world, by, { customer_ref: 'nobody' }), 404);
    expect(await trail(1)).toEqual(before);
    expect(await entriesOf(charged.body.transaction_id)).toEqual([[actor, 'charge.requested']]);
  });

  test('for a request by text message and for its end', async () => {
    const { merchant: by, actor } = callers[name]!;
    const { id } = (await sendText(world, by)).body;
    expect((await cancelText(world, by, id)).status).toBe(200);
    expect(await entriesOf(id)).toEqual([
      [actor, 'text_to_pay.canceled'],
      [actor, 'text_to_pay.requested'],
    ]);
  });
});

describe('the key that was called with is named', () => {
  test('for a refund, and not another one of its channel', async () => {
    const { transaction_id, capture_id } = await makeCapture(world, merchant);
    const minting = { key: merchant.key, body: { name: 'leaked' } };
    const leaked = await world.call('POST', '/api/channel/api-keys', minting);
    const by = { ...merchant, key: leaked.body.key as string };
    const key = randomUUID();
    for (const _ of [1, 2])
      expect((await refund(world, by, capture_id, { amount: '5.00', key })).status).toBe(200);
    expect((await refund(world, by, capture_id, { amount: '50.00' })).status).toBe(409);
    const of = (await trail()).filter(({ subject }) => subject === transaction_id);
    expect(of).toMatchObject([
      {
        ...{ actor: `key:${leaked.body.id}`, action: 'refund.requested' },
        detail: { refund_id: expect.any(String), amount_cents: 500, currency: 'USD' },
      },
    ]);
  });

  test('for a subscription and its end, and nobody for what it is charged', async () => {
    const { actor } = callers['the channel’s key']!;
    const { customer_ref } = await makeInstrument(world, merchant);
    const body = { customer_ref, amount: '9.90', interval: 'month' };
    const made = await world.call('POST', '/api/subscriptions', { ...as(merchant), body });
    const id = made.body.subscription_id as string;
    await world.drain();
    const { charges } = (await world.operator('GET', `subscriptions/${id}`)).body;
    expect(await entriesOf(charges[0].transaction_id)).toEqual([]);
    await world.call('POST', `/api/subscriptions/${id}/cancel`, { ...as(merchant), body: {} });
    expect(await entriesOf(id)).toEqual([
      [actor, 'subscription.canceled'],
      [actor, 'subscription.created'],
    ]);
  });

  test('for a start of onboarding', async () => {
    const { actor } = callers['the channel’s key']!;
    const start = { ...as(merchant), body: { reconnect: true } };
    expect((await world.call('POST', '/api/channel/onboarding/start', start)).status).toBe(200);
    const [entry] = await trail(1);
    const subject = merchant.merchant_id;
    expect(entry).toMatchObject({
      actor,
      action: 'onboarding.started',
      subject,
      detail: { reconnect: true },
    });
  });
});

test('nothing of a customer or a payer stands there', async () => {
  const { customer_ref } = await makeInstrument(world, merchant);
  await charge(world, merchant, { customer_ref });
  const body = askBody();
  await sendText(world, merchant, body);
  const told = JSON.stringify(await trail());
  for (const personal of [customer_ref, body['phone'], body['last_name'], body['topic']])
    expect(told).not.toContain(personal);
});
