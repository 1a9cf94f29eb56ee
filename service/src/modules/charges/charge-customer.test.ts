import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  paymentEvents,
  refusalOf,
  refused,
  savedToken,
  startModuleWorld,
  stopping,
  trailOf,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import {
  newProviderId,
  noBecause,
  taken,
  UNKNOWN,
  UNREACHABLE,
} from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../../lib/time.ts';
import type { ChargeOutcome } from '../../rails/rail.ts';
import { endByHand, settleNow } from '../doubt/index.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { chargeCustomer, type ChargeRequest, checkCharge, transactionCharged } from './charge-customer.ts';
import { chargeOfKey, readCharge } from './queries.ts';
import { chargeDoubt } from './settle.ts';

// Each test has a merchant one of whose customers, anna, has saved an instrument, and charges her 10 USD.

let world: ModuleWorld;
let merchant: SellingMerchant;
let token: string;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
  token = await savedToken(world, merchant, 'anna');
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const request = (more: Partial<ChargeRequest> = {}): ChargeRequest => ({
  ...{ merchant_id: merchant.merchant_id, customer_ref: 'anna', amount: minor(1_000), currency: 'USD' },
  ...{ idempotency_key: 'key', description: null, actor: CALLER },
  ...more,
});
const charge = (more: Partial<ChargeRequest> = {}) =>
  chargeCustomer(world.ctx, request(more)).then(transactionCharged);
const asked = () => world.script.asked('vault.charge');
const statusOf = async (id: string) => (await transactionOf(world, id)).status;
const events = () => paymentEvents(world, merchant.merchant_id);
const TAKEN = ['payment.created', 'payment.approved', 'payment.captured'];
const FAILED = ['payment.created', 'payment.approved', 'payment.failed'];
const declined = { kind: 'refused', by: 'buyer', refusal: noBecause('INSTRUMENT_DECLINED') } as const;
const gone = { kind: 'gone', refusal: noBecause('TOKEN_NOT_FOUND') } as const;

test('a customer is charged by what they saved, with the platform’s part of it', async () => {
  world.script.answer('vault.charge', taken());
  const id = await charge();
  expect(asked()).toMatchObject([
    { provider_token_id: token, amount: 1_000, currency: 'USD', platform_fee: 100, is_repeated: false },
  ]);
  expect([await statusOf(id), await events()]).toEqual(['captured', TAKEN]);
});

test('a key answers its transaction without another call, whatever else is asked under it', async () => {
  world.script.answer('vault.charge', taken());
  const id = await charge();
  expect(await charge({ amount: minor(2_000), customer_ref: 'nobody' })).toBe(id);
  expect([asked().length, await events()]).toEqual([1, TAKEN]);
});

test.each([
  ['payment_refused', { kind: 'refused', by: 'terminal', refusal: noBecause('NOT_TODAY') }],
  ['seller_refused', { kind: 'refused', by: 'payee_restricted', refusal: noBecause('PAYEE_RESTRICTED') }],
] as const)('who is told %s is told of which transaction, at first and ever after', async (code, outcome) => {
  world.script.answer('vault.charge', outcome);
  const first = await chargeCustomer(world.ctx, request());
  const { transaction_id } = (await chargeOfKey(world.ctx.db, { ...request(), idempotency_key: 'key' }))!;
  expect(first).toEqual({ kind: 'refused', refusal: code, extra: { transaction_id } });
  expect(await chargeCustomer(world.ctx, request())).toEqual(first);
});

test('who asked for a charge stands in the trail, once', async () => {
  world.script.answer('vault.charge', taken());
  const id = await charge();
  expect(await charge()).toBe(id);
  expect(await refusalOf(charge({ customer_ref: 'nobody', idempotency_key: 'other' }))).toBe(
    'customer_not_found',
  );
  const detail = { amount_cents: 1_000, currency: 'USD' };
  expect(await trailOf(world, id)).toEqual([[CALLER, 'charge.requested', detail]]);
});

test('a charge that is refused links no account, and retires none', async () => {
  const accounts = () =>
    world.ctx.db
      .selectFrom('rail_accounts')
      .select(['id', 'retired_at'])
      .where('merchant_id', '=', merchant.merchant_id)
      .execute();
  const before = await accounts();
  // As the release before this one leaves it, which knows of no accounts.
  await sql`
    update wallet_connections set wallet_merchant_id = ${newProviderId('account')}
    where merchant_id = ${merchant.merchant_id}`.execute(world.ctx.db);
  expect(await checkCharge(world.ctx, request())).toMatchObject({ refusal: 'customer_not_found' });
  expect(await refusalOf(charge())).toBe('customer_not_found');
  expect([before.length, await accounts()]).toEqual([1, before]);
});

test('a decline is a failed payment, and its key goes on to say so without another call', async () => {
  world.script.answer('vault.charge', declined);
  const first = await refused(charge());
  expect(first?.refusal).toBe('payment_declined');
  const { transaction_id } = first!.extra as { transaction_id: string };
  expect([await statusOf(transaction_id), await events()]).toEqual(['failed', FAILED]);
  expect(await refused(charge())).toMatchObject({ refusal: 'payment_declined', extra: { transaction_id } });
  expect(asked()).toHaveLength(1);
});

test('a refusal about the seller fails the payment, and has the seller read back', async () => {
  const by_seller = {
    kind: 'refused',
    by: 'seller',
    refusal: noBecause('PAYEE_ACCOUNT_RESTRICTED'),
  } as const;
  world.script.answer('vault.charge', by_seller);
  world.script.answer('onboarding.findSeller', UNREACHABLE);
  expect(await refusalOf(charge())).toBe('seller_refused');
  expect(await events()).toEqual(FAILED);
  await expect.poll(() => world.script.unused()).toEqual([]);
});

test('a call that was refused as it was made is left in the log', async () => {
  world.script.answer('vault.charge', { kind: 'refused', by: 'request', refusal: noBecause('MALFORMED') });
  const error = vi.spyOn(world.ctx.log, 'error');
  onTestFinished(() => error.mockRestore());
  expect(await refusalOf(charge())).toBe('payment_refused');
  const line = expect.objectContaining({ event: 'charge.call_refused', issue: 'MALFORMED' });
  expect(error.mock.calls).toEqual([[line, expect.any(String)]]);
});

test('a token that is gone is never charged again, and the one before it is', async () => {
  const newer = await savedToken(world, merchant, 'anna');
  world.script.answer('vault.charge', gone, gone);
  expect(await refusalOf(charge({ idempotency_key: '1' }))).toBe('payment_declined');
  expect(await refusalOf(charge({ idempotency_key: '2' }))).toBe('payment_declined');
  expect(asked().map(({ provider_token_id }) => provider_token_id)).toEqual([newer, token]);
  expect(await refusalOf(charge({ idempotency_key: '3' }))).toBe('customer_not_found');
  expect(await events()).toEqual([...FAILED, ...FAILED]);
});

test('a charge that certainly never arrived is told to nobody and frees its key', async () => {
  world.script.answer('vault.charge', UNREACHABLE, taken());
  expect(await refusalOf(charge())).toBe('provider_unavailable');
  expect(await events()).toEqual([]);
  await charge();
  expect(asked()[1]).toMatchObject({ request_id: asked()[0]!.request_id, is_repeated: false });
  expect([await statusOf(asked()[0]!.transaction_id), await events()]).toEqual(['voided', TAKEN]);
});

test('a charge without an answer is asked for again under its id, and not undone by who cannot be reached', async () => {
  world.script.answer('vault.charge', UNKNOWN, UNREACHABLE, taken());
  expect([await refusalOf(charge()), await refusalOf(charge())]).toEqual([
    'outcome_unknown',
    'outcome_unknown',
  ]);
  const id = await charge();
  const { request_id: same } = asked()[0]!;
  expect(asked().map(({ request_id, is_repeated }) => [request_id, is_repeated])).toEqual([
    [same, false],
    [same, true],
    [same, true],
  ]);
  expect([await statusOf(id), await events()]).toEqual(['captured', TAKEN]);
});

test('a charge that an earlier release asked for under its own id is asked for again under that', async () => {
  world.script.answer('vault.charge', UNKNOWN, taken());
  expect(await refusalOf(charge())).toBe('outcome_unknown');
  await sql`update vault_charges set request_id = null`.execute(world.ctx.db);
  const id = await charge();
  expect(asked()[1]).toMatchObject({ request_id: id, is_repeated: true });
});

test('a charge whose row was lost is the same to the provider, and another merchant’s under that key is not', async () => {
  world.script.answer('vault.charge', taken(), taken(), taken());
  await charge();
  await sql`delete from vault_charges`.execute(world.ctx.db);
  await charge();
  const other = await connectedMerchant(world);
  await savedToken(world, other, 'anna');
  await charge({ merchant_id: other.merchant_id });
  const ids = asked().map(({ request_id }) => request_id);
  expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false]);
});

test('a charge that is heard of later was taken when the provider took it, not when it was heard of', async () => {
  const { ctx, script } = world;
  const taken_at = new Date(ctx.clock.now().getTime() + 2_000);
  script.answer('vault.charge', UNKNOWN, taken({ captured_at: taken_at.toISOString() }));
  expect(await refusalOf(charge())).toBe('outcome_unknown');
  ctx.clock.move(HOUR_SECONDS);
  expect(await transactionOf(world, await charge())).toMatchObject({
    approved_at: taken_at,
    captured_at: taken_at,
  });
});

test('what the provider no longer remembers is not asked for again', async () => {
  world.script.answer('vault.charge', UNKNOWN);
  expect(await refusalOf(charge())).toBe('outcome_unknown');
  world.ctx.clock.move(5 * HOUR_SECONDS);
  expect(await refusalOf(charge())).toBe('outcome_unknown');
  expect([asked().length, await events()]).toEqual([1, []]);
});

test('nobody waits for a charge whose process died, also where it is not asked for again', async () => {
  const { ctx, script } = world;
  script.answerBy('vault.charge', () => new Promise(() => undefined));
  void charge();
  await expect.poll(asked).toHaveLength(1);
  ctx.clock.move(5 * HOUR_SECONDS);
  const { transaction_id } = asked()[0]!;
  expect(await settleNow(ctx, chargeDoubt, transaction_id)).toEqual({ isSettled: false });
  const { state } = (await readCharge(ctx.db, transaction_id))!;
  expect([state, await refusalOf(charge())]).toEqual(['unknown', 'outcome_unknown']);
});

test.each([
  ['a decline', declined],
  ['that the token is gone', gone],
])('%s is not believed of a call that another was made after', async (_what, late) => {
  const { ctx, script } = world;
  const second = Promise.withResolvers<ChargeOutcome>();
  let swept: ReturnType<typeof settleNow> | undefined;
  // The process sleeps in the middle of its call, and the sweep asks again meanwhile.
  script.answerBy('vault.charge', async ({ transaction_id }) => {
    ctx.clock.move(31);
    script.answerBy('vault.charge', () => second.promise);
    swept = settleNow(ctx, chargeDoubt, transaction_id);
    await expect.poll(asked).toHaveLength(2);
    return late;
  });
  expect(await refusalOf(charge())).toBe('outcome_unknown');
  second.resolve(taken());
  expect(await swept).toEqual({ isSettled: true });
  expect([await statusOf(await charge()), asked().length, await events()]).toEqual(['captured', 2, TAKEN]);
});

test.each([
  ['less', { amount: minor(999) }],
  ['other', { currency: 'EUR' }],
])('%s money than was asked for is never recorded', async (_which, other) => {
  world.script.answer('vault.charge', taken(other));
  expect(await refusalOf(charge())).toBe('outcome_unknown');
  expect([await statusOf(asked()[0]!.transaction_id), await events()]).toEqual(['created', []]);
});

test('a charge that took other money is not ended by a word', async () => {
  const { ctx, script } = world;
  script.answer('vault.charge', taken({ amount: minor(999) }));
  expect(await refusalOf(charge())).toBe('outcome_unknown');
  const { transaction_id } = asked()[0]!;
  ctx.clock.move(8 * DAY_SECONDS);
  const isToldOf: string[] = [];
  const end = endByHand(ctx, chargeDoubt, transaction_id, async () => void isToldOf.push(transaction_id));
  expect(await end).toBe('not_by_word');
  expect([await statusOf(transaction_id), isToldOf]).toEqual(['created', []]);
});

test('callers of one key make one call, and who does not wait for it is told that nobody knows', async () => {
  const others: Promise<string>[] = [];
  world.script.answerBy('vault.charge', async () => {
    others.push(charge());
    expect(await refusalOf(chargeCustomer(stopping(world), request()).then(transactionCharged))).toBe(
      'outcome_unknown',
    );
    return taken();
  });
  const id = await charge();
  expect([await Promise.all(others), asked().length, await events()]).toEqual([[id], 1, TAKEN]);
});

test('of two that ask again about a charge one does, and the other reads what came of it', async () => {
  const { db } = world.ctx;
  world.script.answer('vault.charge', UNKNOWN, taken());
  expect(await refusalOf(charge())).toBe('outcome_unknown');
  const { transaction_id } = asked()[0]!;
  const both = await inTransaction(db, async (tx) => {
    await sql`select from vault_charges where transaction_id = ${transaction_id} for update`.execute(tx);
    const charged = Promise.all([charge(), charge()]);
    await expect.poll(waitingForRows).toBe(2);
    return { charged };
  });
  expect(await both.charged).toEqual([transaction_id, transaction_id]);
  expect([asked().length, await events()]).toEqual([2, TAKEN]);
});

async function waitingForRows(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.ctx.db);
  return rows[0]!.waiting;
}

test('what is refused before there is anything to remember uses no key up', async () => {
  expect(await refusalOf(charge({ currency: 'EUR' }))).toBe('charge_currency_not_settled');
  expect(await refusalOf(charge({ customer_ref: 'ben' }))).toBe('customer_not_found');
  const stranger = await connectedMerchant(world);
  expect(await refusalOf(charge({ merchant_id: stranger.merchant_id }))).toBe('customer_not_found');
  expect(asked()).toEqual([]);
  world.script.answer('vault.charge', taken());
  expect(await statusOf(await charge())).toBe('captured');
});
