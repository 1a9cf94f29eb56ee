import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { newOrder } from '../orders.fixture.ts';
import type { CaptureOrder, CaptureOutcome, Seller } from '../rail.ts';
import { type NmiWorld, startNmiWorld } from './nmi-world.fixture.ts';

let world: NmiWorld;
beforeAll(async () => {
  world = await startNmiWorld();
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

/** The call that takes 27.00 USD by a card. */
async function aSale(over: Partial<CaptureOrder> = {}, outcome?: string): Promise<CaptureOrder> {
  const seller = over.seller ?? world.seller;
  const { transaction_id, amount, currency } = newOrder(seller);
  return {
    ...{ provider_order_id: transaction_id, transaction_id, seller, amount, currency },
    ...{ request_id: transaction_id, description: 'Two teas & milk' },
    ...{ wallet_client_metadata_id: null, in_hand: await world.newToken(seller, outcome) },
    ...over,
  };
}

const take = (sale: CaptureOrder): Promise<CaptureOutcome> => world.rail.payments.take(sale);

async function captureOf(sale: CaptureOrder) {
  const found = await world.rail.payments.find(sale);
  return found.kind === 'found' ? found.order.capture : null;
}

test('a card that was declined stands as declined, in the words of its answer', async () => {
  const sale = await aSale({}, 'declined');
  const outcome = await take(sale);
  expect(outcome).toMatchObject({
    kind: 'refused',
    by: 'buyer',
    refusal: { issue: '202', provider_status: 'failed' },
  });
  expect(await captureOf(sale)).toMatchObject({
    ...{ status: 'declined', status_raw: 'failed', processor_response: '202' },
  });
});

test('an error of the processor is unknown, and found as it is', async () => {
  const sale = await aSale({}, 'error');
  expect(await take(sale)).toMatchObject({ kind: 'unknown' });
  expect(await captureOf(sale)).toMatchObject({ status: 'declined' });
});

test('a token that was used is the buyer’s to mend, and so is one that is missing', async () => {
  const sale = await aSale();
  await take(sale);
  const again = await aSale({ in_hand: sale.in_hand });
  expect(await take(again)).toMatchObject({ kind: 'refused', by: 'buyer', refusal: { issue: '300' } });
  expect(await take(await aSale({ in_hand: null }))).toMatchObject({ kind: 'refused', by: 'not_approved' });
});

test('a key that was rotated away says that nothing was done', async () => {
  const seller = { ...world.seller, secrets: { ...world.seller.secrets, security_key: 'gone'.repeat(8) } };
  const sale = await aSale({ seller });
  expect(await take(sale)).toMatchObject({ kind: 'unreachable', credentials_refused: true });
  expect(await world.rail.payments.find(sale)).toMatchObject({
    kind: 'unreachable',
    credentials_refused: true,
  });
});

test('what looks like a duplicate is not known, and looked up', async () => {
  const seller = await world.newSeller({ duplicate_check: true });
  await take(await aSale({ seller }));
  const second = await aSale({ seller });
  expect(await take(second)).toMatchObject({ kind: 'unknown' });
  expect(await world.rail.payments.find(second)).toEqual({ kind: 'missing' });
});

test.each([
  ['hang', 0],
  ['hang_after_commit', 1],
  ['reset', 0],
  ['error_after_commit', 1],
  ['garbage', 1],
] as const)('a sale that met %s is unknown, and found as it is', async (mode, times) => {
  const sale = await aSale();
  await world.fault('nmi.sale', mode);
  expect(await take(sale)).toMatchObject({ kind: 'unknown' });
  expect(await world.takenFor(sale.provider_order_id)).toBe(times);
  const capture = await captureOf(sale);
  if (times === 0) expect(capture).toBeNull();
  else expect(capture).toMatchObject({ status: 'completed', amount: 2700, currency: 'USD' });
});

test.each([
  ['400', 'unknown'],
  ['420', 'unknown'],
  ['430', 'unknown'],
  ['301', 'unreachable'],
  ['410', 'refused'],
])('the code %s makes it %s', async (issue, kind) => {
  await world.fault('nmi.sale', 'refuse', { issue });
  expect(await take(await aSale())).toMatchObject({ kind });
});

test.each([['error'], ['garbage'], ['refuse'], ['reset']])(
  'a query that met %s tells nothing',
  async (mode) => {
    const sale = await aSale();
    await take(sale);
    await world.fault('nmi.query', mode);
    expect((await world.rail.payments.find(sale)).kind).toBe('unreachable');
  },
);

test('an amount in a currency without decimals is told exactly, and read back', async () => {
  const sale = await aSale({ amount: minor(1234), currency: 'JPY' });
  expect(await take(sale)).toMatchObject({ kind: 'captured', capture: { amount: 1234, currency: 'JPY' } });
  expect(await captureOf(sale)).toMatchObject({ amount: 1234, currency: 'JPY' });
});

test.each([
  ['4111111111111111', 'refused'],
  ['4111-1111-1111-1111', 'refused'],
  ['short', 'refused'],
  ['3455zJms-7qA2K2-VdVrSu-Rv7WpvPuG7s8', 'created'],
  ['00000000-000000-000000-000000000000', 'created'],
])('an order with %s in hand is %s', async (in_hand, kind) => {
  const { payments } = world.rail;
  const outcome = await payments.open(newOrder(world.seller, { in_hand }));
  expect(outcome.kind).toBe(kind);
  if (kind === 'refused') expect(JSON.stringify(outcome)).not.toContain(in_hand);
});

test('its books show it settled in the batch that it was settled in', async () => {
  const seller: Seller = await world.newSeller();
  const sale = await aSale({ seller });
  const outcome = await take(sale);
  if (outcome.kind !== 'captured') throw new Error(JSON.stringify(outcome));
  const { provider_order_id, currency } = sale;
  const of = {
    ...{ provider_order_id, provider_capture_id: outcome.capture.provider_capture_id, seller, currency },
  };
  const books = world.rail.books!;
  expect(await books.settlement!(of)).toMatchObject({ settlement: { settled: false, amount: null } });
  await world.control('POST', 'rails/settle', { rail: 'nmi', account_id: seller.account_id });
  expect(await books.settlement!(of)).toEqual({
    kind: 'found',
    settlement: { settled: true, amount: 2700, currency: 'USD', provider_fee: null },
  });
  const detail = await books.detail(of);
  expect(detail).toMatchObject({
    kind: 'found',
    detail: {
      ...{ authorized: null, captured: 2700, external_identifier: provider_order_id },
      ...{ provider_status: 'complete', reconciliation_id: expect.stringMatching(/^\d{8}$/) },
      payload: { condition: 'complete', actions: [{ action_type: 'sale' }, { action_type: 'settle' }] },
    },
  });
  // The names of what tells of the card, and its number as the gateway masks it: any four digits may stand in an id.
  expect(JSON.stringify(detail)).not.toMatch(/cc_number|authorization_code|[x*]1111/);
  expect(await books.detail({ ...of, provider_capture_id: '1' })).toEqual({ kind: 'missing' });
});
