import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, makeInstrument, recordedEvents } from '../world/actors.ts';
import { startWorld } from '../world/world.ts';
import {
  as,
  expectProblem,
  expectRefused,
  makeDirectMerchant,
  onboard,
  type TestMerchant,
  type World,
} from './support.ts';

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());
afterEach(() => world.control('DELETE', 'faults', {}));

const DAY = 86_400;
const KEYS = [
  ...[
    'amount',
    'created_at',
    'currency',
    'current_period_end',
    'current_period_start',
    'customer_ref',
    'interval',
  ],
  ...['interval_count', 'next_charge_at', 'status', 'subscription_id'],
];

const TOLD: Readonly<Record<string, readonly string[]>> = {
  'subscription.created': [],
  'subscription.charged': ['transaction_id'],
  'subscription.payment_failed': ['reason', 'transaction_id'],
  'subscription.past_due': ['reason', 'transaction_id'],
  'subscription.canceled': ['reason'],
};

type Sub = Record<string, unknown> & { subscription_id: string };

async function begin(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const plan = { amount: '9.90', interval: 'month', ...body };
  return world.call('POST', '/api/subscriptions', { ...as(merchant), headers, body: plan });
}
async function begun(body: Record<string, unknown> = {}): Promise<Sub> {
  const { customer_ref } = body['customer_ref']
    ? { customer_ref: body['customer_ref'] }
    : await makeInstrument(world, merchant);
  const made = await begin({ ...body, customer_ref });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body as Sub;
}
const read = async ({ subscription_id }: Sub) =>
  (await world.call('GET', `/api/subscriptions/${subscription_id}`, as(merchant))).body as Sub;
const cancel = ({ subscription_id }: Sub, body?: Record<string, unknown>) =>
  world.call('POST', `/api/subscriptions/${subscription_id}/cancel`, {
    ...as(merchant),
    ...(body && { body }),
  });
const eventsOf = async ({ subscription_id }: Sub) =>
  (await recordedEvents(world, merchant.merchant_id)).filter(
    ({ object }) => object['subscription_id'] === subscription_id,
  );
const expectKeys = (events: readonly { type: string; object: Record<string, unknown> }[]) => {
  for (const { type, object } of events) {
    expect(Object.keys(object).toSorted(), type).toEqual(
      [...KEYS, 'amount_cents', 'id', 'merchant_id', ...TOLD[type]!].toSorted(),
    );
  }
};
const typesOf = async (subscription: Sub) => (await eventsOf(subscription)).map(({ type }) => type);

describe('a subscription', () => {
  test('is made, charged at once and then with each month, and each charge is a transaction', async () => {
    const made = await begun();
    expect(Object.keys(made).toSorted()).toEqual(KEYS);
    expect(made).toMatchObject({
      amount: '9.9',
      currency: 'USD',
      interval: 'month',
      interval_count: 1,
      status: 'active',
    });
    await world.drain();
    await world.advance(32 * DAY);
    await world.drain();
    const events = await eventsOf(made);
    expect(events.map(({ type }) => type)).toEqual([
      ...['subscription.created', 'subscription.charged', 'subscription.charged'],
    ]);
    expectKeys(events);
    const ids = events.slice(1).map(({ object }) => String(object['transaction_id']));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) {
      const { body } = await world.call('GET', `/api/transactions/${id}`, as(merchant));
      expect(body).toMatchObject({ status: 'captured', amount: 9.9 });
    }
    expect(events[1]!.object).toMatchObject({ merchant_id: merchant.merchant_id, id: made.subscription_id });
  });

  test('is listed newest first, by state and by customer, to its own merchant alone', async () => {
    const one = await begun({ start_at: new Date(Date.now() + 90 * 365 * DAY * 1000).toISOString() });
    const { customer_ref } = one;
    const two = await begun({ customer_ref, interval: 'year' });
    await cancel(two);
    const list = async (query: string, by: { key: string; merchant_id: string } = merchant) =>
      (await world.call('GET', `/api/subscriptions?${query}`, as(by))).body;
    const ofCustomer = `customer_ref=${String(customer_ref)}`;
    const ids = (page: { items: Sub[] }) => page.items.map(({ subscription_id }) => subscription_id);
    expect(ids(await list(ofCustomer))).toEqual([two.subscription_id, one.subscription_id]);
    expect(ids(await list(`${ofCustomer}&status=active`))).toEqual([one.subscription_id]);
    expect(await list(`${ofCustomer}&limit=1&offset=1`)).toMatchObject({ total: 2, limit: 1, offset: 1 });
    const other = await makeDirectMerchant(world);
    expect(await list(ofCustomer, other)).toMatchObject({ items: [], total: 0 });
    const foreign = await world.call('GET', `/api/subscriptions/${one.subscription_id}`, as(other));
    expectRefused(foreign, 404, 'Subscription not found');
  });

  test('answers a repeated key with the same one, and refuses the key with another body', async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const headers = { 'idempotency-key': `subscription-of-${customer_ref}` };
    const [one, two] = await Promise.all([
      begin({ customer_ref }, headers),
      begin({ customer_ref }, headers),
    ]);
    expect([one.status, two.body]).toEqual([201, one.body]);
    const replayed = [one, two].map((answer) => answer.headers.get('idempotent-replayed'));
    expect(replayed.toSorted()).toEqual([null, 'true']);
    const other = await begin({ customer_ref, amount: '10' }, headers);
    expect([other.status, other.body.detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']]);
  });

  test.each([
    [{ interval: 'fortnight' }, ['body', 'interval']],
    [{ interval_count: 0 }, ['body', 'interval_count']],
    [{ amount: 0 }, ['body', 'amount']],
    [{ amount: '9.999' }, ['body', 'amount']],
    [{ start_at: 'tomorrow' }, ['body', 'start_at']],
    [{ start_at: '2020-01-01T00:00:00Z' }, ['body', 'start_at']],
    [{ start_at: '9999-12-31T00:00:00Z', interval: 'year' }, ['body', 'start_at']],
    [{ plan: 'gold' }, ['body', 'plan']],
  ])('is refused with %j', async (wrong, loc) => {
    const answer = await begin({ customer_ref: 'anyone', ...wrong });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
  });

  test('needs a customer who has saved an instrument', async () => {
    expectRefused(await begin({ customer_ref: 'nobody' }), 404, 'No saved instrument for this customer');
  });
});

describe('while its channel is switched off', () => {
  const switched = (active: boolean) =>
    world.operator('PATCH', `channels/${merchant.channel_id}`, { active });

  test('nothing is charged and nothing fails, and it is charged once it is on again', async () => {
    const made = await begun();
    await world.drain();
    await switched(false);
    try {
      await world.advance(32 * DAY);
      await world.drain();
    } finally {
      await switched(true);
    }
    expect(await typesOf(made)).toEqual(['subscription.created', 'subscription.charged']);
    await world.advance(DAY);
    await world.drain();
    expect(await typesOf(made)).toEqual([
      'subscription.created',
      ...['subscription.charged', 'subscription.charged'],
    ]);
  });
});

describe('a charge that is declined', () => {
  test('is tried again on the 1st, 3rd and 5th day, then past due, and canceled a week later', async () => {
    const { customer_ref } = await makeInstrument(world, merchant, { funding_source: 'card_declined' });
    const made = await begun({ customer_ref });
    await world.drain();
    for (const days of [1, 2, 2]) {
      expect((await read(made)).status).toBe('active');
      await world.advance(days * DAY);
      await world.drain();
    }
    expect(await read(made)).toMatchObject({ status: 'past_due', next_charge_at: null });
    await world.advance(7 * DAY);
    await world.drain();
    expect(await typesOf(made)).toEqual([
      'subscription.created',
      ...Array<string>(4).fill('subscription.payment_failed'),
      ...['subscription.past_due', 'subscription.canceled'],
    ]);
    const events = await eventsOf(made);
    expectKeys(events);
    const [, failed] = events;
    const id = String(failed!.object['transaction_id']);
    const { body } = await world.call('GET', `/api/transactions/${id}`, as(merchant));
    expect(body).toMatchObject({ status: 'failed', failure_code: failed!.object['reason'] });
  });
});

describe('canceling', () => {
  test('ends it at once, and again changes nothing', async () => {
    const made = await begun();
    await world.drain();
    expect((await cancel(made)).body).toMatchObject({ status: 'canceled', next_charge_at: null });
    expect((await cancel(made, { at_period_end: true })).body).toMatchObject({ status: 'canceled' });
    expect(await typesOf(made)).toEqual([
      ...['subscription.created', 'subscription.charged', 'subscription.canceled'],
    ]);
  });

  test('at the end of the period leaves it active until then', async () => {
    const made = await begun();
    await world.drain();
    const asked = (await cancel(made, { at_period_end: true })).body;
    expect(asked).toMatchObject({ status: 'active', next_charge_at: null });
    await world.advance(32 * DAY);
    await world.drain();
    expect((await read(made)).status).toBe('canceled');
    expect(await typesOf(made)).toEqual([
      ...['subscription.created', 'subscription.charged', 'subscription.canceled'],
    ]);
  });
});

test('a charge whose answer is lost after the money moved is made once', async () => {
  const made = await begun();
  await world.control('POST', 'faults', { operation: 'orders.create', mode: 'reset_after_commit', times: 1 });
  await world.drain();
  await world.advance(3_600);
  await world.drain();
  expect(await typesOf(made)).toEqual(['subscription.created', 'subscription.charged']);
  const { total } = (await world.call('GET', '/api/transactions?limit=100', as(merchant))).body;
  const all = (await world.call('GET', '/api/transactions?limit=100', as(merchant))).body.items as {
    status: string;
  }[];
  expect(all.length).toBe(total);
});

test('no key of the merchant’s own meets those that periods are charged under', async () => {
  const start_at = new Date(world.clock.now().getTime() + DAY * 1000).toISOString();
  const { customer_ref, subscription_id } = await begun({ start_at });
  const theirs = `subscription ${subscription_id}, period 0, try 1 `.padEnd(160, '.');
  const chargeUnder = (idempotency_key: string) =>
    world.call('POST', '/api/vault/charge', {
      ...as(merchant),
      body: { customer_ref, amount: '1.00', idempotency_key },
    });
  expectProblem(await chargeUnder(theirs), ['body', 'idempotency_key']);
  const own = [theirs.slice(0, 128), theirs.replace(/\.+$/, ''), theirs.replace(/ \.+$/, '')];
  const ids = [];
  for (const key of own) ids.push((await chargeUnder(key)).body.transaction_id);
  await world.advance(DAY + 60);
  await world.drain();
  const [, charged] = await eventsOf({ subscription_id });
  expect(charged!.type).toBe('subscription.charged');
  expect(new Set([...ids, charged!.object['transaction_id']]).size).toBe(4);
});

async function saveInstrument(by: { key: string; merchant_id: string }): Promise<string> {
  const session = { amount: 0, metadata: { customer_ref: 'bert' } };
  const made = await world.call('POST', '/api/checkout-sessions', { ...as(by), body: session });
  const path = `/api/checkout-sessions/${made.body.id}/orders`;
  const { order_id } = (await world.call('POST', path, { body: {} })).body;
  await world.control('POST', `orders/${order_id}/approve`, {});
  await world.call('POST', `${path}/${order_id}/capture`, { body: {} });
  return 'bert';
}

test('a merchant’s own key begins one too', async () => {
  const direct = await makeDirectMerchant(world);
  await onboard(world, direct);
  const customer_ref = await saveInstrument(direct);
  const body = { customer_ref, amount: 5, interval: 'week', interval_count: 2 };
  const made = await world.call('POST', '/api/subscriptions', { ...as(direct), body });
  expect([made.status, made.body.interval_count]).toEqual([201, 2]);
});

test('the operator sees what every one waits for', async () => {
  const made = await begun();
  await world.drain();
  const listed = await world.operator(
    'GET',
    `subscriptions?merchant_id=${merchant.merchant_id}&status=active`,
  );
  expect(listed.body.items[0]).toMatchObject({ merchant_id: merchant.merchant_id, period: 1, failures: 0 });
  const shown = await world.operator('GET', `subscriptions/${made.subscription_id}`);
  expect(shown.body.charges).toEqual([
    expect.objectContaining({ period: 0, try: 1, outcome: 'charged', transaction_id: expect.any(String) }),
  ]);
});
