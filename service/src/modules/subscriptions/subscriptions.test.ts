import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  savedToken,
  startModuleWorld,
  trailOf,
} from '../../../../tests/world/module-world.ts';
import { noBecause, taken, UNKNOWN, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { claimAt } from '../../db/due.ts';
import { minor } from '../../lib/money.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { orThrow } from '../../refused.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { sweepOfSubscriptions } from './sweep-subscriptions.ts';
import { chargePeriod } from './charge-period.ts';
import { createSubscription, type SubscriptionPlan } from './create-subscription.ts';
import { claimDueSubscriptions, listChargeEnds, readSubscription } from './queries.ts';
import { subscriptionView } from './view.ts';

// Each test has a merchant one of whose customers, anna, has saved an instrument and pays 10 USD a month for something.

const MINUTE = 60;
const DAY = 86_400;

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
// Its merchant is gone with its test: what of it is due belongs to nobody's next one.
afterEach(async () => {
  expect(world.script.unused()).toEqual([]);
  await sql`delete from subscription_charges`.execute(world.ctx.db);
  await sql`delete from subscriptions`.execute(world.ctx.db);
});

const PLAN: SubscriptionPlan = {
  ...{ customer_ref: 'anna', amount: minor(1_000), currency: 'USD', description: 'A magazine' },
  ...{ interval: 'month', interval_count: 1, starts_at: null },
};
const declined = { kind: 'refused', by: 'buyer', refusal: noBecause('INSTRUMENT_DECLINED') } as const;
const gone = { kind: 'gone', refusal: noBecause('TOKEN_NOT_FOUND') } as const;

async function begin(plan: Partial<SubscriptionPlan> = {}): Promise<string> {
  const asked = { plan: { ...PLAN, ...plan }, key: null, actor: CALLER };
  const made = await createSubscription(world.ctx, merchant, asked);
  return (JSON.parse(orThrow(made).answer) as { subscription_id: string }).subscription_id;
}

async function cancel(id: string, atPeriodEnd = false) {
  const of = { id, merchant_id: merchant.merchant_id };
  return orThrow(await cancelSubscription(world.ctx, of, { atPeriodEnd, actor: CALLER }));
}

/** Lets the worker do what is due, after so many seconds. */
async function runAfter(seconds = 0): Promise<void> {
  world.ctx.clock.move(seconds);
  await sweepOfSubscriptions(world.ctx).run(UNTIL_DONE);
}

const read = async (id: string) => (await readSubscription(world.ctx.db, { id }))!;
const seen = async (id: string) => subscriptionView(await read(id), world.ctx.clock.now());
const asked = () => world.script.asked('vault.charge');
const ends = async (id: string) =>
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
async function bodiesOf(type: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ body: string }>`
    select body from events where merchant_id = ${merchant.merchant_id} and type = ${`subscription.${type}`}
    order by id`.execute(world.ctx.db);
  return rows.map(
    ({ body }) => (JSON.parse(body) as { data: { object: Record<string, unknown> } }).data.object,
  );
}
const eventBody = async (type: string) => (await bodiesOf(type)).at(-1)!;

describe('a period', () => {
  test('is charged when it begins and not again, and the next is due a month later', async () => {
    world.script.answer('vault.charge', taken(), taken());
    const id = await begin();
    expect(await seen(id)).toMatchObject({
      status: 'active',
      amount: '10',
      interval: 'month',
      interval_count: 1,
    });
    await runAfter();
    await runAfter(DAY);
    const { current_period_end, next_charge_at } = await seen(id);
    expect([asked().length, next_charge_at]).toEqual([1, current_period_end]);
    await runAfter(31 * DAY);
    expect(asked().map(({ amount, currency, is_repeated }) => [amount, currency, is_repeated])).toEqual([
      [1_000, 'USD', false],
      [1_000, 'USD', false],
    ]);
    expect(asked()[0]!.request_id).not.toBe(asked()[1]!.request_id);
    expect([await ends(id), await events()]).toEqual([
      ['1.1 charged', '0.1 charged'],
      ['created', 'charged', 'charged'],
    ]);
    expect(await eventBody('charged')).toMatchObject({
      subscription_id: id,
      id,
      amount_cents: 1_000,
      status: 'active',
    });
  });

  test('begins in its time when that is later', async () => {
    const starts_at = new Date(world.ctx.clock.now().getTime() + 3 * DAY * 1000);
    const id = await begin({ starts_at });
    await runAfter(DAY);
    expect(await seen(id)).toMatchObject({ status: 'active', next_charge_at: starts_at.toISOString() });
    world.script.answer('vault.charge', taken());
    await runAfter(2 * DAY + MINUTE);
    expect(await ends(id)).toEqual(['0.1 charged']);
  });

  test('that was slept through is charged as well, each once and in order', async () => {
    world.script.answer('vault.charge', taken(), taken(), taken(), taken());
    const id = await begin();
    await runAfter(95 * DAY);
    expect(await ends(id)).toEqual(['3.1 charged', '2.1 charged', '1.1 charged', '0.1 charged']);
    // Each event tells of the period that it paid.
    const told = await bodiesOf('charged');
    expect(told.slice(1).map(({ current_period_start: start }) => start)).toEqual(
      told.slice(0, -1).map(({ current_period_end: end }) => end),
    );
    expect(new Set(told.map(({ current_period_start: start }) => start)).size).toBe(4);
  });

  test('is charged once by two workers at once', async () => {
    world.script.answer('vault.charge', taken());
    const id = await begin();
    await Promise.all([runAfter(), runAfter(), runAfter()]);
    expect([await ends(id), asked().length]).toEqual([['0.1 charged'], 1]);
  });
});

describe('a charge that nobody can answer for', () => {
  test('is asked for again under the same request, until it is known', async () => {
    world.script.answer('vault.charge', UNKNOWN, UNKNOWN, taken());
    const id = await begin();
    await runAfter();
    await runAfter(3 * MINUTE);
    expect([await events(), (await read(id)).last_problem]).toEqual([['created'], expect.any(String)]);
    await runAfter(5 * MINUTE);
    expect(new Set(asked().map(({ request_id }) => request_id)).size).toBe(1);
    expect([await ends(id), await events()]).toEqual([['0.1 charged'], ['created', 'charged']]);
  });

  test('is not a failure when the provider was not there', async () => {
    world.script.answer('vault.charge', UNREACHABLE, taken());
    const id = await begin();
    await runAfter();
    expect([await events(), (await read(id)).failures]).toEqual([['created'], 0]);
    await runAfter(3 * MINUTE);
    expect(await ends(id)).toEqual(['0.1 charged']);
  });

  test('whose process died before it wrote down the answer is not made again', async () => {
    world.script.answer('vault.charge', taken());
    const id = await begin();
    await runAfter();
    const before = await read(id);
    // As it was when the provider had answered and nothing of it was written here.
    await sql`delete from subscription_charges`.execute(world.ctx.db);
    await sql`update subscriptions set period = 0, is_charging = true, due_at = ${world.ctx.clock.now()}`.execute(
      world.ctx.db,
    );
    await runAfter(MINUTE);
    expect([await ends(id), asked().length, (await read(id)).period]).toEqual([
      ['0.1 charged'],
      1,
      before.period,
    ]);
  });
});

describe('a charge that fails', () => {
  test('is tried again after one, three and five days, then it is past due, and a week later canceled', async () => {
    world.script.answer('vault.charge', declined, declined, declined, declined);
    const id = await begin();
    const tries: (string | null)[] = [];
    await runAfter();
    for (const days of [1, 2, 2]) {
      tries.push((await seen(id)).next_charge_at);
      await runAfter(days * DAY - 2 * MINUTE);
      expect((await seen(id)).next_charge_at).toBe(tries.at(-1));
      await runAfter(2 * MINUTE);
    }
    const since = Date.parse(tries[0]!) - DAY * 1000;
    expect(tries.map((at) => (Date.parse(at!) - since) / (DAY * 1000))).toEqual([1, 3, 5]);
    expect(await seen(id)).toMatchObject({ status: 'past_due', next_charge_at: null });
    expect(await ends(id)).toEqual(['0.4 failed', '0.3 failed', '0.2 failed', '0.1 failed']);
    expect(await eventBody('past_due')).toMatchObject({ status: 'past_due', reason: 'INSTRUMENT_DECLINED' });
    await runAfter(7 * DAY - MINUTE);
    expect((await seen(id)).status).toBe('past_due');
    await runAfter(2 * MINUTE);
    expect(await eventBody('canceled')).toMatchObject({ status: 'canceled', reason: 'unpaid' });
    const failures = Array<string>(4).fill('payment_failed');
    expect(await events()).toEqual(['created', ...failures, 'past_due', 'canceled']);
    await runAfter(400 * DAY);
    expect(asked()).toHaveLength(4);
  });

  test('and succeeds at its next try leaves the rhythm of the periods as it was', async () => {
    world.script.answer('vault.charge', declined, taken());
    const id = await begin();
    const { current_period_end } = await seen(id);
    await runAfter();
    await runAfter(DAY + MINUTE);
    expect(await seen(id)).toMatchObject({ status: 'active', next_charge_at: current_period_end });
    expect(await events()).toEqual(['created', 'payment_failed', 'charged']);
  });

  test('is not counted against its next try by a worker who learns of it only then', async () => {
    world.script.answer('vault.charge', declined, taken());
    const id = await begin();
    const claim = async () => {
      const [row] = await claimDueSubscriptions(world.ctx.db, claimAt(world.ctx.clock.now(), 1));
      return row!;
    };
    const first = await claim();
    await chargePeriod(world.ctx, first);
    world.ctx.clock.move(DAY + MINUTE);
    const second = await claim();
    await chargePeriod(world.ctx, first);
    expect([await ends(id), (await read(id)).failures]).toEqual([['0.1 failed'], 1]);
    await chargePeriod(world.ctx, second);
    expect([await ends(id), asked().length]).toEqual([['0.2 charged', '0.1 failed'], 2]);
    expect(await events()).toEqual(['created', 'payment_failed', 'charged']);
  });

  test('since the instrument was removed says so, and the next that is saved is charged', async () => {
    world.script.answer('vault.charge', gone);
    const id = await begin();
    await runAfter();
    expect(await eventBody('payment_failed')).toMatchObject({ reason: 'TOKEN_NOT_FOUND' });
    await runAfter(DAY + MINUTE);
    expect(await eventBody('payment_failed')).toMatchObject({
      ...{ reason: 'No saved instrument for this customer', transaction_id: null },
    });
    const token = await savedToken(world, merchant, 'anna');
    world.script.answer('vault.charge', taken());
    await runAfter(2 * DAY + MINUTE);
    expect([await ends(id), asked().at(-1)!.provider_token_id]).toEqual([
      ['0.3 charged', '0.2 failed', '0.1 failed'],
      token,
    ]);
  });

  test('and turns out to have been taken when it is past due goes on, and is told as paid', async () => {
    world.script.answer('vault.charge', declined, declined, declined, declined);
    const id = await begin();
    await runAfter();
    for (const days of [1, 2, 2]) await runAfter(days * DAY + MINUTE);
    expect((await seen(id)).status).toBe('past_due');
    await sql`update transactions set status = 'captured', captured_at = created_at
      where id = (select max(transaction_id::text)::uuid from subscription_charges)`.execute(world.ctx.db);
    await runAfter(7 * DAY + MINUTE);
    expect([(await seen(id)).status, (await ends(id))[0]]).toEqual(['active', '0.5 charged']);
    expect((await events()).slice(-2)).toEqual(['past_due', 'charged']);
    expect(asked()).toHaveLength(4);
  });

  test.each([
    ['by the buyer’s side', declined],
    ['for good', { kind: 'refused', by: 'terminal', refusal: noBecause('not_taken') } as const],
  ])('as it is refused %s, and turns out to have been taken after all, is not made again', async (_, no) => {
    world.script.answer('vault.charge', no);
    const id = await begin();
    await runAfter();
    const reason = no.refusal.issue;
    expect(await eventBody('payment_failed')).toMatchObject({ transaction_id: expect.any(String), reason });
    await sql`update transactions set status = 'captured', captured_at = created_at
      where merchant_id = ${merchant.merchant_id}`.execute(world.ctx.db);
    await runAfter(DAY + MINUTE);
    expect([await ends(id), asked().length]).toEqual([['0.2 charged', '0.1 failed'], 1]);
  });
});

describe('canceling', () => {
  test('ends it at once, however often it is asked', async () => {
    world.script.answer('vault.charge', taken());
    const id = await begin();
    await runAfter();
    await Promise.all([cancel(id), cancel(id), cancel(id, true)]);
    await runAfter(90 * DAY);
    expect(await seen(id)).toMatchObject({ status: 'canceled', next_charge_at: null });
    expect([asked().length, await events()]).toEqual([1, ['created', 'charged', 'canceled']]);
    expect(await eventBody('canceled')).toMatchObject({ reason: 'requested' });
  });

  test('with its period leaves it active until that is over', async () => {
    world.script.answer('vault.charge', taken());
    const id = await begin();
    await runAfter();
    const { current_period_end } = await seen(id);
    await cancel(id, true);
    await runAfter(27 * DAY);
    expect(await seen(id)).toMatchObject({ status: 'active', next_charge_at: null, current_period_end });
    await runAfter(5 * DAY);
    expect([(await seen(id)).status, await events()]).toEqual([
      'canceled',
      ['created', 'charged', 'canceled'],
    ]);
    expect((await seen(id)).current_period_end).toBe(current_period_end);
    expect(await eventBody('canceled')).toMatchObject({ current_period_end });
  });

  test('with its period ends at once what is not paid', async () => {
    world.script.answer('vault.charge', declined);
    const id = await begin();
    await runAfter();
    expect((await cancel(id, true)).row.status).toBe('canceled');
  });

  test('while a charge is in doubt ends it, and tells of the charge when it was made all the same', async () => {
    world.script.answer('vault.charge', UNKNOWN, taken());
    const id = await begin();
    await runAfter();
    await cancel(id);
    await runAfter(3 * MINUTE);
    expect([await ends(id), await events()]).toEqual([['0.1 charged'], ['created', 'canceled', 'charged']]);
    await runAfter(90 * DAY);
    expect(asked()).toHaveLength(2);
  });

  test('with its period has none charged that was taken up and is not begun', async () => {
    world.script.answer('vault.charge', taken(), UNREACHABLE);
    const id = await begin();
    await runAfter();
    await runAfter(32 * DAY);
    expect((await read(id)).is_charging).toBe(true);
    await cancel(id, true);
    await runAfter(3 * MINUTE);
    expect([await events(), asked().length]).toEqual([['created', 'charged', 'canceled'], 2]);
  });

  test('before a charge that was taken up is begun has none made', async () => {
    const id = await begin();
    await sql`update subscriptions set is_charging = true`.execute(world.ctx.db);
    await cancel(id);
    await runAfter(MINUTE);
    expect([await events(), (await read(id)).due_at]).toEqual([['created', 'canceled'], null]);
  });

  test('after a worker took it up to be charged, and before it is, has none made', async () => {
    const id = await begin();
    const [row] = await claimDueSubscriptions(world.ctx.db, claimAt(world.ctx.clock.now(), 1));
    await cancel(id);
    await chargePeriod(world.ctx, row!);
    expect([await events(), (await read(id)).due_at, asked()]).toEqual([['created', 'canceled'], null, []]);
  });

  test('is of the merchant that began it alone', async () => {
    const id = await begin();
    const other = await connectedMerchant(world);
    const by = { id, merchant_id: other.merchant_id };
    const canceled = cancelSubscription(world.ctx, by, { atPeriodEnd: false, actor: CALLER }).then(orThrow);
    expect(await refusalOf(canceled)).toBe('subscription_not_found');
  });
});

describe('the trail', () => {
  const created = [CALLER, 'subscription.created', { amount_cents: 1_000, currency: 'USD' }];
  const canceled = (at_period_end: boolean) => [CALLER, 'subscription.canceled', { at_period_end }];

  test('tells who began one and who ended it, and how, each once', async () => {
    world.script.answer('vault.charge', taken());
    const id = await begin();
    await runAfter();
    for (const atPeriodEnd of [true, true, false, false, true]) await cancel(id, atPeriodEnd);
    expect(await trailOf(world, id)).toEqual([created, canceled(true), canceled(false)]);
  });

  test('tells of an end at once where it was to be with a period that is not paid', async () => {
    world.script.answer('vault.charge', declined);
    const id = await begin();
    await runAfter();
    await cancel(id, true);
    expect(await trailOf(world, id)).toEqual([created, canceled(false)]);
  });

  test('has nobody for what happens on the clock', async () => {
    world.script.answer('vault.charge', taken());
    const id = await begin();
    await runAfter();
    await cancel(id, true);
    await runAfter(32 * DAY);
    const [end] = await listChargeEnds(world.ctx.db, id);
    expect(await trailOf(world, end!.transaction_id!)).toEqual([]);
    expect([(await read(id)).status, (await trailOf(world, id)).length]).toEqual(['canceled', 2]);
  });
});

test('one is begun only for a customer who can be charged', async () => {
  expect(await refusalOf(begin({ customer_ref: 'nobody' }))).toBe('customer_not_found');
  expect(await refusalOf(begin({ currency: 'EUR' }))).toBe('charge_currency_not_settled');
  expect(await events()).toEqual([]);
});

test('a key begins one, however often and by how many at once it is used', async () => {
  const key = { key: 'k', fingerprint: Buffer.from('same') };
  const make = (fingerprint = key.fingerprint) => {
    const asked = { plan: PLAN, key: { ...key, fingerprint }, actor: CALLER };
    return createSubscription(world.ctx, merchant, asked).then(orThrow);
  };
  const made = [...(await Promise.all([make(), make(), make()])), await make()];
  const { answer } = made[0]!;
  expect(made.map((one) => one.answer)).toEqual([answer, answer, answer, answer]);
  expect(made.filter(({ is_repeated }) => !is_repeated)).toHaveLength(1);
  await expect(make(Buffer.from('other'))).rejects.toThrow();
  expect(await events()).toEqual(['created']);
  const { subscription_id } = JSON.parse(answer) as { subscription_id: string };
  expect(await trailOf(world, subscription_id)).toHaveLength(1);
  await sql`update subscriptions set due_at = null, status = 'canceled', ended_at = now()`.execute(
    world.ctx.db,
  );
});
