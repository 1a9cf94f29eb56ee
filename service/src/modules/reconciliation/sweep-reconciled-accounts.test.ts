import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  savedToken,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { noBecause, taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import type { Ctx } from '../../context.ts';
import { minor } from '../../lib/money.ts';
import { DAY_MS, dayOf } from '../../lib/time.ts';
import type { ChargeOutcome } from '../../rails/rail.ts';
import { chargeCustomer } from '../charges/index.ts';
import { transactionCharged } from '../charges/charge-customer.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { sweepReconciledAccounts } from './sweep-reconciled-accounts.ts';
import { listDays } from './list-days.ts';

let world: ModuleWorld;
let merchant: SellingMerchant;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
  await savedToken(world, merchant, 'anna');
});

const before = (days: number): Ctx => {
  const now = () => new Date(world.ctx.clock.now().getTime() - days * DAY_MS);
  return { ...world.ctx, clock: { ...world.ctx.clock, now } };
};
const charge = (outcome: ChargeOutcome, ctx: Ctx = world.ctx) => {
  world.script.answer('vault.charge', outcome);
  return chargeCustomer(ctx, {
    ...{ merchant_id: merchant.merchant_id, customer_ref: 'anna', amount: minor(1_000), currency: 'USD' },
    ...{ idempotency_key: 'key', description: null, actor: CALLER },
  }).then(transactionCharged);
};
const dayOfCharge = async () => {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from vault_charges where merchant_id = ${merchant.merchant_id}`.execute(world.ctx.db);
  return dayOf(rows[0]!.created_at);
};
const followed = async () => {
  while ((await sweepReconciledAccounts(world.ctx)) > 0);
  const { items } = await listDays(
    world.ctx.db,
    { merchant_id: merchant.merchant_id },
    { limit: 9, offset: 0 },
  );
  return items.map(({ day }) => day);
};

test('an account that took no money is not followed, however often somebody tried', async () => {
  const declined = { kind: 'refused', by: 'buyer', refusal: noBecause('INSTRUMENT_DECLINED') } as const;
  await refusalOf(charge(declined));
  expect(await followed()).toEqual([]);
});

test('an account is followed from the day of the first charge that it took', async () => {
  const { captured_at } = await transactionOf(world, await charge(taken()));
  expect(await followed()).toEqual([dayOf(captured_at!)]);
});

test('an account is followed from the day of a charge in doubt, which its books may settle', async () => {
  expect(await refusalOf(charge(UNKNOWN))).toBe('outcome_unknown');
  expect(await followed()).toEqual([await dayOfCharge()]);
});

test('a charge in doubt since before the first payment was taken is not left out', async () => {
  expect(await refusalOf(charge(UNKNOWN, before(2)))).toBe('outcome_unknown');
  await capturedPayment(world, merchant);
  expect(await followed()).toEqual([await dayOfCharge()]);
});

test('an account whose first payment is older than ninety days is followed ninety days back', async () => {
  const long = before(120);
  const { captured_at } = await transactionOf(world, await charge(taken(), long));
  expect(dayOf(captured_at!)).toBe(dayOf(long.clock.now()));
  expect(await followed()).toEqual([dayOf(before(90).clock.now())]);
});
