import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ApprovedOrder,
  approvedOrder,
  connectAccount,
  connectedMerchant,
  type ModuleWorld,
  paymentEvents,
  refusalOf,
  sessionStatus,
  startModuleWorld,
  stopping,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import {
  newProviderId,
  noBecause,
  orderOf,
  taken,
  UNKNOWN,
  UNREACHABLE,
} from '../../../../tests/world/scripted-rail.ts';
import { whoWaits } from '../../../../tests/world/who-waits.ts';
import { inTransaction } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import { HOUR_SECONDS } from '../../lib/time.ts';
import type { FindPaymentOutcome } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { readConnection } from '../onboarding/queries.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { openAttempt } from './attempts.ts';
import { captureMerchantOrder } from './capture-order.ts';
import { recordCaptureOutcome } from './record-capture.ts';

// Each test has an order of 10 USD that its buyer approved, in a session of its own.

let world: ModuleWorld;
let merchant: SellingMerchant;
let order: ApprovedOrder;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
  order = await approvedOrder(world, merchant);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const wanted = () => ({ merchant_id: merchant.merchant_id, order_id: order.order_id });
const capture = async (ctx = world.ctx, of = wanted()) =>
  orThrow(await captureMerchantOrder(ctx, of)).transaction;
const asked = () => world.script.asked('payments.take');
const declined = { kind: 'refused', by: 'buyer', refusal: noBecause('INSTRUMENT_DECLINED') } as const;
const NO = { kind: 'refused', by: 'not_approved', refusal: noBecause('ORDER_NOT_APPROVED') } as const;
const LAPSED = { kind: 'lapsed', refusal: noBecause('ORDER_EXPIRED') } as const;
const missing = { kind: 'missing', refusal: noBecause('RESOURCE_NOT_FOUND') } as const;

/** The state of the transaction and of its session. */
async function standing() {
  const { status } = await transactionOf(world, order.transaction_id);
  return [status, await sessionStatus(world, order.session_id)];
}
const events = () => paymentEvents(world, merchant.merchant_id);
const APPROVED = ['payment.created', 'payment.approved'];

test('an approved order is captured once, however often it is asked for', async () => {
  const outcome = taken({}, order.order_id);
  world.script.answer('payments.take', outcome);
  const { provider_capture_id } = await capture();
  expect(provider_capture_id).toBe(outcome.capture.provider_capture_id);
  expect((await capture()).provider_capture_id).toBe(provider_capture_id);
  expect([asked().length, await standing()]).toEqual([1, ['captured', 'completed']]);
  expect(await events()).toEqual([...APPROVED, 'payment.captured']);
});

test('a capture whose buyer approved at the provider looks for nothing that a browser gave', async () => {
  const statements: string[] = [];
  const db = world.ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  world.script.answer('payments.take', taken({}, order.order_id));
  expect((await capture({ ...world.ctx, db })).status).toBe('captured');
  const ofTable = (name: string) => statements.filter((one) => one.includes(`"${name}"`));
  expect(ofTable('capture_attempts')).not.toEqual([]);
  expect(ofTable('tokens_in_hand')).toEqual([]);
});

test('money that the provider holds back keeps its session, and is not told as captured', async () => {
  const { capture: held, order: read } = taken({ status: 'pending' }, order.order_id);
  world.script.answer('payments.take', { kind: 'pending', capture: held, order: read });
  expect((await capture()).status).toBe('pending');
  expect([await standing(), await events()]).toEqual([['pending', 'capturing'], APPROVED]);
});

test('a decline leaves the session open and the order to be captured by another call', async () => {
  world.script.answer('payments.take', declined, taken({}, order.order_id));
  expect(await refusalOf(capture())).toBe('payment_declined');
  expect([await standing(), await events()]).toEqual([['approved', 'open'], APPROVED]);
  expect((await transactionOf(world, order.transaction_id)).failure_code).toBe('INSTRUMENT_DECLINED');
  expect((await capture()).failure_code).toBeNull();
  expect(asked()[1]!.request_id).not.toBe(asked()[0]!.request_id);
  expect(await standing()).toEqual(['captured', 'completed']);
});

test.each([
  ['not verified', 'payee_unverified', 'seller_unverified'],
  ['restricted', 'payee_restricted', 'seller_refused'],
] as const)(
  'a seller who is %s fails the payment and is disabled at that moment',
  async (_how, by, refusal) => {
    world.script.answer('payments.take', { kind: 'refused', by, refusal: noBecause('PAYEE') });
    expect(await refusalOf(capture())).toBe(refusal);
    expect([await standing(), await events()]).toEqual([
      ['failed', 'open'],
      [...APPROVED, 'payment.failed'],
    ]);
    expect((await readConnection(world.ctx.db, merchant.merchant_id))?.payments_enabled).toBe(false);
  },
);

test('a provider that is not reached has taken nothing, unless it was asked before', async () => {
  world.script.answer('payments.take', UNREACHABLE);
  expect(await refusalOf(capture())).toBe('provider_unavailable');
  expect(await standing()).toEqual(['approved', 'open']);
  world.script.answer('payments.take', UNKNOWN, UNREACHABLE);
  expect([await refusalOf(capture()), await refusalOf(capture())]).toEqual([
    'outcome_unknown',
    'outcome_unknown',
  ]);
  expect(await standing()).toEqual(['approved', 'capturing']);
});

test('a capture without an answer is asked for again under the same id', async () => {
  world.script.answer('payments.take', UNKNOWN, taken({}, order.order_id));
  expect(await refusalOf(capture())).toBe('outcome_unknown');
  expect([await standing(), await events()]).toEqual([['approved', 'capturing'], APPROVED]);
  expect((await capture()).status).toBe('captured');
  expect(asked()[1]).toEqual(asked()[0]);
});

test('what the buyer’s page told at the capture is kept, and told again with it', async () => {
  world.script.answer('payments.take', UNKNOWN, taken({}, order.order_id));
  const told = { funding_source: 'venmo', wallet_client_metadata_id: 'meta-1' };
  expect(await refusalOf(capture(world.ctx, { ...wanted(), ...told }))).toBe('outcome_unknown');
  const kept = { payment_method: 'venmo', provider_client_metadata_id: 'meta-1' };
  expect(await transactionOf(world, order.transaction_id)).toMatchObject(kept);
  expect((await capture()).provider_client_metadata_id).toBe('meta-1');
  expect(asked()).toEqual([asked()[0], asked()[0]]);
  expect(asked()[0]!.wallet_client_metadata_id).toBe('meta-1');
});

test('a capture that its provider may have forgotten is looked up, and never asked for again', async () => {
  world.script.answer('payments.take', UNKNOWN);
  expect(await refusalOf(capture())).toBe('outcome_unknown');
  world.ctx.clock.move(world.script.rail.traits.repeat_hours.take * HOUR_SECONDS);
  world.script.answer('payments.find', UNKNOWN, found(order, 'approved'));
  expect([await refusalOf(capture()), await refusalOf(capture())]).toEqual([
    'outcome_unknown',
    'outcome_unknown',
  ]);
  world.script.answer('payments.find', { kind: 'found', order: taken({}, order.order_id).order });
  expect((await capture()).status).toBe('captured');
  expect(asked().length).toBe(1);
});

/** What an order that is read back shows. */
const READ = {
  'shows that nothing was taken': (of: ApprovedOrder) => found(of, 'approved'),
  'is completed and shows no capture': (of: ApprovedOrder) => found(of, 'completed'),
  'is in a state that nobody knows': (of: ApprovedOrder) => found(of, 'other'),
  'is not known to the provider': (): FindPaymentOutcome => ({ kind: 'missing' }),
  'cannot be read': (): FindPaymentOutcome => UNKNOWN,
};
function found({ order_id }: ApprovedOrder, status: 'approved' | 'completed' | 'other'): FindPaymentOutcome {
  return { kind: 'found', order: orderOf({ provider_order_id: order_id, status }) };
}

test.each([
  ['shows that nothing was taken', 'payment_declined', 'open'],
  ['is completed and shows no capture', 'outcome_unknown', 'capturing'],
  ['is in a state that nobody knows', 'outcome_unknown', 'capturing'],
  ['is not known to the provider', 'outcome_unknown', 'capturing'],
  ['cannot be read', 'outcome_unknown', 'capturing'],
] as const)('a repeated capture is declined, and the order %s: %s', async (shows, refusal, session) => {
  world.script.answer('payments.take', UNKNOWN, declined);
  world.script.answer('payments.find', READ[shows](order));
  expect(await refusalOf(capture())).toBe('outcome_unknown');
  expect(await refusalOf(capture())).toBe(refusal);
  expect([await standing(), await events()]).toEqual([['approved', session], APPROVED]);
});

test('an order that its provider does not know stays unknown while it is young', async () => {
  world.script.answer('payments.take', missing, taken({}, order.order_id));
  expect(await refusalOf(capture())).toBe('outcome_unknown');
  expect(await standing()).toEqual(['approved', 'capturing']);
  expect((await capture()).status).toBe('captured');
});

test('an order that its provider does not know is void when it is old', async () => {
  world.ctx.clock.move(3 * HOUR_SECONDS);
  world.script.answer('payments.take', missing);
  expect(await refusalOf(capture())).toBe('order_not_capturable');
  expect([await standing(), await events()]).toEqual([['voided', 'open'], APPROVED]);
  expect(await refusalOf(capture())).toBe('order_not_capturable');
  expect(asked()).toHaveLength(1);
});

test.each([
  ['less', { amount: minor(999) }],
  ['more', { amount: minor(1_001) }],
  ['other', { currency: 'EUR' }],
])('%s money than was asked for is never recorded', async (_which, other) => {
  world.script.answer('payments.take', taken(other, order.order_id));
  expect(await refusalOf(capture())).toBe('outcome_unknown');
  expect((await transactionOf(world, order.transaction_id)).provider_capture_id).toBeNull();
  expect([await standing(), await events()]).toEqual([['approved', 'capturing'], APPROVED]);
});

test('callers in parallel make one call, and who does not wait for it is told that nobody knows', async () => {
  const others: ReturnType<typeof capture>[] = [];
  world.script.answerBy('payments.take', async () => {
    others.push(capture());
    expect(await refusalOf(capture(stopping(world)))).toBe('outcome_unknown');
    return taken({}, order.order_id);
  });
  const own = await capture();
  expect((await others[0])?.provider_capture_id).toBe(own.provider_capture_id);
  expect([asked().length, await standing()]).toEqual([1, ['captured', 'completed']]);
});

test.each([
  ['never reached the provider', UNREACHABLE, 'provider_unavailable'],
  ['was not approved', NO, 'order_not_approved'],
  ['was declined', declined, 'payment_declined'],
  ['found its order lapsed', LAPSED, 'order_not_capturable'],
  ['was refused for good', { ...declined, by: 'terminal' }, 'payment_refused'],
] as const)('who waited for a call that %s is told the same', async (_what, outcome, refusal) => {
  let other = Promise.resolve<unknown>(null);
  world.script.answerBy('payments.take', async () => {
    const { ctx, waits } = whoWaits(world.ctx);
    other = refusalOf(capture(ctx));
    await waits;
    return outcome;
  });
  expect([await refusalOf(capture()), await other]).toEqual([refusal, refusal]);
});

test('a call that is still within its time is waited for, also where it was held up before it was sent', async () => {
  let other = Promise.resolve<unknown>(null);
  world.script.answerBy('payments.take', async () => {
    // Held up for eight of nine seconds, and under way for eighteen of twenty.
    world.ctx.clock.move(8 + 18);
    other = captureMerchantOrder(world.ctx, wanted());
    await pause(300);
    return taken({}, order.order_id);
  });
  const { id, provider_capture_id } = await capture();
  expect(await other).toMatchObject({ kind: 'accepted', transaction: { id, provider_capture_id } });
});

test.each([
  ['is not capturable when that is a no', NO, 'order_not_capturable'],
  ['is not capturable when that is that it lapsed', LAPSED, 'order_not_capturable'],
  ['may have been captured when there is none', UNKNOWN, 'outcome_unknown'],
  ['may have been captured when there was no connection', UNREACHABLE, 'outcome_unknown'],
] as const)('an order that ended before its provider’s answer %s', async (_which, outcome, refusal) => {
  world.script.answerBy('payments.take', async () => {
    const attempt = await inTransaction(world.ctx.db, (tx) => openAttempt(tx, order.transaction_id));
    await recordCaptureOutcome(world.ctx, attempt!, LAPSED);
    return outcome;
  });
  expect(await refusalOf(capture())).toBe(refusal);
  expect([asked().length, await standing()]).toEqual([1, ['voided', 'open']]);
});

test('an order is not captured once its merchant is connected with another account', async () => {
  const another = { wallet_merchant_id: newProviderId('account'), reconnect: true };
  await connectAccount(world, merchant.merchant_id, another);
  expect(await refusalOf(capture())).toBe('payments_not_allowed');
  expect([asked(), await standing()]).toEqual([[], ['approved', 'open']]);
});

test('an order of another merchant does not exist', async () => {
  const { merchant_id } = await connectedMerchant(world);
  expect(await refusalOf(capture(world.ctx, { ...wanted(), merchant_id }))).toBe('order_not_found');
  expect(asked()).toEqual([]);
});
