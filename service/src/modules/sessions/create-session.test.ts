import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connectedMerchant,
  fingerprintOf,
  type ModuleWorld,
  planOf,
  refused,
  sessionStatus,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { asCaller } from '../../../../postgres/caller.ts';
import { DatabaseUnavailable } from '../../../../postgres/failures.ts';
import { noBecause, UNKNOWN, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { openDatabase } from '../../db/open.ts';
import { inTransaction } from '../../db/tx.ts';
import { DAY_SECONDS } from '../../lib/time.ts';
import { KeyOfOtherBody, UnfitAmount } from '../../refusals.ts';
import { orThrow } from '../../refused.ts';
import { claimAnswer } from '../answers/index.ts';
import { type SellingMerchant, sessionCreator, type SessionPlan } from './create-session.ts';

let world: ModuleWorld;
let merchant: SellingMerchant;
let createSession: ReturnType<typeof sessionCreator>;
beforeAll(async () => {
  world = await startModuleWorld();
  createSession = sessionCreator(world.ctx);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

/** Under a key, what is asked for is the plan; the answer names the session. */
function create(
  more: Partial<SessionPlan> = {},
  key: string | null = null,
  of = merchant,
  createThere = createSession,
) {
  const plan = planOf(more);
  return createThere(of, {
    plan,
    key: key === null ? null : { key, fingerprint: fingerprintOf(JSON.stringify(plan)) },
    answerOf: (session) => `made ${session.id}`,
  }).then(orThrow);
}

/** The sessions that events told of, in the order in which they were created. */
async function told(): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ body: string }>`
    select body from events
    where merchant_id = ${merchant.merchant_id} and type = 'checkout.session.created' order by id`.execute(
    world.ctx.db,
  );
  return rows.map(({ body }) => JSON.parse(body).data.object);
}

/** Has a call that comes to nothing hold the key, until it is let go. */
async function holdKey(key: string): Promise<() => Promise<void>> {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const place = { merchant_id: merchant.merchant_id, operation: 'sessions.create', key };
  const holding = inTransaction(world.ctx.db, async (tx) => {
    await claimAnswer(tx, { ...place, fingerprint: Buffer.of(0), answer: '', now: world.ctx.clock.now() });
    held.resolve();
    await over.promise;
    throw new Error('undone');
  });
  await held.promise;
  return async () => {
    over.resolve();
    await expect(holding).rejects.toThrow('undone');
  };
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.ctx.db);
  return rows[0]!.waiting;
}

const sessions = async () =>
  (
    await sql<{ id: string }>`
    select id from checkout_sessions where merchant_id = ${merchant.merchant_id}`.execute(world.ctx.db)
  ).rows.map(({ id }) => id);

test('a session is open for half an hour, and told of as it was made', async () => {
  const { session, answer } = await create({ external_order_id: 'A-1' });
  expect(answer).toBe(`made ${session!.id}`);
  expect(await sessionStatus(world, session!.id)).toBe('open');
  expect(session!.expires_at.getTime() - session!.created_at.getTime()).toBe(1_800_000);
  expect(await told()).toMatchObject([
    { id: session!.id, amount: '10', amount_cents: 1_000, status: 'open', external_order_id: 'A-1' },
  ]);
});

test('a key answers as its first call did and makes nothing more, also in parallel', async () => {
  const [first, second] = await Promise.all([create({}, 'key'), create({}, 'key')]);
  expect([first.session, second.session].filter(Boolean)).toHaveLength(1);
  const third = await create({}, 'key');
  expect([second.answer, third.answer]).toEqual([first.answer, first.answer]);
  expect([(await sessions()).length, (await told()).length, third.session]).toEqual([1, 1, null]);
});

test('what is asked for at once is made together, each as it was asked for', async () => {
  const plans = Array.from({ length: 100 }, (_, nth) => ({
    amount_cents: 1_000 + nth,
    external_order_id: `A-${nth}`,
  }));
  const createAll = () => Promise.all(plans.map((plan) => create(plan, plan.external_order_id)));
  const made = await createAll();
  const asked = plans.map((plan, nth) => ({ id: made[nth]!.session!.id, ...plan }));
  expect(made.map(({ answer }) => answer)).toEqual(asked.map(({ id }) => `made ${id}`));
  const { rows } = await sql`
    select id, amount_cents, external_order_id from checkout_sessions
    where merchant_id = ${merchant.merchant_id} order by amount_cents`.execute(world.ctx.db);
  expect(rows).toEqual(asked);
  const events = (await told()).toSorted(
    (one, other) => Number(one['amount_cents']) - Number(other['amount_cents']),
  );
  expect(events).toMatchObject(asked);
  expect((await createAll()).map(({ answer }) => answer)).toEqual(made.map(({ answer }) => answer));
  expect(await sessions()).toHaveLength(plans.length);
});

test('of what is asked for at once a key is used by the first, and the rest is made', async () => {
  const { answer: used } = await create({}, 'used');
  const stranger = await connectedMerchant(world);
  const [again, plain, first, second, other, foreign] = await Promise.allSettled([
    create({}, 'used'),
    create({}),
    create({}, 'key'),
    create({}, 'key'),
    create({ amount_cents: 1_001 }, 'key'),
    create({}, 'key', stranger),
  ]);
  expect(again).toMatchObject({ value: { session: null, answer: used } });
  expect(plain).toMatchObject({ value: { session: { amount_cents: 1_000 } } });
  expect(foreign).toMatchObject({ value: { session: { amount_cents: 1_000 } } });
  expect(other).toMatchObject({ reason: expect.any(KeyOfOtherBody) });
  const answerOf = (one: typeof first) => (one?.status === 'fulfilled' ? one.value.answer : null);
  expect(answerOf(first)).toBe(answerOf(second));
  expect([(await sessions()).length, (await told()).length]).toEqual([3, 3]);
});

test('processes that use the same keys in another order wait for one of them, and never for each other', async () => {
  const keys = Array.from({ length: 31 }, (_, nth) => `key-${String(nth).padStart(2, '0')}`);
  const letGo = await holdKey(keys[15]!);
  const made = [keys, keys.toReversed()].map((ofProcess) => {
    const createThere = sessionCreator(world.ctx);
    return Promise.all(ofProcess.map((key) => create({}, key, merchant, createThere)));
  });
  await expect.poll(waitingForLocks).toBe(made.length);
  await letGo();
  const [forward, back] = (await Promise.all(made)).map((all) => all.map(({ answer }) => answer));
  expect(forward).toEqual(back!.toReversed());
  expect(await sessions()).toHaveLength(keys.length);
});

test('a key that somebody holds for long keeps nobody else from a session', async () => {
  const letGo = await holdKey('held');
  const waiting = expect(create({}, 'held')).rejects.toMatchObject({ code: '55P03' });
  const others = ['other', null, null].map((key) => create({}, key));
  expect((await Promise.all(others)).map(({ session }) => session?.amount_cents)).toEqual([
    1_000, 1_000, 1_000,
  ]);
  await waiting;
  await letGo();
});

test('what was given up while it waited for a connection is not made', async () => {
  const small = openDatabase({ url: world.database_url, connectionsMax: 1, name: 'small' });
  const createThere = sessionCreator({ ...world.ctx, db: small.db });
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(small.db, async (tx) => {
    await sql`select 1`.execute(tx);
    held.resolve();
    await over.promise;
  });
  await held.promise;
  const impatient = asCaller({ lane: 'impatient', leftMs: 1 }, () => create({}, null, merchant, createThere));
  await expect(impatient).rejects.toBeInstanceOf(DatabaseUnavailable);
  over.resolve();
  await holding;
  expect((await create({}, null, merchant, createThere)).session).not.toBeNull();
  expect(await sessions()).toHaveLength(1);
  await small.close();
});

test('what nobody waits for any more is not made', async () => {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(world.ctx.db, async (tx) => {
    await sql`lock table checkout_sessions in exclusive mode`.execute(tx);
    held.resolve();
    await over.promise;
  });
  await held.promise;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const waiting = [];
  for (let lane = 0; lane < 2; lane += 1) {
    waiting.push(create({ external_order_id: 'waits' }));
    for (let nth = 0; nth < 3; nth += 1) await turn();
  }
  const impatient = asCaller({ lane: 'impatient', leftMs: 1 }, () =>
    create({ external_order_id: 'gave up' }),
  );
  await expect(impatient).rejects.toBeInstanceOf(DatabaseUnavailable);
  over.resolve();
  await Promise.all([holding, ...waiting, create({ external_order_id: 'came later' })]);
  const orders = (await told()).map(({ external_order_id }) => external_order_id);
  expect(orders.toSorted()).toEqual(['came later', 'waits', 'waits']);
});

test('without a key a session is created while the table of keys is locked', async () => {
  await inTransaction(world.ctx.db, async (tx) => {
    await sql`lock table idempotency_keys in access exclusive mode`.execute(tx);
    expect((await create()).session).not.toBeNull();
  });
});

test('a key is of its plan and of its merchant', async () => {
  const { answer } = await create({}, 'key');
  await expect(create({ amount_cents: 1_001 }, 'key')).rejects.toBeInstanceOf(KeyOfOtherBody);
  expect([(await sessions()).length, (await told()).length]).toEqual([1, 1]);
  expect((await create({}, 'key', await connectedMerchant(world))).answer).not.toBe(answer);
});

test('a key is kept for three days', async () => {
  const first = await create({}, 'key');
  world.ctx.clock.move(3 * DAY_SECONDS - 60);
  expect((await create({}, 'key')).answer).toBe(first.answer);
  world.ctx.clock.move(61);
  const later = await create({ amount_cents: 2_000 }, 'key');
  expect([later.session?.amount_cents, (await told()).length]).toEqual([2_000, 2]);
});

test('a currency that the account does not settle in is refused, and uses no key up', async () => {
  const refusal = await refused(create({ currency: 'EUR' }, 'key'));
  const extra = { session_currency: 'EUR', settlement_currency: 'USD' };
  expect(refusal).toMatchObject({ refusal: 'currency_not_settled', extra });
  expect([await sessions(), await told()]).toEqual([[], []]);
  expect((await create({}, 'key')).session).not.toBeNull();
});

test('a key answers as its first call did, also where the merchant is paid in another currency by now', async () => {
  const { answer } = await create({}, 'key');
  const elsewhere = { ...merchant, wallet_primary_currency: 'EUR' };
  expect(await create({}, 'key', elsewhere)).toEqual({ kind: 'made', session: null, answer });
  await expect(create({ amount_cents: 1_001 }, 'key', elsewhere)).rejects.toBeInstanceOf(KeyOfOtherBody);
  expect(await refused(create({}, 'new', elsewhere))).toMatchObject({ refusal: 'currency_not_settled' });
  expect(await sessions()).toHaveLength(1);
});

test('while it is not known what the account settles in, any currency is taken that can be told exactly', async () => {
  const unsettled = { ...merchant, wallet_primary_currency: null };
  expect((await create({ currency: 'HUF', amount_cents: 1_000 }, null, unsettled)).session).not.toBeNull();
  const inexact = create({ currency: 'HUF', amount_cents: 1_050 }, null, unsettled);
  await expect(inexact).rejects.toBeInstanceOf(UnfitAmount);
  expect(await told()).toHaveLength(1);
});

test.each([
  ['refuses to mint a token', { kind: 'refused', refusal: noBecause('NOT_ALLOWED') }],
  ['does not answer', UNKNOWN],
  ['cannot be reached', UNREACHABLE],
] as const)('a session of amount 0 is made, although the provider %s', async (_what, outcome) => {
  world.script.answer('page.saverToken', outcome);
  expect((await create({ amount_cents: 0 })).session).not.toBeNull();
  expect(await told()).toMatchObject([{ amount: '0', amount_cents: 0 }]);
});
