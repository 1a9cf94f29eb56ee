import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  capture,
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeOrder,
  recordedEvents,
  refund,
  type TestMerchant,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';

// Our books against the provider's own, over its transaction search. What is planted is planted in the provider's books.

const DAY = 86_400;
const HOUR = 3_600;
const LAG_HOURS = 3;
const SLOW_MS = 180_000;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  await newMerchant();
});
afterAll(() => world.close());

async function newMerchant(): Promise<void> {
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { platform_fee_percent: 10 });
}

interface Difference {
  id: string;
  merchant_id: string;
  day: string;
  cause: string;
  kind: string;
  provider_id: string;
  transaction_id: string | null;
  state: string;
  ours: Record<string, unknown> | null;
  theirs: Record<string, unknown> | null;
}

const today = async (): Promise<string> =>
  String((await world.operator('GET', 'clock')).body.now).slice(0, 10);

// Until the provider shows all of the day and everybody has been asked about it.
async function untilCompared(): Promise<void> {
  await world.drain();
  await world.advance(DAY + (LAG_HOURS + 1) * HOUR);
  await world.drain();
}

async function listed(state?: string): Promise<Difference[]> {
  const filter = state === undefined ? '' : `&state=${state}`;
  const path = `reconciliation/differences?merchant_id=${merchant.merchant_id}${filter}`;
  return (await world.operator('GET', path)).body.items;
}

const brief = (differences: readonly Difference[]) =>
  differences.map(({ cause, kind, provider_id }) => [cause, kind, provider_id]).sort();

async function dayRow(day: string) {
  const path = `reconciliation/days?merchant_id=${merchant.merchant_id}&day=${day}`;
  return (await world.operator('GET', path)).body.items[0];
}

interface Entry {
  kind: string;
  id: string;
  body: Record<string, unknown>;
}

/** Rewrites the provider's books, as nobody but the provider could. */
async function rewrite(change: (records: Entry[]) => Entry[]): Promise<void> {
  const { body } = await world.control('GET', 'snapshot');
  const put = await world.control('PUT', 'snapshot', { ...body, records: change(body.records) });
  expect(put.status).toBeLessThan(300);
}

const changing = (id: string, set: Record<string, unknown>) => (records: Entry[]) =>
  records.map((one) => (one.id === id ? { ...one, body: { ...one.body, ...set } } : one));

const aCentMore = (id: string, field: string) => (records: Entry[]) => {
  const { value } = records.find((one) => one.id === id)!.body[field] as { value: string };
  return changing(id, { [field]: usd((Number(value) + 0.01).toFixed(2)) })(records);
};

const usd = (value: string) => ({ currency_code: 'USD', value });

describe('books that agree', () => {
  test('a day with payments, refunds, a reversal and a dispute is compared by itself, and nothing is listed', async () => {
    const day = await today();
    const paid = await makeCapture(world, merchant);
    await refund(world, merchant, paid.capture_id, { amount: '5.00' });
    const reversed = await makeCapture(world, merchant);
    await world.control('POST', `captures/${reversed.capture_id}/reverse`, {});
    const disputed = await makeCapture(world, merchant);
    await world.control('POST', `captures/${disputed.capture_id}/dispute`, { reason: 'UNAUTHORISED' });
    const elsewhere = await makeCapture(world, merchant);
    await world.control('POST', `captures/${elsewhere.capture_id}/refund`, { amount: '3.00' });
    await makeOrder(world, merchant);
    const heldBack = await makeOrder(world, merchant, { approved: false });
    await world.control('POST', `orders/${heldBack.order_id}/approve`, { funding_source: 'pending' });
    const held = await capture(world, merchant, heldBack.order_id);
    await world.advance(DAY);
    const held_id: string = held.body.provider_capture_id;
    await world.control('POST', `captures/${held_id}/settle`, { status: 'COMPLETED' });
    await world.drain();
    await world.advance(DAY);
    expect((await refund(world, merchant, held_id, { amount: '1.00' })).status).toBe(200);
    await untilCompared();
    expect(await listed()).toEqual([]);
    expect(await dayRow(day)).toMatchObject({
      is_whole: true,
      open: 0,
      looks: 1,
      due_at: null,
      problem: null,
    });
    expect((await dayRow(day)).entries).toBeGreaterThanOrEqual(10);
  });

  test('what the account sold elsewhere is none of our business', async () => {
    const paid = await makeCapture(world, merchant);
    await world.drain();
    const foreign = {
      id: 'FOREIGN0000000001',
      custom_id: 'order 7 of their own shop',
      order_id: 'FOREIGN0000000002',
    };
    await rewrite((records) => {
      const mine = records.find(({ id }) => id === paid.capture_id)!;
      return [...records, { ...mine, id: foreign.id, body: { ...mine.body, ...foreign } }];
    });
    await untilCompared();
    expect(await listed()).toEqual([]);
  });
});

describe('what is planted in the provider’s books is found:', () => {
  beforeEach(newMerchant);

  const planted: readonly [
    what: string,
    expected: readonly [cause: string, kind: string][],
    plant: (paid: { capture_id: string; refund_id: string }) => (records: Entry[]) => Entry[],
  ][] = [
    ['a fee off by a cent', [['fee', 'capture']], ({ capture_id }) => aCentMore(capture_id, 'paypal_fee')],
    [
      'a platform fee off by a cent',
      [['fee', 'platform_fee']],
      ({ capture_id }) => aCentMore(capture_id, 'platform_fee'),
    ],
    [
      'an amount off by a cent',
      [['amount', 'capture']],
      ({ capture_id }) => changing(capture_id, { amount: usd('20.01') }),
    ],
    [
      'another currency',
      [
        ['amount', 'capture'],
        ['fee', 'platform_fee'],
      ],
      ({ capture_id }) => changing(capture_id, { amount: { currency_code: 'EUR', value: '20.00' } }),
    ],
    [
      'a payment that is not there',
      [['missing_there', 'capture']],
      ({ capture_id }) =>
        (records) =>
          records.filter(({ id }) => id !== capture_id),
    ],
    [
      'a payment that was denied after all',
      [['state', 'capture']],
      ({ capture_id }) => changing(capture_id, { status: 'DECLINED' }),
    ],
    [
      'a refund that is not there',
      [['missing_there', 'refund']],
      ({ refund_id }) =>
        (records) =>
          records.filter(({ id }) => id !== refund_id),
    ],
    [
      'a refund of another amount',
      [['amount', 'refund']],
      ({ refund_id }) => changing(refund_id, { amount: usd('4.99') }),
    ],
    [
      'a fee given back otherwise',
      [['fee', 'fee_return']],
      ({ refund_id }) => changing(refund_id, { platform_fee: usd('0.51') }),
    ],
  ];
  test.each(planted)(
    '%s',
    async (_what, expected, plant) => {
      const paid = await makeCapture(world, merchant);
      const { transaction_id, capture_id } = paid;
      await refund(world, merchant, capture_id, { amount: '5.00' });
      await world.drain();
      const { body } = await world.control('GET', 'snapshot');
      const refund_id = (body.records as Entry[]).find(
        (one) => one.kind === 'refund' && one.body['capture_id'] === capture_id,
      )!.id;
      await rewrite(plant({ capture_id, refund_id }));
      await untilCompared();
      const found = await listed('open');
      expect(found.map(({ cause, kind }) => [cause, kind]).sort()).toEqual(expected);
      expect(found.every((one) => one.transaction_id === transaction_id)).toBe(true);
    },
    SLOW_MS,
  );

  test(
    'a payment on the other side of a day’s edge, once, and one within a second of it is no difference',
    async () => {
      const day = await today();
      const [moved, kept] = [await makeCapture(world, merchant), await makeCapture(world, merchant)];
      await world.drain();
      const at = (time: string) => ({ create_time: time, update_time: time });
      const before = `${new Date(Date.parse(`${day}T00:00:00Z`) - 1_000).toISOString().slice(0, 19)}Z`;
      await rewrite(changing(moved.capture_id, at(before)));
      await rewrite(changing(kept.capture_id, at(`${day}T00:00:00Z`)));
      await untilCompared();
      expect(brief(await listed())).toEqual([['day', 'capture', moved.capture_id]]);
    },
    SLOW_MS,
  );

  test('a payment in our name that we know nothing of', async () => {
    const paid = await makeCapture(world, merchant);
    await world.drain();
    const lost = { id: 'LOST0000000000001', order_id: 'LOST0000000000002' };
    const custom_id = `${paid.transaction_id.slice(0, -4)}0000`;
    await rewrite((records) => {
      const mine = records.find(({ id }) => id === paid.capture_id)!;
      return [...records, { ...mine, id: lost.id, body: { ...mine.body, ...lost, custom_id } }];
    });
    await untilCompared();
    expect(brief(await listed('open'))).toEqual([['missing_here', 'capture', lost.id]]);
  });
});

describe('what can be mended by reading back is mended:', () => {
  beforeEach(newMerchant);

  test('a refund made at the provider whose notice never came', async () => {
    const { capture_id } = await makeCapture(world, merchant);
    await world.drain();
    await loseNotices(() => world.control('POST', `captures/${capture_id}/refund`, { amount: '7.00' }));
    await untilCompared();
    expect((await listed('mended')).map(({ cause, kind }) => [cause, kind])).toEqual([
      ['missing_here', 'refund'],
    ]);
    expect(await listed('open')).toEqual([]);
    const refunds = (await recordedEvents(world, merchant.merchant_id)).filter(
      ({ type }) => type === 'payment.refunded',
    );
    expect(refunds).toMatchObject([{ object: { total_refunded_cents: 700 } }]);
  });

  test('a reversal whose notice never came', async () => {
    const { capture_id } = await makeCapture(world, merchant);
    await world.drain();
    await loseNotices(() => world.control('POST', `captures/${capture_id}/reverse`, {}));
    await untilCompared();
    expect((await listed('mended')).map(({ cause, kind }) => [cause, kind])).toEqual([
      ['missing_here', 'reversal'],
    ]);
  });

  test('a charge that nobody believed any more, once the provider shows its money', async () => {
    // What follows takes six hours, and a day that is over is compared: it has to lie within one.
    const sinceMidnightMs = world.clock.now().getTime() % (24 * HOUR * 1_000);
    await world.advance(25 * HOUR - Math.floor(sinceMidnightMs / 1_000));
    const { customer_ref } = await makeInstrument(world, merchant);
    // The account is compared since this one.
    await makeCapture(world, merchant);
    await loseNotices(async () => {
      await world.control('POST', 'faults', {
        operation: 'orders.create',
        mode: 'error_after_commit',
        times: 50,
      });
      expect((await charge(world, merchant, { customer_ref })).status).toBe(503);
      await world.drain();
      await world.advance(6 * HOUR);
      await world.drain();
      await world.control('DELETE', 'faults');
    });
    const unsettled = async () => (await world.operator('GET', 'unsettled')).body.items;
    expect(await unsettled()).toMatchObject([{ kind: 'charge' }]);
    await untilCompared();
    expect(await unsettled()).toEqual([]);
    expect((await listed('mended')).map(({ cause, kind }) => [cause, kind])).toEqual([
      ['missing_here', 'capture'],
    ]);
  });
});

// What is held is never released: it does not arrive.
async function loseNotices(act: () => Promise<unknown>): Promise<void> {
  await world.control('POST', 'notices', { mode: 'hold' });
  await act();
  await world.control('POST', 'notices', { mode: 'deliver' });
}

describe('a day', () => {
  beforeEach(newMerchant);

  test('is looked at on demand while it is young, and again once the provider shows all of it', async () => {
    const day = await today();
    await world.control('PATCH', `accounts/${merchant.account_id}`, { search_lag_seconds: 3 * HOUR });
    const { capture_id } = await makeCapture(world, merchant);
    await world.drain();
    const asked = await world.operator('POST', 'reconciliation', {
      from: day,
      merchant_id: merchant.merchant_id,
    });
    expect(asked).toMatchObject({ status: 200, body: { days: 1 } });
    await world.drain();
    // What is not shown yet is no difference.
    expect(await listed()).toEqual([]);
    expect(await dayRow(day)).toMatchObject({ is_whole: false, looks: 1, entries: 0 });
    await rewrite((records) => records.filter(({ id }) => id !== capture_id));
    await untilCompared();
    expect(await dayRow(day)).toMatchObject({ is_whole: true, looks: 2, open: 1 });
    expect(brief(await listed('open'))).toEqual([['missing_there', 'capture', capture_id]]);
  });

  test('in which something does not agree is looked at again, and what agrees then is gone', async () => {
    const { capture_id } = await makeCapture(world, merchant);
    await world.drain();
    const fee = (value: string) => changing(capture_id, { paypal_fee: usd(value) });
    const { body } = await world.control('GET', 'snapshot');
    const told = (body.records as Entry[]).find(({ id }) => id === capture_id)!.body['paypal_fee'] as {
      value: string;
    };
    await rewrite(fee('9.99'));
    await untilCompared();
    expect(await listed('open')).toMatchObject([{ cause: 'fee', theirs: { fee_cents: 999 } }]);
    await rewrite(fee(told.value));
    await untilCompared();
    expect(await listed('open')).toEqual([]);
    expect(await listed('gone')).toMatchObject([{ cause: 'fee' }]);
  });

  test('that the seller does not let us search waits, and says why', async () => {
    const day = await today();
    await makeCapture(world, merchant);
    await world.control('PATCH', `accounts/${merchant.account_id}`, {
      granted: ['PAYMENT', 'REFUND', 'PARTNER_FEE'],
    });
    await untilCompared();
    expect(await dayRow(day)).toMatchObject({ looks: 0, problem: expect.stringContaining('not permitted') });
  });

  test('goes on where it was when the provider fails in the middle of it', async () => {
    const day = await today();
    const { capture_id } = await makeCapture(world, merchant);
    await world.drain();
    await rewrite((records) => records.filter(({ id }) => id !== capture_id));
    await world.control('POST', 'faults', { operation: 'search.read', mode: 'error', times: 2 });
    await untilCompared();
    await world.advance(600);
    await world.restart();
    await world.drain();
    expect(await dayRow(day)).toMatchObject({ is_whole: true, open: 1 });
  });
});

describe('the operator', () => {
  beforeEach(newMerchant);

  test('settles a difference with a note, and it stays so until something moves', async () => {
    const day = await today();
    const { capture_id } = await makeCapture(world, merchant);
    await world.drain();
    await rewrite(changing(capture_id, { paypal_fee: usd('9.99') }));
    await untilCompared();
    const [open] = await listed('open');
    const settle = () =>
      world.operator('POST', `reconciliation/differences/${open!.id}/settle`, { note: 'their mistake' });
    expect(await settle()).toMatchObject({ status: 200, body: { state: 'settled', note: 'their mistake' } });
    expect(await settle()).toMatchObject({ status: 404, body: { detail: 'No open difference has this id' } });
    const again = async () => {
      await world.operator('POST', 'reconciliation', { from: day, merchant_id: merchant.merchant_id });
      await world.drain();
    };
    await again();
    expect(await listed('open')).toEqual([]);
    await rewrite(changing(capture_id, { paypal_fee: usd('9.98') }));
    await again();
    expect(await listed('open')).toMatchObject([{ id: open!.id, cause: 'fee' }]);
  });

  test.each([
    ['days in the future', { from: '2199-01-01' }],
    ['days that end before they begin', { from: '2026-02-02', to: '2026-02-01' }],
    ['more than 31 of them', { from: '2026-01-01', to: '2026-02-01' }],
    ['days that the provider does not show any more', { from: '2020-01-01' }],
  ])('is refused %s', async (_what, body) => {
    expect(await world.operator('POST', 'reconciliation', body)).toMatchObject({
      status: 409,
      body: { code: 'reconciliation_range' },
    });
  });

  test('is refused a day that no calendar holds', async () => {
    expect((await world.operator('POST', 'reconciliation', { from: '2026-02-30' })).status).toBe(422);
    expect((await world.operator('GET', 'reconciliation/days?day=2026-02-30')).status).toBe(422);
  });

  test('reads how many wait, by cause, among the figures', async () => {
    const { capture_id } = await makeCapture(world, merchant);
    await world.drain();
    await rewrite((records) => records.filter(({ id }) => id !== capture_id));
    await untilCompared();
    const text = String((await world.call('GET', '/metrics')).body);
    expect(text).toMatch(/fairway_reconciliation_differences\{cause="missing_there"\} [1-9]/);
  });

  test('sees of one merchant what is that merchant’s', async () => {
    const first = merchant;
    const { capture_id } = await makeCapture(world, merchant);
    await newMerchant();
    await capture(world, merchant, (await makeOrder(world, merchant)).order_id);
    await world.drain();
    await rewrite((records) => records.filter(({ id }) => id !== capture_id));
    await untilCompared();
    expect(await listed()).toEqual([]);
    merchant = first;
    expect(brief(await listed())).toEqual([['missing_there', 'capture', capture_id]]);
  });
});
