import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chance, chanceOf } from '../../../../tests/faults/world/chance.ts';
import { timeoutOf, roundsOf } from '../../../../tests/faults/world/rounds.ts';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  savedToken,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { noBecause, taken, UNKNOWN, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import type { ChargeOutcome, NewCharge } from '../../rails/rail.ts';
import { railRegistry } from '../../rails/registry.ts';
import { orThrow } from '../../refused.ts';
import { sweepOfSubscriptions } from './sweep-subscriptions.ts';
import { createSubscription, type SubscriptionPlan } from './create-subscription.ts';
import { type Interval, periodStart } from './periods.ts';
import { readSubscription, type SubscriptionRow } from './queries.ts';

// Two years of subscriptions, worked on by two at once, at a provider that keeps its own books and whose answers are
// lost now and then: before it took the money, or after. FAULT_ROUNDS makes it longer; a seed repeats a history.

const OF_A_ROUND = 20;
const ROUNDS = roundsOf(1);
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const DAYS = 730;
const DAY = 86_400;
const LOOKS_MAX = 12;
// After the first failure of a period; there is no fifth try.
const EARLIEST_DAYS = [0, 1, 3, 5];
const declined = { kind: 'refused', by: 'buyer', refusal: noBecause('INSTRUMENT_DECLINED') } as const;
const RHYTHMS: readonly (readonly [Interval, number])[] = [
  ...([
    ['month', 1],
    ['month', 3],
    ['month', 6],
    ['year', 1],
    ['week', 13],
  ] as const),
];

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

/** A provider that takes money once for each request, however often it is asked. */
function bookkeeper(chance: Chance) {
  const books = new Map<string, ChargeOutcome>();
  const isPoor = (charge: NewCharge) => charge.description === 'declined now and then';
  const decide = (charge: NewCharge): ChargeOutcome =>
    isPoor(charge) && chance.is(0.4) ? declined : taken({ amount: charge.amount, currency: charge.currency });
  const charge = async (asked: NewCharge): Promise<ChargeOutcome> => {
    const known = books.get(asked.request_id);
    if (!known && chance.is(0.03)) return UNREACHABLE;
    if (!known && chance.is(0.03)) return UNKNOWN;
    const outcome = known ?? decide(asked);
    books.set(asked.request_id, outcome);
    return chance.is(0.05) ? UNKNOWN : outcome;
  };
  return { charge, taken: () => [...books.values()].filter(({ kind }) => kind === 'captured').length };
}

test(`every period is paid once, with the seed ${SEED}`, { timeout: timeoutOf(ROUNDS) }, async () => {
  const chance = chanceOf(SEED);
  const provider = bookkeeper(chance.fork(1));
  const merchant = await connectedMerchant(world);
  await savedToken(world, merchant, 'anna');
  const { rail } = world.script;
  const ctx = {
    ...world.ctx,
    rails: railRegistry([{ ...rail, vault: { ...rail.vault!, charge: provider.charge } }]),
  };
  const ids: string[] = [];
  for (let made = 0; made < OF_A_ROUND * ROUNDS; made += 1) {
    const [interval, interval_count] = chance.pick(RHYTHMS);
    const starts_at = new Date(ctx.clock.now().getTime() + chance.between(0, 30) * DAY * 1000);
    const description = chance.is(0.3) ? 'declined now and then' : 'good';
    const plan: SubscriptionPlan = {
      ...{ customer_ref: 'anna', amount: minor(1_000 + made), currency: 'USD', description, starts_at },
      ...{ interval, interval_count },
    };
    const asked = { plan, key: null, actor: CALLER };
    const { answer: begun } = orThrow(await createSubscription(ctx, merchant, asked));
    ids.push((JSON.parse(begun) as { subscription_id: string }).subscription_id);
  }
  // Whoever sleeps longer has more to do at once, each period of it by itself.
  for (let day = 0; day < DAYS;) {
    const days = chance.between(1, 12);
    day += days;
    ctx.clock.move(days * DAY);
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      await Promise.all([
        sweepOfSubscriptions(ctx).run(UNTIL_DONE),
        sweepOfSubscriptions(ctx).run(UNTIL_DONE),
      ]);
      if ((await chargingCount()) === 0) break;
      ctx.clock.move(2 ** looks * 60);
    }
  }
  for (const id of ids) await expectDecided((await readSubscription(ctx.db, { id }))!);
  const { rows } = await sql<{ told: number; paid: number; captured: number }>`
    select (select count(*) from events where type = 'subscription.charged') as told,
      (select count(*) from subscription_charges where outcome = 'charged') as paid,
      (select count(*) from transactions where status = 'captured') as captured`.execute(ctx.db);
  const count = provider.taken();
  expect(rows[0]).toEqual({ told: count, paid: count, captured: count });
  expect(count).toBeGreaterThan(ids.length);
});

async function expectDecided(row: SubscriptionRow): Promise<void> {
  const tries = await triesOfEach(row.id);
  const paid = tries.filter(({ outcomes }) => outcomes.at(-1) === 'charged');
  expect(paid.map(({ period }) => period)).toEqual(Array.from({ length: row.period }, (_, nth) => nth));
  for (const { outcomes, after_days } of tries) {
    expect(outcomes.slice(0, -1)).toEqual(Array<string>(outcomes.length - 1).fill('failed'));
    expect(outcomes.length).toBeLessThanOrEqual(EARLIEST_DAYS.length);
    for (const [nth, days] of after_days.entries()) expect(days).toBeGreaterThanOrEqual(EARLIEST_DAYS[nth]!);
  }
  const failed = tries.at(-1)!.outcomes.filter((outcome) => outcome === 'failed').length;
  expect(row.status === 'active').toBe(failed < EARLIEST_DAYS.length);
  if (row.description === 'good' || row.status === 'active') {
    const isPaidAhead = periodStart(row, row.period) > world.ctx.clock.now();
    expect([row.status, row.failures > 0 || isPaidAhead]).toEqual(['active', true]);
  }
}

async function chargingCount(): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from subscriptions where is_charging`.execute(world.ctx.db);
  return rows[0]!.open;
}

/** What became of each period's tries, and how long after its first one each of them ended. */
async function triesOfEach(id: string) {
  const { rows } = await sql<{ period: number; outcomes: string[]; after_days: number[] }>`
    select period, array_agg(outcome order by try) as outcomes,
      array_agg(extract(epoch from ended_at - first_at)::float8 / ${DAY} order by try) as after_days
    from (
      select *, min(ended_at) over (partition by period) as first_at
      from subscription_charges where subscription_id = ${id}
    ) tries
    group by period
    order by period`.execute(world.ctx.db);
  return rows;
}
