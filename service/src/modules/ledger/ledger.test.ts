import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  approvedOrder,
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  savedToken,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, taken } from '../../../../tests/world/scripted-rail.ts';
import { ensurePartitions } from '../../db/partitions.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderRefund } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { captureMerchantOrder } from '../captures/capture-order.ts';
import { chargeCustomer } from '../charges/charge-customer.ts';
import { sweepUnpostedCaptures } from '../payments/index.ts';
import { hearOfRefund } from '../refunds/index.ts';
import { sweepUnpostedReturns } from '../returns/index.ts';
import { hearOfReversal } from '../reversals/index.ts';
import { refundCapture } from '../refunds/refund-capture.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { POSTING_KINDS, type PostingKind } from './kinds.ts';
import { post } from './post.ts';

// Each test has a merchant of its own that takes payments of 10 USD: 59 cents are the provider's, a dollar the platform's.

const MONTH = '2026-01-01';

let world: ModuleWorld;
let merchant: SellingMerchant;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const told = (capture_id: string, more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  ...{ provider_refund_id: newProviderId('refund'), provider_capture_id: capture_id, status: 'completed' },
  ...{ amount: minor(400), currency: 'USD', total_refunded: null },
  ...more,
});

/** What stands in the ledger of the merchant, in the order of kinds. */
async function postings() {
  const { rows } = await sql<{
    kind: PostingKind;
    amount_cents: number;
    occurred_at: Date;
    is_late: boolean;
  }>`
    select kind, amount_cents, occurred_at, is_late from ledger_postings
    where merchant_id = ${merchant.merchant_id} order by occurred_at, kind, amount_cents`.execute(
    world.ctx.db,
  );
  return rows;
}
const amounts = async () => (await postings()).map(({ kind, amount_cents }) => [kind, amount_cents]);

/** Each account's balance: what was credited less what was debited. */
async function balances() {
  const { rows } = await sql<{ account: string; balance: number }>`
    select account, sum(amount)::bigint as balance from (
      select credit as account, amount_cents as amount from ledger_postings where merchant_id = ${merchant.merchant_id}
      union all
      select debit, -amount_cents from ledger_postings where merchant_id = ${merchant.merchant_id}
    ) sides group by account order by account`.execute(world.ctx.db);
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

const CAPTURED = [
  ['capture', 1_000],
  ['platform_fee', 100],
  ['provider_fee', 59],
];

test('a capture is posted with what the provider and the platform take of it', async () => {
  await capturedPayment(world, merchant);
  expect(await amounts()).toEqual(CAPTURED);
  expect(await balances()).toEqual({
    provider: -1_000,
    merchant: 841,
    platform_fees: 100,
    provider_fees: 59,
  });
});

test('a fee that the provider does not tell is not posted, and a charge is posted like a payment', async () => {
  await savedToken(world, merchant, 'customer');
  const told_of = { provider_fee: null, platform_fee_collected: null, net_amount: null };
  world.script.answer('vault.charge', taken(told_of));
  const asked = {
    ...{ merchant_id: merchant.merchant_id, customer_ref: 'customer', amount: minor(1_000), currency: 'USD' },
    ...{ idempotency_key: 'key', description: null, actor: CALLER },
  };
  expect(await chargeCustomer(world.ctx, asked)).toMatchObject({ kind: 'charged' });
  expect(await amounts()).toEqual(CAPTURED.slice(0, 2));
});

test('a refund and the fee given back with it are posted when the provider says that they happened', async () => {
  const { capture_id } = await capturedPayment(world, merchant);
  const refunded_at = new Date(world.ctx.clock.now().getTime() + 5_000).toISOString();
  world.script.answer('refunds.issue', { kind: 'completed', refund: told(capture_id, { refunded_at }) });
  const { merchant_id } = merchant;
  const asked = { merchant_id, actor: CALLER, capture_id, amount: '4.00', idempotency_key: null };
  orThrow(await refundCapture(world.ctx, asked));
  const returned = (await postings()).slice(-2);
  expect(returned).toMatchObject([
    { kind: 'fee_return', amount_cents: 40, occurred_at: new Date(refunded_at) },
    { kind: 'refund', amount_cents: 400, occurred_at: new Date(refunded_at) },
  ]);
  expect(await balances()).toEqual({ provider: -600, merchant: 481, platform_fees: 60, provider_fees: 59 });
});

test('what the provider starts returns no fee, and is never older than its capture', async () => {
  const { capture_id, transaction_id } = await capturedPayment(world, merchant);
  const before = '2020-01-01T00:00:00.000Z';
  const refund = told(capture_id, { amount: minor(300), refunded_at: before });
  world.script.answer('refunds.read', { kind: 'found', refund });
  const { provider_refund_id } = refund;
  const notice = { provider: 'ppcp', told_by: 'notice' } as const;
  const heard = { ...notice, rail_account_id: null, provider_capture_id: capture_id };
  expect(await hearOfRefund(world.ctx, await transactionOf(world, transaction_id), provider_refund_id)).toBe(
    'done',
  );
  const reversal = { reversal_id: newProviderId('reversal'), amount: null, reversed_at: before };
  expect(await hearOfReversal(world.ctx, { ...heard, ...reversal })).toBe('done');
  const all = await postings();
  expect(all.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ...CAPTURED,
    ['refund', 300],
    ['reversal', 700],
  ]);
  expect(new Set(all.map(({ occurred_at }) => occurred_at.getTime())).size).toBe(1);
});

test('what a release before this one recorded is posted by the sweeps, once', async () => {
  const { capture_id, transaction_id } = await capturedPayment(world, merchant);
  world.script.answer('refunds.issue', { kind: 'completed', refund: told(capture_id) });
  const { merchant_id } = merchant;
  const asked = { merchant_id, actor: CALLER, capture_id, amount: '4.00', idempotency_key: null };
  orThrow(await refundCapture(world.ctx, asked));
  const whole = await postings();
  const { db } = world.ctx;
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from ledger_postings where merchant_id = ${merchant_id}`.execute(tx);
  });
  await sql`update transactions set is_posted = false where id = ${transaction_id}`.execute(db);
  await sql`update refunds set is_posted = false where transaction_id = ${transaction_id}`.execute(db);
  expect([await sweepUnpostedCaptures(world.ctx), await sweepUnpostedReturns(world.ctx)]).toEqual([1, 1]);
  expect(await postings()).toEqual(whole);
  expect([await sweepUnpostedCaptures(world.ctx), await sweepUnpostedReturns(world.ctx)]).toEqual([0, 0]);
});

test('two processes that post what was left post each of it once', async () => {
  const paid = [await capturedPayment(world, merchant), await capturedPayment(world, merchant)];
  const ids = paid.map(({ transaction_id }) => transaction_id);
  const { db } = world.ctx;
  await sql`update transactions set is_posted = false where id = any(${ids}::uuid[])`.execute(db);
  const posted = await Promise.all([sweepUnpostedCaptures(world.ctx), sweepUnpostedCaptures(world.ctx)]);
  expect(posted[0] + posted[1]).toBe(2);
  expect(await balances()).toMatchObject({ provider: -2_000, platform_fees: 200 });
});

test('a capture and its postings are one commit', async () => {
  const { order_id } = await approvedOrder(world, merchant);
  world.script.answer('payments.take', taken({}, order_id));
  orThrow(await captureMerchantOrder(world.ctx, { merchant_id: merchant.merchant_id, order_id }));
  const { rows } = await sql<{ together: number }>`
    select count(*) as together
    from ledger_postings p join transactions t on t.id = p.transaction_id and t.xmin = p.xmin
    where p.merchant_id = ${merchant.merchant_id}`.execute(world.ctx.db);
  expect(rows[0]!.together).toBe(CAPTURED.length);
});

test.each([
  ['changed', sql`update ledger_postings set amount_cents = 1`],
  ['deleted', sql`delete from ledger_postings`],
  ['emptied', sql`truncate ledger_postings`],
])('the ledger cannot be %s', async (_how, statement) => {
  await capturedPayment(world, merchant);
  const tried = inTransaction(world.ctx.db, (tx) => statement.execute(tx));
  await expect(tried).rejects.toThrow(/only added to|permission denied/);
  expect(await amounts()).toEqual(CAPTURED);
});

test('a partition that is made later is only added to as well', async () => {
  const { ctx } = world;
  await ensurePartitions(ctx.db, ctx.clock.now());
  const { merchant_id } = merchant;
  const occurred_at = new Date(ctx.clock.now().getTime() + 100 * 86_400_000);
  const movement = { ...other(), merchant_id, occurred_at, amounts: { capture: 5 } };
  await inTransaction(ctx.db, (tx) => post(tx, movement));
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass::text as place from ledger_postings where source_id = ${movement.source_id}`.execute(
    ctx.db,
  );
  expect(rows[0]!.place).not.toBe('ledger_postings_default');
  for (const tried of [sql`delete from`, sql`truncate`]) {
    await expect(sql`${tried} ${sql.table(rows[0]!.place)}`.execute(ctx.db)).rejects.toThrow('only added to');
  }
});

function other() {
  const now = world.ctx.clock.now();
  return {
    ...{ source_id: uuidAt(now), transaction_id: null, captured_at: null, channel_id: null, currency: 'USD' },
    ...{ merchant_id: null, occurred_at: now, posted_at: now },
  };
}

test.each(Object.entries(POSTING_KINDS))('%s goes from %s alone', async (kind, [debit, credit]) => {
  const { db, clock } = world.ctx;
  const posted = (sides: { debit: string; credit: string }, amount_cents = 5) =>
    sql`
    insert into ledger_postings (source_id, kind, occurred_at, merchant_id, currency, debit, credit, amount_cents, is_late,
      posted_at)
    values (gen_random_uuid(), ${kind}, ${clock.now()}, ${merchant.merchant_id}, 'USD', ${sides.debit}, ${sides.credit},
      ${amount_cents}, false, ${clock.now()})`.execute(db);
  await expect(posted({ debit: credit, credit: debit })).rejects.toThrow('posting_goes_where_its_kind_goes');
  await expect(posted({ debit, credit }, 0)).rejects.toThrow('posting_moves_something');
  await expect(posted({ debit, credit }, -5)).rejects.toThrow('posting_moves_something');
  await posted({ debit, credit });
});

test('what happened in a month that is closed is late, to the millisecond', async () => {
  const { ctx } = world;
  const { channel_id } = merchant;
  await sql`
    insert into ledger_months (channel_id, currency, month, closed_at)
    values (${channel_id}, 'USD', ${MONTH}, now())`.execute(ctx.db);
  const at = (time: string, currency = 'USD') => ({
    ...{ ...other(), merchant_id: merchant.merchant_id, channel_id, currency },
    ...{ occurred_at: new Date(time), amounts: { capture: 7 } },
  });
  const times = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z'];
  await inTransaction(ctx.db, (tx) => post(tx, ...times.map((time) => at(time))));
  await inTransaction(ctx.db, (tx) =>
    post(tx, at('2026-02-01T00:00:00.000Z'), at('2026-01-15T00:00:00.000Z', 'EUR')),
  );
  const found = (await postings()).map(({ occurred_at, is_late }) => [occurred_at.toISOString(), is_late]);
  expect(found).toEqual([
    ['2025-12-31T23:59:59.999Z', false],
    ['2026-01-01T00:00:00.000Z', true],
    ['2026-01-15T00:00:00.000Z', false],
    ['2026-01-31T23:59:59.999Z', true],
    ['2026-02-01T00:00:00.000Z', false],
  ]);
});
