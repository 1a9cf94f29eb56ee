import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CALLER,
  capturedPayment,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId } from '../../../../tests/world/scripted-rail.ts';
import { currencies, exponentOf } from '../../lib/currency.ts';
import { minor, toDecimal } from '../../lib/money.ts';
import { HOUR_MS } from '../../lib/time.ts';
import type { ProviderRefund } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { refundCapture } from '../refunds/refund-capture.ts';
import { readFigures, readRevenue } from '../transactions/figures.ts';
import { issueAll, moveTo, sharingMerchant, statementsOf, TERMS } from './statements.fixture.ts';

// From the session to the statement: a payment in any currency, taken at an edge of a month or a day, and given back in parts at
// others. What the list, the days, the ledger and the statements say is worked out beside the service, in integers.

const RUNS = 16;
const SLOW_MS = 180_000;
const PERCENT = 10n;
// The wallet carries these without decimals.
const WHOLE = new Set(['HUF', 'TWD']);

let world: ModuleWorld;
// The next one has a leap day.
let month = new Date('2032-01-01T00:00:00Z');
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

const LAST_MS = -1;
const edges = (from: number) => (at: Date) => {
  const start = (months: number) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1);
  const day = (nth: number) => start(from) + nth * 86_400_000;
  const last = start(from + 1) + LAST_MS;
  return [start(from), start(from) + 999, day(13) + LAST_MS, day(13), day(28) + 43_200_000, last - 998, last];
};
const sale = fc.record({
  units: fc.integer({ min: 2, max: 9_999_999 }),
  taken: fc.integer({ min: 0, max: 6 }),
  // In the month of the capture, or in one of the next two.
  parts: fc.array(
    fc.record({
      share: fc.integer({ min: 1, max: 100 }),
      later: fc.integer({ min: 0, max: 2 }),
      edge: fc.nat(6),
    }),
    { maxLength: 4 },
  ),
});
type Sale = typeof sale extends fc.Arbitrary<infer T> ? T : never;

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const half = (value: bigint, by: bigint) => {
  const size = ((value < 0n ? -value : value) * 2n + by) / (by * 2n);
  return value < 0n ? -size : size;
};
const shareOf = (fee: number) => Number(half(BigInt(fee) * BigInt(TERMS.fee_share_basis_points), 10_000n));

interface Sold {
  amount: number;
  at: number;
  fee: number;
  returns: { at: number; amount: number; fee: number }[];
}

// Times by the provider's clock, in the order in which they happen.
async function sell(
  merchant: Awaited<ReturnType<typeof sharingMerchant>>,
  currency: string,
  { units, taken, parts }: Sale,
): Promise<Sold> {
  const step = WHOLE.has(currency) ? 10 ** exponentOf(currency)! : 1;
  const amount = units * step;
  const at = edges(0)(month)[taken]!;
  const fee = Number(half(BigInt(amount) * PERCENT, 100n * BigInt(step))) * step;
  const { capture_id, transaction_id } = await capturedPayment(world, merchant, {
    plan: { amount_cents: amount, currency },
    capture: {
      ...{ amount: minor(amount), currency, captured_at: new Date(at).toISOString() },
      ...{ platform_fee_collected: minor(fee), provider_fee: null, net_amount: null },
    },
  });
  const returns: Sold['returns'] = [];
  let back = 0;
  const times = parts
    .map(({ later, edge, share }) => ({ when: Math.max(at, edges(later)(month)[edge]!), share }))
    .toSorted((one, other) => one.when - other.when);
  for (const { when, share } of times) {
    const part = Math.min(amount - back, Math.ceil((units * share) / 100) * step);
    if (part <= 0) continue;
    back += part;
    await giveBack(merchant.merchant_id, capture_id, { currency, part, when });
    const before = returns.reduce((sum, one) => sum + one.fee, 0);
    const { refunded_platform_fee_cents } = await transactionOf(world, transaction_id);
    returns.push({ at: when, amount: part, fee: refunded_platform_fee_cents - before });
  }
  const paid = await transactionOf(world, transaction_id);
  expect([paid.platform_fee_cents, paid.refunded_amount_cents]).toEqual([fee, back]);
  if (back === amount) expect(paid.refunded_platform_fee_cents).toBe(fee);
  // Each part of the fee is that of its refund, to a step; the last one takes what is left.
  for (const one of returns.slice(0, -1))
    expect(Math.abs(one.fee * amount - fee * one.amount)).toBeLessThanOrEqual(step * amount);
  return { amount, at, fee, returns };
}

async function giveBack(
  merchant_id: string,
  capture_id: string,
  { currency, part, when }: { currency: string; part: number; when: number },
): Promise<void> {
  const refund: ProviderRefund = {
    ...{ provider_refund_id: newProviderId('refund'), provider_capture_id: capture_id, status: 'completed' },
    ...{ amount: minor(part), currency, total_refunded: null, refunded_at: new Date(when).toISOString() },
  };
  world.script.answer('refunds.issue', { kind: 'completed', refund });
  const amount = toDecimal(minor(part), currency);
  const asked = { merchant_id, actor: CALLER, capture_id, amount, idempotency_key: null };
  orThrow(await refundCapture(world.ctx, asked));
}

async function sellAndState(currency: string, sales: readonly Sale[]): Promise<void> {
  month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  // Nothing is taken before it was asked for.
  moveTo(world, new Date(month.getTime() - HOUR_MS).toISOString());
  const merchant = { ...(await sharingMerchant(world)), wallet_primary_currency: currency };
  await sql`
    update wallet_connections set primary_currency = ${currency} where merchant_id = ${merchant.merchant_id}`.execute(
    world.ctx.db,
  );
  const sold: Sold[] = [];
  for (const one of sales) sold.push(await sell(merchant, currency, one));
  month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 3, 1));
  moveTo(world, month.toISOString());
  await issueAll(world);
  expect(await statedOf(merchant.channel_id)).toEqual(expectedOf(sold, currency));
  const { db } = world.ctx;
  const total = (of: (one: Sold) => number) => sold.reduce((sum, one) => sum + of(one), 0);
  const back = (of: (one: Sold['returns'][number]) => number) =>
    total(({ returns }) => returns.reduce((sum, one) => sum + of(one), 0));
  const amount = total((one) => one.amount);
  expect(await readFigures(db, merchant.merchant_id)).toMatchObject([
    {
      ...{ currency, captured: sold.length, revenue_cents: amount },
      ...{ platform_fees_cents: total(({ fee }) => fee), refunded_cents: back((one) => one.amount) },
    },
  ]);
  const span = { first: dayOf(Math.min(...sold.map(({ at }) => at))), last: dayOf(month.getTime()) };
  const days = await readRevenue(db, merchant.merchant_id, span);
  expect(
    Object.fromEntries(days.map(({ day, revenue_cents }) => [dayOf(new Date(day).getTime()), revenue_cents])),
  ).toEqual(
    Object.fromEntries(
      [...Map.groupBy(sold, ({ at }) => dayOf(at))].map(([day, all]) => [
        day,
        all.reduce((sum, one) => sum + one.amount, 0),
      ]),
    ),
  );
  const { rows } = await sql<{ captured: number; fees: number; back: number; fees_back: number }>`
    select sum(amount_cents) filter (where kind = 'capture')::bigint as captured,
      coalesce(sum(amount_cents) filter (where kind = 'platform_fee'), 0)::bigint as fees,
      coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)::bigint as back,
      coalesce(sum(amount_cents) filter (where kind = 'fee_return'), 0)::bigint as fees_back
    from ledger_postings where merchant_id = ${merchant.merchant_id}`.execute(db);
  expect(rows).toEqual([
    {
      ...{ captured: amount, fees: total(({ fee }) => fee) },
      ...{ back: back((one) => one.amount), fees_back: back(({ fee }) => fee) },
    },
  ]);
}

type Months = Record<string, { captured: number; accrued: number; returned: number; share: number }>;

async function statedOf(channel_id: string): Promise<Months> {
  const all = await statementsOf(world, channel_id);
  return Object.fromEntries(
    all.map((one) => [
      one.period.slice(0, 7),
      {
        ...{ captured: one.accounted_captured_amount_cents, accrued: one.platform_fee_accrued_cents },
        ...{ returned: one.platform_fee_refunded_cents, share: one.channel_share_cents },
      },
    ]),
  );
}

function expectedOf(sold: readonly Sold[], currency: string): Months {
  const pay = currency === TERMS.per_transaction_currency ? TERMS.per_transaction_minor_units : 0;
  const months: Months = {};
  const of = (at: number) => (months[monthOf(at)] ??= { captured: 0, accrued: 0, returned: 0, share: 0 });
  for (const { amount, at, fee, returns } of sold) {
    const own = returns
      .filter((one) => monthOf(one.at) === monthOf(at))
      .reduce((sum, one) => sum + one.fee, 0);
    const stated = of(at);
    stated.captured += amount;
    stated.accrued += fee;
    stated.returned += own;
    stated.share += shareOf(fee - own) + pay;
    for (const one of returns.filter((later) => monthOf(later.at) !== monthOf(at) && later.fee > 0)) {
      const later = of(one.at);
      later.returned += one.fee;
      later.share += shareOf(-one.fee);
    }
  }
  return months;
}

const everyEdge = [0, 1, 2, 3, 4, 5, 6].map((taken) => ({
  ...{ units: 3_337 + taken, taken },
  parts: [
    { share: 33, later: 0, edge: 6 },
    { share: 33, later: 1, edge: 0 },
    { share: 100, later: 2, edge: 6 },
  ],
}));

test.each(['USD', 'JPY', 'KWD', 'HUF'])(
  'payments in %s at every edge of a month are stated in the months in which they were',
  (currency) => sellAndState(currency, everyEdge),
  SLOW_MS,
);

test(
  'what is sold and given back in any currency is what every book says, to the minor unit',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...currencies()),
        fc.array(sale, { minLength: 1, maxLength: 3 }),
        sellAndState,
      ),
      { numRuns: RUNS },
    ),
  SLOW_MS,
);
