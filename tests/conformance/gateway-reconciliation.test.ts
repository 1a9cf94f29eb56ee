import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeChannel, recordedEvents, refund } from '../world/actors.ts';
import {
  captureByBuyer,
  enterCard,
  type GatewayMerchant,
  GR4VY,
  makeGatewayMerchant,
  NMI,
  order,
  payByCard,
  transactionOf,
} from '../world/gateways.ts';
import { startWorld, type World } from '../world/world.ts';

// Our books against those of each gateway. What is planted is planted in the gateway's.

const DAY = 86_400;
const HOUR = 3_600;
const LAG_HOURS = 1;
const SLOW_MS = 600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

interface Difference {
  cause: string;
  kind: string;
  provider_id: string;
  transaction_id: string | null;
}

interface Entry {
  kind: string;
  id: string;
  body: Record<string, unknown>;
}

type Rewrite = (records: Entry[]) => Entry[];

/** How the books of a gateway are written. */
interface Books {
  /** The records of what was taken, and of what was given back of it. */
  isOf(paid: { order_id: string; capture_id: string }): (one: Entry) => boolean;
  isRefundOf(paid: { order_id: string; capture_id: string }): (one: Entry) => boolean;
  amount: Rewritten;
  state: Rewritten;
  refundAmount: Rewritten;
  /** A payment like one, which bears another id of ours. */
  another(records: Entry[], paid: { order_id: string; capture_id: string }, transaction_id: string): Entry[];
}

type Rewritten = (body: Record<string, unknown>) => Record<string, unknown>;

const ANOTHER = {
  transaction: 'a0000000-0000-4000-8000-00000000000',
  capture: 'b0000000-0000-4000-8000-00000000000',
};
let made = 0;

const GR4VY_BOOKS: Books = {
  isOf:
    ({ order_id, capture_id }) =>
    ({ id }) =>
      id === order_id || id === capture_id,
  isRefundOf:
    ({ order_id }) =>
    ({ kind, body }) =>
      kind === 'gravy_refund' && body['transaction_id'] === order_id,
  amount: (body) => ('transaction_id' in body ? { ...body, amount: 2_001 } : body),
  // Declined after all: the money was never taken.
  state: (body) =>
    'transaction_id' in body
      ? { ...body, status: 'declined', captured_at: null }
      : { ...body, status: 'authorization_succeeded', captured_amount: 0, captured_at: null },
  refundAmount: (body) => ({ ...body, amount: 499 }),
  another: (records, { order_id, capture_id }, transaction_id) => {
    made += 1;
    const [id, copy] = [`${ANOTHER.transaction}${made}`, `${ANOTHER.capture}${made}`];
    const transaction = records.find((one) => one.id === order_id)!;
    const captured = records.find((one) => one.id === capture_id)!;
    return [
      { ...transaction, id, body: { ...transaction.body, id, metadata: { transaction_id } } },
      { ...captured, id: copy, body: { ...captured.body, id: copy, transaction_id: id } },
    ];
  },
};

const first = (actions: unknown, set: object) =>
  (actions as object[]).map((action, nth) => (nth === 0 ? { ...action, ...set } : action));

const NMI_BOOKS: Books = {
  isOf:
    ({ capture_id }) =>
    ({ id }) =>
      id === capture_id,
  isRefundOf:
    ({ capture_id }) =>
    ({ kind, body }) =>
      kind === 'nmi_transaction' && body['original_id'] === capture_id,
  amount: (body) => ({ ...body, amount: 2_001, actions: first(body['actions'], { amount: 2_001 }) }),
  state: (body) => ({ ...body, condition: 'failed', actions: first(body['actions'], { success: false }) }),
  refundAmount: (body) => ({ ...body, amount: 499, actions: first(body['actions'], { amount: 499 }) }),
  another: (records, { capture_id }, order_id) => {
    made += 1;
    const id = `900000000${made}`;
    const sale = records.find((one) => one.id === capture_id)!;
    return [{ ...sale, id, body: { ...sale.body, id, order_id } }];
  },
};

async function rewrite(change: Rewrite): Promise<void> {
  const { body } = await world.control('GET', 'snapshot');
  const put = await world.control('PUT', 'snapshot', { ...body, records: change(body.records) });
  expect(put.status).toBeLessThan(300);
}

const changing = (is: (one: Entry) => boolean, by: Rewritten) => (records: Entry[]) =>
  records.map((one) => (is(one) ? { ...one, body: by(one.body) } : one));
const without = (is: (one: Entry) => boolean) => (records: Entry[]) => records.filter((one) => !is(one));

const today = async (): Promise<string> =>
  String((await world.operator('GET', 'clock')).body.now).slice(0, 10);

// Until the gateway shows all of the day and everybody has been asked about it.
async function untilCompared(): Promise<void> {
  await world.drain();
  await world.advance(DAY + (LAG_HOURS + 1) * HOUR);
  await world.drain();
}

async function loseNotices(act: () => Promise<unknown>): Promise<void> {
  await world.control('POST', 'notices', { mode: 'hold' });
  await act();
  await world.control('POST', 'notices', { mode: 'deliver' });
}

describe.each([
  { gateway: GR4VY, books: GR4VY_BOOKS },
  { gateway: NMI, books: NMI_BOOKS },
])('the books of $gateway.rail', ({ gateway, books }) => {
  let merchant: GatewayMerchant;
  beforeEach(async () => {
    merchant = await makeGatewayMerchant(world, await makeChannel(world), gateway);
  });

  async function listed(state: string, of = merchant): Promise<Difference[]> {
    const path = `reconciliation/differences?merchant_id=${of.merchant_id}&state=${state}`;
    return (await world.operator('GET', path)).body.items;
  }

  const brief = (found: readonly Difference[]) => found.map(({ cause, kind }) => [cause, kind]).sort();

  async function dayRow(day: string, of = merchant) {
    const path = `reconciliation/days?merchant_id=${of.merchant_id}&day=${day}`;
    return (await world.operator('GET', path)).body.items[0];
  }

  test(
    'that agree are compared by themselves, and nothing is listed, before a settlement or after it',
    async () => {
      const day = await today();
      const paid = await payByCard(world, merchant);
      await refund(world, merchant, paid.capture_id, { amount: '5.00' });
      const whole = await payByCard(world, merchant);
      await refund(world, merchant, whole.capture_id, {});
      const elsewhere = await payByCard(world, merchant);
      await world.control('POST', `rails/transactions/${elsewhere.capture_id}/refund`, { amount: '3.00' });
      await payByCard(world, merchant, { outcome: 'declined' });
      await untilCompared();
      const young = await dayRow(day);
      expect(young).toMatchObject({ is_whole: true, open: 0, looks: 1, problem: null, entries: 6 });
      await world.advance(3 * DAY);
      await world.drain();
      expect(await transactionOf(world, merchant, paid.transaction_id)).toMatchObject({ settled: true });
      await world.operator('POST', 'reconciliation', { from: day, merchant_id: merchant.merchant_id });
      await world.drain();
      const settled = await dayRow(day);
      expect(settled).toMatchObject({ is_whole: true, open: 0, problem: null, entries: 6 });
      expect(settled.looked_at > young.looked_at).toBe(true);
      expect([...(await listed('open')), ...(await listed('mended'))]).toEqual([]);
    },
    SLOW_MS,
  );

  interface Paid {
    order_id: string;
    capture_id: string;
  }

  test.each<[what: string, expected: [cause: string, kind: string][], plant: (paid: Paid) => Rewrite]>([
    [
      'a payment that is not there',
      [
        ['missing_there', 'capture'],
        ['missing_there', 'refund'],
      ],
      (paid) => (records) => without(books.isRefundOf(paid))(without(books.isOf(paid))(records)),
    ],
    ['an amount off by a cent', [['amount', 'capture']], (paid) => changing(books.isOf(paid), books.amount)],
    ['a refund that is not there', [['missing_there', 'refund']], (paid) => without(books.isRefundOf(paid))],
    [
      'a refund of another amount',
      [['amount', 'refund']],
      (paid) => changing(books.isRefundOf(paid), books.refundAmount),
    ],
  ])(
    'in which is planted %s are found out',
    async (_what, expected, plant) => {
      const paid = await payByCard(world, merchant);
      await refund(world, merchant, paid.capture_id, { amount: '5.00' });
      await world.drain();
      await rewrite(plant(paid));
      await untilCompared();
      const found = await listed('open');
      expect(brief(found)).toEqual(expected);
      expect(found.every((one) => one.transaction_id === paid.transaction_id)).toBe(true);
    },
    SLOW_MS,
  );

  test(
    'in which a payment was denied after all are found out',
    async () => {
      const paid = await payByCard(world, merchant);
      await world.drain();
      await rewrite(changing(books.isOf(paid), books.state));
      await untilCompared();
      expect(brief(await listed('open'))).toEqual([['state', 'capture']]);
    },
    SLOW_MS,
  );

  test(
    'in which stands a payment in our name that we know nothing of are found out, and none of somebody else',
    async () => {
      const paid = await payByCard(world, merchant);
      await world.drain();
      const ours = `${paid.transaction_id.slice(0, -4)}0000`;
      await rewrite((records) => [
        ...records,
        ...books.another(records, paid, ours),
        ...books.another(records, paid, 'order-7-of-their-shop'),
      ]);
      await untilCompared();
      expect(brief(await listed('open'))).toEqual([['missing_here', 'capture']]);
    },
    SLOW_MS,
  );

  test(
    'mend a refund that was made there and whose notice never came',
    async () => {
      const { capture_id } = await payByCard(world, merchant);
      await world.drain();
      await loseNotices(() =>
        world.control('POST', `rails/transactions/${capture_id}/refund`, { amount: '7.00' }),
      );
      await untilCompared();
      expect(brief(await listed('mended'))).toEqual([['missing_here', 'refund']]);
      expect(await listed('open')).toEqual([]);
      const refunds = (await recordedEvents(world, merchant.merchant_id)).filter(
        ({ type }) => type === 'payment.refunded',
      );
      expect(refunds).toMatchObject([{ object: { total_refunded_cents: 700 } }]);
    },
    SLOW_MS,
  );
});

async function differencesOf({ merchant_id }: GatewayMerchant): Promise<Difference[]> {
  return (await world.operator('GET', `reconciliation/differences?merchant_id=${merchant_id}`)).body.items;
}

test(
  'a fee that was told at a settlement whose notice never came is read',
  async () => {
    const merchant = await makeGatewayMerchant(world, await makeChannel(world), GR4VY);
    const day = await today();
    const { transaction_id } = await payByCard(world, merchant);
    await untilCompared();
    await loseNotices(async () => {
      await world.advance(2 * DAY);
      await world.drain();
    });
    expect((await transactionOf(world, merchant, transaction_id)).settled).not.toBe(true);
    await world.operator('POST', 'reconciliation', { from: day, merchant_id: merchant.merchant_id });
    await world.drain();
    expect(await differencesOf(merchant)).toMatchObject([{ cause: 'fee', state: 'mended', transaction_id }]);
    const { settled, provider_fee } = await transactionOf(world, merchant, transaction_id);
    expect([settled, provider_fee]).toEqual([true, expect.any(Number)]);
  },
  SLOW_MS,
);

test(
  'a void that the gateway does not show is missed, though the sale bears its id',
  async () => {
    const merchant = await makeGatewayMerchant(world, await makeChannel(world), NMI);
    await world.control('PATCH', `rails/accounts/${merchant.account_id}`, {
      refund_before_settlement: false,
    });
    const { capture_id, transaction_id } = await payByCard(world, merchant);
    await refund(world, merchant, capture_id, {});
    await world.drain();
    const notVoided = (body: Record<string, unknown>) => ({
      ...{ ...body, condition: 'pendingsettlement' },
      actions: (body['actions'] as { action_type: string }[]).filter((one) => one.action_type !== 'void'),
    });
    await rewrite(changing(({ id }) => id === capture_id, notVoided));
    await untilCompared();
    expect(await differencesOf(merchant)).toMatchObject([
      { cause: 'missing_there', kind: 'refund', state: 'open', provider_id: capture_id, transaction_id },
    ]);
  },
  SLOW_MS,
);

test(
  'what a bank took back is not missed where a gateway does not show it',
  async () => {
    const merchant = await makeGatewayMerchant(world, await makeChannel(world), NMI);
    const { capture_id, transaction_id } = await payByCard(world, merchant);
    await world.control('POST', `rails/transactions/${capture_id}/chargeback`, { amount: '4.00' });
    await world.drain();
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({
      refunded_amount_cents: 400,
    });
    await untilCompared();
    expect(await differencesOf(merchant)).toEqual([]);
  },
  SLOW_MS,
);

test(
  'what a bank took back is read where a gateway shows it and tells nobody, once',
  async () => {
    const merchant = await makeGatewayMerchant(world, await makeChannel(world), GR4VY);
    const { capture_id, order_id, transaction_id } = await payByCard(world, merchant);
    await world.drain();
    await world.advance(5 * DAY);
    const day = await today();
    await world.control('POST', `rails/transactions/${order_id}/chargeback`, { amount: '4.00' });
    await world.drain();
    await untilCompared();
    const expected = {
      ...{ refunded_amount_cents: 400, provider_capture_id: capture_id, status: 'captured' },
      refunds: [{ origin: 'reversal', amount_cents: 400, status: 'completed' }],
    };
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject(expected);
    expect(await differencesOf(merchant)).toMatchObject([
      { cause: 'missing_here', kind: 'reversal', state: 'mended', transaction_id },
    ]);
    await world.operator('POST', 'reconciliation', { from: day, merchant_id: merchant.merchant_id });
    await world.drain();
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject(expected);
    const told = (await recordedEvents(world, merchant.merchant_id)).filter(
      ({ type }) => type === 'payment.refunded',
    );
    expect(told.map(({ object }) => object)).toMatchObject([{ reversal: true, total_refunded_cents: 400 }]);
  },
  SLOW_MS,
);

const MINUTE = 60;
const STAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

// The gateway writes a moment as its bare digits.
function stampBefore(stamp: string, seconds: number): string {
  const at = Date.parse(stamp.replace(STAMP, '$1-$2-$3T$4:$5:$6Z')) - seconds * 1_000;
  return new Date(at).toISOString().slice(0, 19).replaceAll(/\D/g, '');
}

const earlier =
  (seconds: number): Rewritten =>
  (body) => {
    const actions = body['actions'] as { date: string }[];
    return { ...body, actions: actions.map((one) => ({ ...one, date: stampBefore(one.date, seconds) })) };
  };

/** Moves the clock to so long behind the next midnight. */
async function toNextDay(bySeconds: number): Promise<void> {
  const nowSeconds = Math.floor(Date.parse((await world.operator('GET', 'clock')).body.now) / 1_000);
  await world.advance(DAY - (nowSeconds % DAY) + bySeconds);
}

test(
  'what a gateway did before midnight and answered behind it, without a time, is of one day',
  async () => {
    const merchant = await makeGatewayMerchant(world, await makeChannel(world), NMI);
    await toNextDay(HOUR);
    await payByCard(world, merchant);
    await toNextDay(MINUTE / 2);
    const entered = await enterCard(world, merchant);
    // What the sale's answer does not tell is read back: not this once.
    await world.control('POST', 'faults', { operation: 'nmi.query', mode: 'error', times: 1 });
    const { order_id } = (await order(world, entered)).body as { order_id: string };
    const captured = await captureByBuyer(world, { ...entered, order_id });
    const capture_id = captured.body.provider_capture_id as string;
    expect(captured.status).toBe(200);
    expect((await refund(world, merchant, capture_id, { amount: '5.00' })).status).toBe(200);
    await world.drain();
    const paid = { order_id, capture_id };
    await rewrite(
      changing((one) => NMI_BOOKS.isOf(paid)(one) || NMI_BOOKS.isRefundOf(paid)(one), earlier(MINUTE)),
    );
    await untilCompared();
    expect(await differencesOf(merchant)).toEqual([]);
    const path = `reconciliation/days?merchant_id=${merchant.merchant_id}`;
    const { items: days } = (await world.operator('GET', path)).body;
    expect(days).toMatchObject([
      { looks: 0 },
      { is_whole: true, entries: 0 },
      { is_whole: true, entries: 3 },
    ]);
  },
  SLOW_MS,
);
