import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  refund,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { invoiceTextedTo, payInvoice, readText, sendText } from '../../tests/world/texts.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { check } from './books.ts';

// Until the provider shows the last day whole, and its hour of asking is over.
const COMPARED_SECONDS = 86_400 + 5 * 3_600;
const EVER = [new Date('2000-01-01T00:00:00Z'), new Date('2200-01-01T00:00:00Z')] as const;
const TERMS = {
  ...{ type: 'fee_share_and_per_transaction', description: 'A quarter, and three cents' },
  ...{ fee_share_basis_points: 2_500, per_transaction_minor_units: 3, per_transaction_currency: 'USD' },
};

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const fee = { platform_fee_percent: 10, platform_fee_fixed_minor_units: 0 };
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, fee);
  await world.operator('PUT', `channels/${merchant.channel_id}/terms`, TERMS);
});
afterAll(() => world?.close());

const read = async (path: string) =>
  (await world.call('GET', path, { key: merchant.key, merchant: merchant.merchant_id })).body;
const now = async () => new Date(String((await world.operator('GET', 'clock')).body.now));

/** 150 USD that were asked for by text message, 50 of which went back. */
async function paidInvoice() {
  const request = (await sendText(world, merchant)).body;
  expect((await payInvoice(world, await invoiceTextedTo(world, request.phone))).status).toBe(200);
  await world.drain();
  const { transaction_id } = await readText(world, merchant, request.id);
  const { provider_capture_id, captured_at } = await read(`/api/transactions/${transaction_id}`);
  expect((await refund(world, merchant, provider_capture_id, { amount: '50.00' })).status).toBe(200);
  return { transaction_id: String(transaction_id), captured_at: String(captured_at) };
}

async function endMonth(): Promise<string> {
  const at = await now();
  const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  await world.advance(Math.ceil((next - at.getTime()) / 1_000) + 1);
  return at.toISOString().slice(0, 7);
}

test('a paid invoice stands in every book beside a sale, and all of them agree', async () => {
  const invoice = await paidInvoice();
  const sale = await makeCapture(world, merchant, { amount: '10.00' });

  const { items, total } = await read('/api/transactions?status=captured');
  expect(total).toBe(2);
  expect(items.map(({ id }: { id: string }) => id)).toEqual([sale.transaction_id, invoice.transaction_id]);
  expect(await read('/api/transactions/stats')).toMatchObject({
    ...{ transaction_count: 2, captured_count: 2, currency: 'USD' },
    ...{ total_revenue: 160, total_refunded: 50, platform_fees: 1 },
  });
  const days = await read('/api/transactions/daily-revenue?days=2');
  expect(days.reduce((sum: number, { revenue }: { revenue: number }) => sum + revenue, 0)).toBe(160);

  const period = await endMonth();
  await world.operator('POST', 'statements/close', { period, channel_id: merchant.channel_id });
  await world.drain();
  const channel = { key: merchant.key };
  const [statement] = (await world.call('GET', '/api/channel/statements', channel)).body;
  expect(statement).toMatchObject({
    ...{ accounted_transaction_count: 2, accounted_captured_amount_cents: 16_000 },
    ...{ platform_fee_accrued_cents: 100, platform_fee_refunded_cents: 0, platform_fee_collected_cents: 100 },
    // A quarter of the sale's dollar, and three cents for each.
    ...{ channel_share_cents: 25 + 3 + 3, excluded_transaction_count: 0 },
    rail_summaries: [{ fee_visibility: 'collected', transaction_count: 2, captured_amount_cents: 16_000 }],
  });
  const { lines } = (await world.call('GET', `/api/channel/statements/${statement.id}/lines`, channel)).body;
  expect(lines).toHaveLength(2);
  expect(
    lines.find(({ transaction_id }: { transaction_id: string }) => transaction_id === invoice.transaction_id),
  ).toMatchObject({
    ...{ entry_type: 'capture', provider: 'ppcp', captured_at: invoice.captured_at, amount_cents: 15_000 },
    ...{ platform_fee_accrued_cents: 0, platform_fee_refunded_cents: 0, platform_fee_net_cents: 0 },
    ...{ platform_fee_collected_cents: 0, per_transaction_amount_cents: 3, channel_share_cents: 3 },
  });

  await world.advance(COMPARED_SECONDS);
  await world.drain();
  const of = `merchant_id=${merchant.merchant_id}`;
  const day = invoice.captured_at.slice(0, 10);
  const [compared] = (await world.operator('GET', `reconciliation/days?${of}&day=${day}`)).body.items;
  expect(compared).toMatchObject({ is_whole: true, open: 0 });
  expect((await world.operator('GET', `reconciliation/differences?${of}`)).body.items).toEqual([]);
  const { breaks, figures } = await check(world.database_url, EVER);
  expect(breaks).toEqual([]);
  expect(figures).not.toEqual([]);
});
