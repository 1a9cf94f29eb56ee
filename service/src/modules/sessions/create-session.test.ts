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
import { noBecause, UNKNOWN, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { KeyOfOtherBody, UnfitAmount } from '../../refusals.ts';
import { orThrow } from '../../refused.ts';
import { createSession, type SellingMerchant, type SessionPlan } from './create-session.ts';

const DAY_SECONDS = 86_400;

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

/** Under a key, what is asked for is the plan; the answer names the session. */
function create(more: Partial<SessionPlan> = {}, key: string | null = null, of = merchant) {
  const plan = planOf(more);
  return createSession(world.ctx, of, {
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
