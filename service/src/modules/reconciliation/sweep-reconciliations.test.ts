import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { noBecause } from '../../../../tests/world/scripted-answers.ts';
import type { Ctx } from '../../context.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { minor } from '../../lib/money.ts';
import { DAY_MS, dayOf, HOUR_MS, startOfDay } from '../../lib/time.ts';
import type { ProviderEntry, SearchOutcome } from '../../rails/rail.ts';
import { listFinding } from '../differences/index.ts';
import { listDifferences } from '../differences/queries.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { askForDays } from './ask-for-days.ts';
import { PAGES_MAX, sweepOfReconciliations } from './sweep-reconciliations.ts';
import { claimDays, type HeldDay, moveDay } from './day-queries.ts';
import { sweepReconciledAccounts } from './sweep-reconciled-accounts.ts';
import { listDays } from './list-days.ts';

let world: ModuleWorld;
let merchant: SellingMerchant;
let merchant_id: string;
let entry: ProviderEntry;
let day: string;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  await sql`delete from reconciliation_differences`.execute(world.ctx.db);
  await sql`delete from reconciliation_entries`.execute(world.ctx.db);
  await sql`delete from reconciliation_days`.execute(world.ctx.db);
  merchant = await connectedMerchant(world);
  ({ merchant_id } = merchant);
  const { transaction_id, capture_id } = await capturedPayment(world, merchant);
  const paid = await transactionOf(world, transaction_id);
  day = dayOf(paid.captured_at!);
  entry = {
    ...{ provider_id: capture_id, kind: 'capture', about_id: paid.provider_order_id, transaction_id },
    ...{ status: 'completed', amount: minor(paid.amount_cents), currency: paid.currency },
    provider_fee: paid.provider_fee_cents === null ? null : minor(paid.provider_fee_cents),
    ...{ began_at: paid.captured_at!, updated_at: paid.captured_at! },
  };
});
afterEach(() => expect(world.script.unused()).toEqual([]));

// Since the day of the payment began: what is over by then is the same whatever the time of the day is.
const later = (ms: number): Ctx => {
  const now = () => new Date(startOfDay(day).getTime() + ms);
  return { ...world.ctx, clock: { ...world.ctx.clock, now } };
};
const AWAY = { kind: 'unreachable', problem: 'status 503', retry_after_seconds: null } as const;
const WHOLE_MS = DAY_MS + 5 * HOUR_MS;
const compare = (ctx = later(WHOLE_MS)) => sweepOfReconciliations(ctx).run(UNTIL_DONE);
const shown = (entries: ProviderEntry[], is_last = true): SearchOutcome => ({
  ...{ kind: 'found', entries, is_last, refreshed_at: null },
});
const days = async () => (await listDays(world.ctx.db, { merchant_id }, { limit: 50, offset: 0 })).items;
const differences = async () =>
  (await listDifferences(world.ctx.db, { merchant_id }, { limit: 50, offset: 0 })).items;
const ask = () => askForDays(later(WHOLE_MS), { from: day, to: day, merchant_id });

async function claim(ms: number): Promise<HeldDay[]> {
  const claimed_at = later(ms).clock.now();
  const held_until = new Date(claimed_at.getTime() + 60_000);
  const rows = await claimDays(world.ctx.db, { now: claimed_at, held_until, limit: 1 });
  return rows.map((row) => ({ ...row, claimed_at, held_until }));
}

// Those of the tests before have payments too.
async function follow(): Promise<void> {
  while ((await sweepReconciledAccounts(world.ctx)) > 0);
  await sql`delete from reconciliation_days where merchant_id <> ${merchant_id}`.execute(world.ctx.db);
}

test('an account is followed from the day of its first payment on, once', async () => {
  await follow();
  await follow();
  expect(await days()).toMatchObject([{ day, looks: 0, is_whole: false }]);
  world.script.answer('search.page', shown([entry]));
  await compare();
  expect(await days()).toMatchObject([
    { looks: 0, is_whole: false },
    { day, looks: 1, entries: 1, is_whole: true, due_at: null },
  ]);
});

test('an account of which a day was asked for before is followed all the same', async () => {
  await ask();
  world.script.answer('search.page', shown([entry]), shown([entry]));
  await compare();
  await follow();
  await compare();
  expect(await days()).toMatchObject([
    { looks: 0, is_whole: false },
    { day, looks: 2, is_whole: true, due_at: null },
  ]);
});

test('an account that is named only later is followed once, and goes on under its name', async () => {
  await follow();
  const name = `NAMED-${merchant_id}`;
  await sql`update rail_accounts set provider_account = ${name} where merchant_id = ${merchant_id}`.execute(
    world.ctx.db,
  );
  await follow();
  expect(await days()).toHaveLength(1);
  world.script.answer('search.page', shown([]));
  world.script.answer('search.one', shown([entry]));
  await compare();
  expect((await days()).map(({ provider_account }) => provider_account)).toEqual([
    name,
    expect.not.stringMatching(name),
  ]);
});

test('a page is asked for by what the page before it gave to go on by', async () => {
  await ask();
  const leading = (mark: string) => ({ ...shown([], false), mark }) as SearchOutcome;
  world.script.answer('search.page', leading('a'), leading('b'), shown([entry]));
  await compare();
  expect(world.script.asked('search.page').map(({ page, mark }) => [page, mark])).toEqual([
    [1, null],
    [2, 'a'],
    [3, 'b'],
  ]);
  world.script.answer('search.page', shown([entry]));
  await ask();
  await compare();
  expect(world.script.asked('search.page').at(-1)).toMatchObject({ page: 1, mark: null });
});

test('a day that is looked at once more leaves those behind it as they are', async () => {
  await follow();
  world.script.answer('search.page', shown([entry]), shown([entry]));
  await compare();
  await sql`update reconciliation_days set due_at = null where merchant_id = ${merchant_id}`.execute(
    world.ctx.db,
  );
  await ask();
  await compare();
  expect(await days()).toMatchObject([
    { looks: 0, due_at: null },
    { day, looks: 1, due_at: null },
  ]);
  expect(world.script.asked('search.page')).toHaveLength(2);
});

test('pages are read one after the other, and what each showed is kept until all are there', async () => {
  await ask();
  world.script.answer('search.page', shown([], false), shown([], false), shown([entry]));
  await compare();
  expect(world.script.asked('search.page').map(({ page }) => page)).toEqual([1, 2, 3]);
  expect(await differences()).toEqual([]);
});

test('pages that lead on without end are given up, and read from the first on a day later', async () => {
  await ask();
  const leading = (mark: string) => ({ ...shown([entry], false), mark }) as SearchOutcome;
  world.script.answer('search.page', leading('a'), AWAY);
  await compare();
  await sql`update reconciliation_days set page = ${PAGES_MAX}`.execute(world.ctx.db);
  world.script.answer('search.page', leading('b'));
  await compare(later(WHOLE_MS + HOUR_MS));
  expect(world.script.asked('search.page').at(-1)).toMatchObject({ page: PAGES_MAX, mark: 'a' });
  expect(await days()).toMatchObject([{ looks: 0, problem: 'its pages have no end', is_under_way: false }]);
  // Its first page would go well again, and so would all but the last.
  await compare(later(WHOLE_MS + 23 * HOUR_MS));
  expect(world.script.asked('search.page')).toHaveLength(3);
  world.script.answer('search.page', shown([entry]));
  await compare(later(WHOLE_MS + 25 * HOUR_MS));
  expect(world.script.asked('search.page').at(-1)).toMatchObject({ page: 1, mark: null });
  expect(await days()).toMatchObject([{ looks: 1, problem: null, entries: 1 }]);
});

test('a page that cannot be read for an hour is given up with those before it: what it was asked by may be old', async () => {
  await ask();
  world.script.answer('search.page', { ...shown([entry], false), mark: 'old' } as SearchOutcome, AWAY);
  await compare();
  const unread = { kind: 'unknown', problem: 'a page that cannot be read' } as const;
  const asked = Array.from({ length: 6 }, (_, nth) => nth + 1);
  for (const nth of asked) {
    world.script.answer('search.page', unread);
    await compare(later(WHOLE_MS + nth * HOUR_MS));
  }
  expect(world.script.asked('search.page').at(-1)).toMatchObject({ page: 2, mark: 'old' });
  expect(await days()).toMatchObject([{ problem: unread.problem, is_under_way: false }]);
  world.script.answer('search.page', shown([entry]));
  await compare(later(WHOLE_MS + 31 * HOUR_MS));
  expect(world.script.asked('search.page').at(-1)).toMatchObject({ page: 1, mark: null });
  expect(await days()).toMatchObject([{ looks: 1, problem: null, entries: 1 }]);
});

test('a span in which too much happened is asked for in halves', async () => {
  await ask();
  world.script.answer('search.page', { kind: 'too_many' }, shown([entry]), shown([entry]));
  await compare();
  const spans = world.script
    .asked('search.page')
    .map(({ from, to }) => (to.getTime() - from.getTime()) / HOUR_MS);
  expect(spans).toEqual([24, 12, 12]);
  expect(await days()).toMatchObject([{ looks: 1 }]);
  expect(await differences()).toEqual([]);
});

test('what the provider shows until is that of the look at hand, when too much happened too', async () => {
  await ask();
  const until = (refreshed_at: Date | null) => ({ ...shown([entry]), refreshed_at }) as SearchOutcome;
  world.script.answer('search.page', until(entry.began_at));
  await compare();
  expect(await days()).toMatchObject([{ looks: 1, is_whole: false }]);
  const now = later(WHOLE_MS + 2 * HOUR_MS);
  world.script.answer('search.page', { kind: 'too_many' }, until(now.clock.now()), until(null));
  await compare(now);
  expect(await days()).toMatchObject([{ looks: 2, is_whole: true }]);
});

test('a difference that two days show was seen when the later look began', async () => {
  await ask();
  const [row] = await claim(WHOLE_MS);
  const finding = { kind: 'capture', provider_id: 'C', payment: null, ours: null, theirs: null } as const;
  const seenBy = (begun_at: Date) =>
    listFinding(world.ctx, { ...row!, begun_at }, { ...finding, cause: 'day' }, 'open');
  const [earlier, latest] = [new Date('2026-03-04T12:00:00Z'), new Date('2026-03-04T12:01:00Z')];
  await seenBy(latest);
  await seenBy(earlier);
  expect(await differences()).toMatchObject([{ seen_at: latest }]);
});

test('what the pages do not show is asked for by its id before it is missed', async () => {
  await ask();
  world.script.answer('search.page', shown([]));
  world.script.answer('search.one', shown([]));
  await compare();
  expect(await differences()).toMatchObject([{ cause: 'missing_there', provider_id: entry.provider_id }]);
});

test('what was held back for weeks is asked for where it began, too', async () => {
  const began_at = new Date(entry.updated_at.getTime() - 32 * DAY_MS);
  await sql`update transactions set approved_at = ${began_at} where id = ${entry.transaction_id}`.execute(
    world.ctx.db,
  );
  await ask();
  world.script.answer('search.page', shown([]));
  world.script.answer('search.one', shown([]), shown([{ ...entry, began_at }]));
  await compare();
  expect(await differences()).toEqual([]);
  const [around, before] = world.script.asked('search.one');
  expect(around!.from < entry.updated_at && entry.updated_at < around!.to).toBe(true);
  expect(before!.from < began_at && began_at < before!.to).toBe(true);
  for (const { from, to } of [around!, before!])
    expect(to.getTime() - from.getTime()).toBeLessThan(31 * DAY_MS);
});

test.each([
  ['is not reached', AWAY],
  ['is not permitted', { kind: 'denied', refusal: noBecause('NOT_AUTHORIZED') }],
] as const)('what was asked for by its id is not asked for again when the next %s', async (_why, then) => {
  const { capture_id: next } = await capturedPayment(world, merchant);
  await ask();
  world.script.answer('search.page', shown([]));
  world.script.answer('search.one', shown([entry]), then);
  await compare();
  expect(await days()).toMatchObject([{ looks: 0, is_under_way: true }]);
  world.script.answer('search.one', shown([{ ...entry, provider_id: next }]));
  await compare(later(WHOLE_MS + 2 * DAY_MS));
  const asked = world.script.asked('search.one').map(({ provider_id }) => provider_id);
  expect(asked).toEqual([entry.provider_id, next, next]);
  expect(await days()).toMatchObject([{ looks: 1, problem: null }]);
});

test('a provider that answers some questions at a time is waited for as if it had not failed before', async () => {
  const others = [await capturedPayment(world, merchant), await capturedPayment(world, merchant)];
  await ask();
  world.script.answer('search.page', shown([]));
  for (const nth of [0, 1, 2]) {
    const at = later(WHOLE_MS + nth * 60_000);
    world.script.answer('search.one', shown([entry]), ...(nth < 2 ? [AWAY] : []));
    await compare(at);
    const [listed] = await days();
    if (nth < 2) expect(listed!.due_at!.getTime() - at.clock.now().getTime()).toBe(60_000);
  }
  expect(await days()).toMatchObject([{ looks: 1 }]);
  const asked = new Set(world.script.asked('search.one').map(({ provider_id }) => provider_id));
  expect(asked).toEqual(new Set([entry.provider_id, ...others.map(({ capture_id }) => capture_id)]));
});

test('a day that somebody else took over is not moved on by whoever had it', async () => {
  await ask();
  const [first] = await claim(WHOLE_MS);
  expect(await claim(WHOLE_MS)).toEqual([]);
  const [second] = await claim(WHOLE_MS + 120_000);
  expect(await moveDay(world.ctx.db, first!, { page: 7, due_at: null })).toBe(false);
  expect(await moveDay(world.ctx.db, second!, { page: 2, due_at: world.ctx.clock.now() })).toBe(true);
});

test('what a page showed is not kept of a day that somebody else took over meanwhile', async () => {
  await ask();
  world.script.answerBy('search.page', async () => {
    await sql`update reconciliation_days set due_at = due_at + interval '10 minutes'`.execute(world.ctx.db);
    return shown([entry]);
  });
  await compare();
  const { rows } = await sql`select place from reconciliation_entries`.execute(world.ctx.db);
  expect(rows).toEqual([]);
  expect(await days()).toMatchObject([{ is_under_way: false }]);
});

test('two processes share the days, and ask about none of them twice', async () => {
  await ask();
  world.script.answer('search.page', shown([entry]));
  await Promise.all([compare(), compare()]);
  expect(world.script.asked('search.page')).toHaveLength(1);
});

test('days on which nothing happened are passed over by one question, when several are behind', async () => {
  await follow();
  const month = later(20 * DAY_MS);
  world.script.answer('search.page', shown([entry]), shown([]));
  await compare(month);
  expect(await days()).toMatchObject([{ looks: 0 }, { day, looks: 1 }]);
  const [next] = await days();
  const skipped = (Date.parse(next!.day) - Date.parse(day)) / DAY_MS;
  expect(skipped).toBeGreaterThanOrEqual(19);
  expect(skipped).toBeLessThanOrEqual(21);
});

test('a provider that does not answer is asked again later, at the page that is due', async () => {
  await ask();
  world.script.answer('search.page', shown([entry], false), AWAY);
  await compare();
  expect(await days()).toMatchObject([{ looks: 0, problem: 'status 503', is_under_way: true }]);
  world.script.answer('search.page', shown([]));
  await compare(later(WHOLE_MS + 2 * HOUR_MS));
  expect(world.script.asked('search.page').map(({ page }) => page)).toEqual([1, 2, 2]);
  expect(await days()).toMatchObject([{ looks: 1, problem: null, entries: 1 }]);
});

test('a day whose comparison fails is put off, longer each time, and says so', async () => {
  await ask();
  let now = later(WHOLE_MS).clock.now();
  const ctx = { ...world.ctx, clock: { ...world.ctx.clock, now: () => now } };
  for (const minutes of [1, 2, 4]) {
    world.script.answerBy('search.page', () => Promise.reject(new Error('broken')));
    await compare(ctx);
    const [failed] = await days();
    expect(failed).toMatchObject({ problem: 'comparing it failed', looks: 0 });
    expect(failed!.due_at!.getTime() - now.getTime()).toBe(minutes * 60_000);
    now = failed!.due_at!;
  }
});

test('a seller who does not permit it is asked again after a day, whatever failed before', async () => {
  await ask();
  await sql`update reconciliation_days set failures = 5, problem = 'status 503'`.execute(world.ctx.db);
  const denied = { kind: 'denied', refusal: noBecause('NOT_AUTHORIZED') } as const;
  world.script.answer('search.page', denied);
  let now = later(WHOLE_MS).clock.now();
  const ctx = { ...world.ctx, clock: { ...world.ctx.clock, now: () => now } };
  const putOff = async () => {
    await compare(ctx);
    const [listed] = await days();
    expect(listed).toMatchObject({ problem: 'not permitted: NOT_AUTHORIZED' });
    const daysOff = (listed!.due_at!.getTime() - now.getTime()) / DAY_MS;
    now = listed!.due_at!;
    return daysOff;
  };
  expect(await putOff()).toBe(1);
  world.script.answer('search.page', denied);
  expect(await putOff()).toBe(2);
  world.script.answer('search.page', shown([]));
  world.script.answer('search.one', denied);
  expect(await putOff()).toBe(1);
});
