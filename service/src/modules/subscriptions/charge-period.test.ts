import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  savedToken,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { noBecause, taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { claimAt } from '../../db/due.ts';
import { inTransaction } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { DAY_SECONDS as DAY } from '../../lib/time.ts';
import { railRegistry } from '../../rails/registry.ts';
import { orThrow } from '../../refused.ts';
import { chargeCustomer } from '../charges/index.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { sweepOfSubscriptions } from './sweep-subscriptions.ts';
import { chargePeriod, endUnpaid } from './charge-period.ts';
import { createSubscription, type SubscriptionPlan } from './create-subscription.ts';
import { claimDueSubscriptions, listChargeEnds, readSubscription } from './queries.ts';

// What meets a worker who charges anna 10 USD a month: others, and whoever cancels.

const MINUTE = 60;

let world: ModuleWorld;
let merchant: SellingMerchant;
let id: string;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
  await savedToken(world, merchant, 'anna');
  id = await begin();
});
// Its merchant is gone with its test: what of it is due belongs to nobody's next one.
afterEach(async () => {
  expect(world.script.unused()).toEqual([]);
  await sql`delete from subscription_charges`.execute(world.ctx.db);
  await sql`delete from subscriptions`.execute(world.ctx.db);
});

async function begin(): Promise<string> {
  const plan: SubscriptionPlan = {
    ...{ customer_ref: 'anna', amount: minor(1_000), currency: 'USD', description: null },
    ...{ interval: 'month', interval_count: 1, starts_at: null },
  };
  const made = orThrow(await createSubscription(world.ctx, merchant, { plan, key: null, actor: CALLER }));
  return (JSON.parse(made.answer) as { subscription_id: string }).subscription_id;
}

const declined = { kind: 'refused', by: 'buyer', refusal: noBecause('INSTRUMENT_DECLINED') } as const;

async function runAfter(seconds = 0): Promise<void> {
  world.ctx.clock.move(seconds);
  await sweepOfSubscriptions(world.ctx).run(UNTIL_DONE);
}
async function claim() {
  const [row] = await claimDueSubscriptions(world.ctx.db, claimAt(world.ctx.clock.now(), 1));
  return row!;
}
async function leaveUnpaid(): Promise<void> {
  world.script.answer('vault.charge', declined, declined, declined, declined);
  await runAfter();
  for (const days of [1, 2, 2]) await runAfter(days * DAY + MINUTE);
  expect((await read()).status).toBe('past_due');
}

const read = async () => (await readSubscription(world.ctx.db, { id }))!;
const asked = () => world.script.asked('vault.charge').length;
const cancel = async () => {
  const of = { id, merchant_id: merchant.merchant_id };
  orThrow(await cancelSubscription(world.ctx, of, { atPeriodEnd: false, actor: CALLER }));
};
const ends = async () =>
  (await listChargeEnds(world.ctx.db, id)).map(
    ({ period, try: nth, outcome }) => `${period}.${nth} ${outcome}`,
  );
async function events(): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where merchant_id = ${merchant.merchant_id} and type like 'subscription.%' order by id`.execute(
    world.ctx.db,
  );
  return rows.map(({ type }) => type.replace('subscription.', ''));
}

test('a worker who learns late that a period was paid pays no later one by it', async () => {
  world.script.answer('vault.charge', taken(), taken());
  const first = await claim();
  await chargePeriod(world.ctx, first);
  world.ctx.clock.move(32 * DAY);
  const second = await claim();
  await chargePeriod(world.ctx, first);
  expect([await ends(), asked()]).toEqual([['0.1 charged'], 1]);
  await chargePeriod(world.ctx, second);
  expect([await ends(), asked()]).toEqual([['1.1 charged', '0.1 charged'], 2]);
});

test.each([
  ['an earlier period of it', async () => id],
  ['another subscription', begin],
])('the money of a try of %s has nothing to do with a period', async (_what, of) => {
  const { ctx, script } = world;
  script.answer('vault.charge', declined, taken());
  const first = await of();
  if (first !== id) await pause(id);
  await runAfter();
  await runAfter(DAY + MINUTE);
  // Nobody knows yet whether the first try of it comes to be paid as well.
  await sql`
    update transactions set status = 'pending' where id = (
      select transaction_id from subscription_charges where subscription_id = ${first} and period = 0 and try = 1
    )`.execute(ctx.db);
  if (first !== id) await pause(first, id);
  script.answer('vault.charge', declined, taken());
  await runAfter(32 * DAY);
  await runAfter(DAY + MINUTE);
  const period = first === id ? 1 : 0;
  expect((await ends()).slice(0, 2)).toEqual([`${period}.2 charged`, `${period}.1 failed`]);
});

/** One is due in ten years, and another takes its turn. */
async function pause(one: string, other: string | null = null): Promise<void> {
  const { db } = world.ctx;
  await sql`update subscriptions set due_at = starts_at + interval '10 years' where id = ${one}`.execute(db);
  await sql`update subscriptions set due_at = starts_at where id = ${other}::uuid`.execute(db);
}

test('what is canceled in the moment in which its charge begins is not charged', async () => {
  const { ctx } = world;
  const row = await claim();
  const charged = await inTransaction(ctx.db, async (tx) => {
    await readSubscription(tx, { id }, { forUpdate: true });
    const charging = chargePeriod(ctx, row);
    await expect.poll(waiting).toBe(1);
    await sql`update subscriptions set status = 'canceled', ended_at = ${ctx.clock.now()} where id = ${id}`.execute(
      tx,
    );
    return { charging };
  });
  await charged.charging;
  expect([asked(), await ends()]).toEqual([0, []]);
});

const waiting = async () => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.ctx.db);
  return rows[0]!.waiting;
};

test('who finds nothing to charge by looks again where another worker has begun the charge meanwhile', async () => {
  const { ctx, script } = world;
  script.answer('vault.charge', UNKNOWN, taken());
  const row = await claim();
  await removeInstruments(ctx.clock.now());
  const charged = await inTransaction(ctx.db, async (tx) => {
    await readSubscription(tx, { id }, { forUpdate: true });
    const charging = chargePeriod(ctx, row);
    await expect.poll(waiting).toBe(1);
    await removeInstruments(null);
    const { merchant_id } = merchant;
    const idempotency_key = `subscription ${id}, period 0, try 1 `.padEnd(160, '.');
    const request = { merchant_id, customer_ref: 'anna', amount: minor(1_000), currency: 'USD' };
    await chargeCustomer(ctx, { ...request, idempotency_key, description: null, actor: null });
    return { charging };
  });
  await charged.charging;
  expect([asked(), await ends(), (await read()).failures]).toEqual([1, [], 0]);
  await runAfter(2 * MINUTE);
  expect([asked(), await ends()]).toEqual([2, ['0.1 charged']]);
});

async function removeInstruments(at: Date | null): Promise<void> {
  const { merchant_id } = merchant;
  await sql`update vault_tokens set removed_at = ${at} where merchant_id = ${merchant_id}`.execute(
    world.ctx.db,
  );
}

test.each([
  ['was made', taken(), 'charged'],
  ['was declined', declined, 'failed'],
])('one that is canceled is due no more once its charge in doubt %s', async (_how, outcome, end) => {
  world.script.answer('vault.charge', UNKNOWN, outcome);
  await runAfter();
  await cancel();
  await runAfter(3 * MINUTE);
  expect(await ends()).toEqual([`0.1 ${end}`]);
  expect(await read()).toMatchObject({ status: 'canceled', is_charging: false, due_at: null });
});

test('that this deployment has no such provider is no payment that failed', async () => {
  const row = await claim();
  await chargePeriod({ ...world.ctx, rails: railRegistry([world.configured.rail]) }, row);
  expect([await ends(), asked()]).toEqual([[], 0]);
  expect(await read()).toMatchObject({ status: 'active', failures: 0, is_charging: true });
  world.script.answer('vault.charge', taken());
  await runAfter(2 * MINUTE);
  expect(await ends()).toEqual(['0.1 charged']);
});

test('one that was canceled while it was past due is not ended for being unpaid as well', async () => {
  await leaveUnpaid();
  const row = await read();
  await cancel();
  await endUnpaid(world.ctx, row);
  expect((await events()).slice(-2)).toEqual(['past_due', 'canceled']);
});

test('one that is past due is not ended while the money of a try is held back', async () => {
  await leaveUnpaid();
  const last = sql`(select max(transaction_id::text)::uuid from subscription_charges)`;
  await sql`update transactions set status = 'pending' where id = ${last}`.execute(world.ctx.db);
  await runAfter(7 * DAY + MINUTE);
  expect([(await read()).status, (await events()).at(-1)]).toEqual(['past_due', 'past_due']);
  await sql`update transactions set status = 'failed' where id = ${last}`.execute(world.ctx.db);
  await runAfter(DAY);
  expect([(await read()).status, (await events()).at(-1)]).toEqual(['canceled', 'canceled']);
});
