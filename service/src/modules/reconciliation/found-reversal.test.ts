import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newProviderId } from '../../../../tests/world/scripted-rail.ts';
import {
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import type { Ctx } from '../../context.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { minor } from '../../lib/money.ts';
import { DAY_MS, dayOf, startOfDay } from '../../lib/time.ts';
import type { ProviderEntry } from '../../rails/rail.ts';
import { listDifferences } from '../differences/queries.ts';
import { actOn } from '../notices/index.ts';
import { newsFinder } from '../payments/index.ts';
import { refundsOf } from '../returns/index.ts';
import { askForDays } from './ask-for-days.ts';
import { sweepOfReconciliations } from './sweep-reconciliations.ts';

// A reversal that nobody was told of stands in the provider's search. When its notice comes after all, it may name the
// reversal otherwise, or the capture in its place.

const AMOUNT = minor(300);

let world: ModuleWorld;
let merchant_id: string;
let transaction_id: string;
let capture_id: string;
let shown: ProviderEntry[];
let day: string;
let found_id: string;
let looks = 0;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  found_id = newProviderId('reversal');
  for (const table of ['differences', 'entries', 'days']) {
    await sql`delete from ${sql.table(`reconciliation_${table}`)}`.execute(world.ctx.db);
  }
  await take();
  shown.push(found(found_id));
  await compare();
  expect(await returned()).toEqual([[found_id, AMOUNT]]);
});

// A payment of a merchant of its own, as the provider's search shows it.
async function take(): Promise<void> {
  const merchant = await connectedMerchant(world);
  ({ merchant_id } = merchant);
  ({ transaction_id, capture_id } = await capturedPayment(world, merchant));
  const { captured_at, provider_order_id, amount_cents, currency, provider_fee_cents } = await paid();
  day = dayOf(captured_at!);
  const at = { began_at: captured_at!, updated_at: captured_at! };
  const taken = { amount: minor(amount_cents), currency, provider_fee: minor(provider_fee_cents ?? 0) };
  shown = [
    {
      ...{ provider_id: capture_id, kind: 'capture', about_id: provider_order_id, transaction_id },
      ...{ status: 'completed', ...taken, ...at },
    },
  ];
}

const paid = () => transactionOf(world, transaction_id);
const returned = async () =>
  (await refundsOf(world.ctx.db, transaction_id)).map((one) => [one.provider_refund_id, one.amount_cents]);
const open = async () => {
  const { items } = await listDifferences(world.ctx.db, { merchant_id }, { limit: 50, offset: 0 });
  return items.flatMap(({ cause, provider_id, state }) => (state === 'open' ? [[cause, provider_id]] : []));
};
const found = (provider_id: string): ProviderEntry => ({
  ...{ provider_id, kind: 'reversal', about_id: capture_id, transaction_id: null, status: 'completed' },
  ...{ amount: AMOUNT, currency: 'USD', provider_fee: null },
  ...{ began_at: startOfDay(day), updated_at: startOfDay(day) },
});

async function compare(asked = day, entries = shown): Promise<void> {
  looks += 1;
  const at = startOfDay(asked).getTime() + DAY_MS + DAY_MS / 2 + looks;
  const now = () => new Date(at);
  const ctx: Ctx = { ...world.ctx, clock: { ...world.ctx.clock, now } };
  // A day in which something differs is due again by itself.
  await sql`update reconciliation_days set due_at = null`.execute(ctx.db);
  await askForDays(ctx, { from: asked, to: asked, merchant_id });
  world.script.answer('search.page', {
    kind: 'found',
    entries,
    is_last: true,
    refreshed_at: null,
  });
  await sweepOfReconciliations(ctx).run(UNTIL_DONE);
}

async function hear(
  reversal_id: string,
  amount: typeof AMOUNT | null = AMOUNT,
  reversed_at?: Date,
): Promise<void> {
  const { provider, rail_account_id } = await paid();
  const from = { provider, rail_account_id };
  const of = { from, heardAt: world.ctx.clock.now(), find: newsFinder(world.ctx.db) };
  const at = reversed_at && { reversed_at: reversed_at.toISOString() };
  const told = { provider_capture_id: capture_id, reversal_id, amount, ...at };
  expect(await actOn(world.ctx, of, { about: 'capture_reversed', ...told })).toBe('done');
}

test('told of under another name it is counted once, however often it is told and compared', async () => {
  for (let nth = 0; nth < 2; nth += 1) {
    await hear('TOLD-1');
    await compare();
    expect(await returned()).toEqual([['TOLD-1', AMOUNT]]);
  }
  expect(await paid()).toMatchObject({ status: 'captured', refunded_amount_cents: AMOUNT });
  expect(await open()).toEqual([]);
});

test('told of by the name of its capture it is not everything that remains', async () => {
  for (let nth = 0; nth < 2; nth += 1) {
    await hear(capture_id, minor((await paid()).amount_cents));
    expect(await returned()).toEqual([[capture_id, AMOUNT]]);
  }
});

test('told of by the name that the search has for it, it is the same', async () => {
  await hear(found_id);
  expect(await returned()).toEqual([[found_id, AMOUNT]]);
  await hear('TOLD-2');
  expect(await returned()).toEqual([
    [found_id, AMOUNT],
    ['TOLD-2', AMOUNT],
  ]);
});

test('another one is counted beside it', async () => {
  await hear('TOLD-3', minor(AMOUNT + 1));
  await hear('TOLD-4');
  await hear('TOLD-5');
  expect(await returned()).toEqual([
    ['TOLD-4', AMOUNT],
    ['TOLD-3', AMOUNT + 1],
    ['TOLD-5', AMOUNT],
  ]);
});

describe('two of one amount are two', () => {
  let other_id: string;
  beforeEach(() => {
    other_id = newProviderId('reversal');
    shown.push(found(other_id));
  });

  test('when nobody was told of either', async () => {
    await compare();
    expect(await returned()).toEqual([
      [found_id, AMOUNT],
      [other_id, AMOUNT],
    ]);
  });

  test('when one was told of, before or after the other was found', async () => {
    await hear('TOLD-6');
    await compare();
    expect(await returned()).toEqual([
      ['TOLD-6', AMOUNT],
      [other_id, AMOUNT],
    ]);
    await hear('TOLD-7');
    await compare();
    expect(await returned()).toEqual([
      ['TOLD-6', AMOUNT],
      ['TOLD-7', AMOUNT],
    ]);
  });

  test('when one was told of days before the other, which is compared first', async () => {
    await hear('TOLD-10');
    await hear('TOLD-11');
    const later = dayOf(new Date(startOfDay(day).getTime() + 4 * DAY_MS));
    const at = { began_at: startOfDay(later), updated_at: startOfDay(later) };
    await compare(later, [{ ...found(other_id), ...at }]);
    expect(await returned()).toEqual([
      ['TOLD-10', AMOUNT],
      ['TOLD-11', AMOUNT],
      [other_id, AMOUNT],
    ]);
  });

  test('when both were told of, and compared thereafter', async () => {
    await hear('TOLD-8');
    await hear('TOLD-9');
    for (let nth = 0; nth < 2; nth += 1) {
      await compare();
      expect(await returned()).toEqual([
        ['TOLD-8', AMOUNT],
        ['TOLD-9', AMOUNT],
      ]);
    }
  });
});

describe('of two of one amount, days apart, each is counted by its day', () => {
  let late: ProviderEntry;
  beforeEach(async () => {
    await take();
    found_id = newProviderId('reversal');
    const began_at = new Date(startOfDay(day).getTime() + 4 * DAY_MS + 1);
    late = { ...found(newProviderId('reversal')), began_at, updated_at: began_at };
    shown.push(found(found_id));
  });

  const hearLate = () => hear(late.provider_id, AMOUNT, late.began_at);
  const compareLate = () => compare(dayOf(late.began_at), [late]);
  async function expectBoth(): Promise<void> {
    const { rows } = await sql<{ name: string; at: Date }>`
      select provider_refund_id as name, completed_at as at from refunds where transaction_id = ${transaction_id}
      order by completed_at`.execute(world.ctx.db);
    const captured_at = (await paid()).captured_at!;
    expect(rows).toEqual([
      { name: found_id, at: captured_at },
      { name: late.provider_id, at: late.began_at },
    ]);
    expect(await paid()).toMatchObject({ refunded_amount_cents: 2 * AMOUNT });
  }
  // What differs is looked at again.
  async function expectAgreed(): Promise<void> {
    await compare();
    await compareLate();
    await expectBoth();
    expect(await open()).toEqual([]);
  }

  test('when the notice of the later came first, and none of the other', async () => {
    await hearLate();
    await compare();
    await compareLate();
    await expectBoth();
    await expectAgreed();
  });

  test('when the notice of the later came first, and that of the other after the look', async () => {
    await hearLate();
    await compare();
    await hear(found_id, AMOUNT, startOfDay(day));
    await expectBoth();
    await expectAgreed();
  });

  test('when the first was found, and then the notice of the later came', async () => {
    await compare();
    await hearLate();
    await compareLate();
    await expectBoth();
    await expectAgreed();
  });

  test('when the first was found, and then the notices of both came', async () => {
    await compare();
    await hearLate();
    await hear(found_id, AMOUNT, startOfDay(day));
    await compareLate();
    await expectBoth();
    await expectAgreed();
  });
});

test('of two of one amount in one look, the one whose notice came is not the other', async () => {
  await take();
  const names = [newProviderId('reversal'), newProviderId('reversal')];
  await hear(names[1]!);
  shown.push(found(names[0]!));
  await compare();
  shown.push(found(names[1]!));
  await compare();
  expect((await returned()).map(([name]) => name).toSorted()).toEqual(names.toSorted());
});

describe('a name outweighs an amount', () => {
  const at = (days: number, ms = 1) => new Date(startOfDay(day).getTime() + days * DAY_MS + ms);
  const entry = (provider_id: string, began_at: Date, amount: ProviderEntry['amount'] = AMOUNT) => ({
    ...found(provider_id),
    ...{ began_at, updated_at: began_at, amount },
  });
  const look = (...entries: ProviderEntry[]) => compare(dayOf(entries[0]!.began_at), entries);
  const counted = async () => {
    const { rows } = await sql<{ name: string; cents: number; at: Date }>`
      select provider_refund_id as name, amount_cents as cents, completed_at as at from refunds
      where transaction_id = ${transaction_id} order by completed_at, name`.execute(world.ctx.db);
    return rows.map(({ name, cents, at: when }) => [name, cents, when]);
  };
  async function expectLooked(): Promise<void> {
    const { rows } = await sql`select from reconciliation_days where problem is not null`.execute(
      world.ctx.db,
    );
    expect(rows).toEqual([]);
  }

  let first: string;
  let second: string;
  let third: string;
  beforeEach(async () => {
    await take();
    [first, second, third] = [
      newProviderId('reversal'),
      newProviderId('reversal'),
      newProviderId('reversal'),
    ];
  });

  test('of three, also where each notice names another one that was found', async () => {
    await look(entry(first, at(1)), entry(second, at(1, 2)));
    await hear(third, AMOUNT, at(4));
    await hear(first, AMOUNT, at(1));
    await hear(second, AMOUNT, at(1, 2));
    await look(entry(third, at(4)));
    await expectLooked();
    expect(await counted()).toEqual([
      [first, AMOUNT, at(1)],
      [second, AMOUNT, at(1, 2)],
      [third, AMOUNT, at(4)],
    ]);
  });

  test.each([
    ['otherwise', () => 'OTHERWISE'],
    ['as its capture', () => capture_id],
  ])('and one that was told apart still waits for its notice, which may name it %s', async (_how, name) => {
    await look(entry(first, at(1)));
    await hear(second, AMOUNT, at(4));
    await look(entry(second, at(4)));
    await hear(name(), AMOUNT, at(1));
    expect((await counted()).map(([, cents]) => cents)).toEqual([AMOUNT, AMOUNT]);
  });

  test('and what is told or shown without an amount has that of the one it was taken for', async () => {
    await hear(second, AMOUNT, at(4));
    await look(entry(first, at(1)));
    await hear(first, null, at(1));
    const both = [
      [first, AMOUNT, at(1)],
      [second, AMOUNT, at(4)],
    ];
    expect(await counted()).toEqual(both);
    await take();
    await look(entry(`other-${first}`, at(1)));
    await hear(`other-${second}`, AMOUNT, at(4));
    await look(entry(`other-${second}`, at(4), null));
    expect(await counted()).toEqual(both.map(([name, ...rest]) => [`other-${String(name)}`, ...rest]));
  });

  test('and a notice that names a capture is of the one that it was taken for', async () => {
    await look(entry(first, at(1)));
    await hear(capture_id, AMOUNT);
    await hear(first, AMOUNT, at(1));
    expect(await counted()).toEqual([[capture_id, AMOUNT, at(1)]]);
  });

  describe('beside a release that keeps no times,', () => {
    const forget = () =>
      sql`update refunds set told_at = null, shown_at = null where transaction_id = ${transaction_id}`.execute(
        world.ctx.db,
      );
    const both = () => [
      [first, AMOUNT, at(1)],
      [second, AMOUNT, at(4)],
    ];

    test('which has recorded one that was found', async () => {
      await look(entry(first, at(1)));
      await forget();
      await hear(second, AMOUNT, at(4));
      await look(entry(second, at(4)));
      expect(await counted()).toEqual(both());
    });

    test('which has paired one that is named otherwise', async () => {
      await hear('OTHERWISE-2', AMOUNT, at(4));
      await look(entry(second, at(4)));
      await forget();
      await look(entry(first, at(1)));
      expect(await counted()).toEqual([
        [first, AMOUNT, at(1)],
        ['OTHERWISE-2', AMOUNT, at(4)],
      ]);
    });

    test('which has named one that was found, both are counted', async () => {
      await look(entry(first, at(1)));
      await hear(second, AMOUNT, at(4));
      await forget();
      await look(entry(second, at(4)));
      await hear(first, AMOUNT, at(1));
      await expectLooked();
      expect((await counted()).map(([name]) => name).toSorted()).toEqual([first, second].toSorted());
    });
  });
});
