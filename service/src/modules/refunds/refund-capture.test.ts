import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loseNextCommit } from '../../../../tests/world/lost-commit.ts';
import {
  CALLER,
  connectedMerchant,
  paymentEvents,
  refusalOf,
  refused,
  stopping,
  trailOf,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { noBecause, UNKNOWN, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { isUnavailable } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderRefund, RefundOutcome } from '../../rails/rail.ts';
import { KeyOfOtherBody, REFUSALS } from '../../refusals.ts';
import { orThrow } from '../../refused.ts';
import { heldUntil } from '../doubt/index.ts';
import { refundsOf } from '../returns/index.ts';
import { refundCapture } from './refund-capture.ts';
import { hearOfRefund } from './hear-of-refund.ts';
import { settleRefund } from './settle.ts';
import { captureSteps } from './refunds.fixture.ts';

// Each test has a capture of 10 USD, of which 1 USD is the platform's.

const { on, issued, asking, refund, shown, standing } = captureSteps();

/** A refund of 4 USD as the provider tells of it. */
const told = (status: ProviderRefund['status'], more: Partial<ProviderRefund> = {}) =>
  shown({ status, ...more });
const returned = (more: Partial<ProviderRefund> = {}) =>
  ({ kind: 'completed', refund: told('completed', more) }) as const;
const heldBack = () => ({ kind: 'pending', refund: told('pending') }) as const;
const no = { kind: 'refused', refusal: noBecause('REFUND_NOT_ALLOWED') } as const;

const refundEvents = async () =>
  (await paymentEvents(on.world, on.merchant.merchant_id)).filter((type) => type === 'payment.refunded')
    .length;

test('what is returned leaves the capture, with its part of the fee, and is told each time', async () => {
  on.world.script.answer('refunds.issue', returned());
  await refund('4.00');
  expect(issued()).toMatchObject([
    { provider_capture_id: on.paid.capture_id, amount: 400, platform_fee: 40, currency: 'USD' },
  ]);
  expect([await standing(), await refundEvents()]).toEqual([['captured', 400, 0], 1]);
  on.world.script.answer('refunds.issue', returned({ amount: minor(600) }));
  await refund(null);
  expect(issued()[1]).toMatchObject({ amount: 600, platform_fee: 60 });
  expect([await standing(), await refundEvents()]).toEqual([['refunded', 1_000, 0], 2]);
});

test('who asked for a refund stands in the trail, once for each that is begun', async () => {
  on.world.script.answer('refunds.issue', UNKNOWN, returned());
  expect(await refusalOf(refund('4.00', 'key'))).toBe('outcome_unknown');
  await refund('4.00', 'key');
  await refund('4.00', 'key');
  expect(await refusalOf(refund('6.01'))).toBe('refund_exceeds_remaining');
  const [row] = await refundsOf(on.world.ctx.db, on.paid.transaction_id);
  const detail = { refund_id: row!.id, amount_cents: 400, currency: 'USD' };
  expect(await trailOf(on.world, on.paid.transaction_id)).toEqual([[CALLER, 'refund.requested', detail]]);
});

test.each([
  ['less', 399, ['captured', 399, 0]],
  ['more', 401, ['captured', 401, 0]],
  ['more than the capture has', 1_001, ['refunded', 1_000, 0]],
])(
  'what the provider returned is counted, also where it is %s than it was asked for',
  async (_, cents, then) => {
    on.world.script.answer('refunds.issue', returned({ amount: minor(cents) }));
    await refund('4.00', 'key');
    expect([await standing(), await refundEvents()]).toEqual([then, 1]);
    expect(await refundsOf(on.world.ctx.db, on.paid.transaction_id)).toMatchObject([
      { amount_cents: then[1] },
    ]);
    // Its caller reads the same again under the same key.
    await refund('4.00', 'key');
    expect(issued()).toHaveLength(1);
  },
);

test.each([
  ['all of it by a refund of a part', '4.00', 1_000, 100],
  ['a cent by a refund of all', null, 1, 0],
  ['twice as much', '4.00', 800, 80],
])('other money returned takes its own part of the fee: %s', async (_what, asked, cents, fee) => {
  on.world.script.answer('refunds.issue', returned({ amount: minor(cents) }));
  await refund(asked);
  const { refunded_platform_fee_cents } = await transactionOf(on.world, on.paid.transaction_id);
  const [row] = await refundsOf(on.world.ctx.db, on.paid.transaction_id);
  expect([refunded_platform_fee_cents, row?.platform_fee_refund_cents]).toEqual([fee, fee]);
});

test('what is held back of another amount is reserved, and counted when it is done', async () => {
  on.world.script.answer('refunds.issue', {
    kind: 'pending',
    refund: told('pending', { amount: minor(900) }),
  } as const);
  await refund('4.00');
  expect(await standing()).toEqual(['captured', 0, 900]);
  expect(await refusalOf(refund('6.00'))).toBe('refund_exceeds_remaining');
  const { id } = (await refundsOf(on.world.ctx.db, on.paid.transaction_id))[0]!;
  on.world.script.answer('refunds.read', {
    kind: 'found',
    refund: told('completed', { amount: minor(900) }),
  });
  expect(await settleRefund(on.world.ctx, id, heldUntil(on.world.ctx.clock.now()))).toBe('settled');
  const { refunded_platform_fee_cents } = await transactionOf(on.world, on.paid.transaction_id);
  expect([await standing(), refunded_platform_fee_cents]).toEqual([['captured', 900, 0], 90]);
});

test('other money returned by one refund gives way to none of the others', async () => {
  on.world.script.answer('refunds.issue', heldBack(), returned({ amount: minor(700) }));
  await refund('4.00', 'first');
  await refund('6.00', 'second');
  expect(await standing()).toEqual(['captured', 700, 300]);
  const { id } = (await refundsOf(on.world.ctx.db, on.paid.transaction_id))[0]!;
  on.world.script.answer('refunds.read', {
    kind: 'found',
    refund: told('completed', { amount: minor(300) }),
  });
  expect(await settleRefund(on.world.ctx, id, heldUntil(on.world.ctx.clock.now()))).toBe('settled');
  expect(await standing()).toEqual(['refunded', 1_000, 0]);
});

test('what the provider holds back is accepted, stays reserved and is not told', async () => {
  on.world.script.answer('refunds.issue', heldBack());
  await refund('4.00', 'key');
  expect([await standing(), await refundEvents()]).toEqual([['captured', 0, 400], 0]);
  await refund('4.00', 'key');
  expect(issued()).toHaveLength(1);
});

test('a refund that was accepted and fails later frees its amount and keeps its key', async () => {
  on.world.script.answer('refunds.issue', heldBack());
  await refund('4.00', 'key');
  const { id } = (await refundsOf(on.world.ctx.db, on.paid.transaction_id))[0]!;
  on.world.script.answer('refunds.read', { kind: 'found', refund: told('failed') });
  expect(await settleRefund(on.world.ctx, id, heldUntil(on.world.ctx.clock.now()))).toBe('settled');
  const repeated = await refused(refund('4.00', 'key'));
  expect(repeated).toMatchObject({ refusal: 'refund_failed', extra: { refund_request_id: id } });
  expect([await standing(), issued().length]).toEqual([['captured', 0, 0], 1]);
});

test.each([
  ['refused', no, 'refund_refused'],
  ['certainly not carried out', UNREACHABLE, 'provider_unavailable'],
] as const)('a refund that is %s frees its amount and its key', async (_how, outcome, refusal) => {
  on.world.script.answer('refunds.issue', outcome, returned());
  expect(await refusalOf(refund('4.00', 'key'))).toBe(refusal);
  expect([await standing(), await refundEvents()]).toEqual([['captured', 0, 0], 0]);
  await refund('4.00', 'key');
  // To the provider it is another question: under the first id it may have remembered its no.
  expect(new Set(issued().map(({ request_id }) => request_id)).size).toBe(2);
  expect(await standing()).toEqual(['captured', 400, 0]);
});

test('a key that was refused many times asks under another id each time, until it is made', async () => {
  const refusals = 12;
  on.world.script.answer('refunds.issue', ...Array.from({ length: refusals }, () => no), returned());
  for (let nth = 0; nth < refusals; nth += 1)
    expect(await refusalOf(refund('4.00', 'key'))).toBe('refund_refused');
  await refund('4.00', 'key');
  await refund('4.00', 'key');
  expect(new Set(issued().map(({ request_id }) => request_id)).size).toBe(refusals + 1);
  expect([issued().length, await standing()]).toEqual([refusals + 1, ['captured', 400, 0]]);
});

test('a refund that is refused is answered with the provider’s word for why', async () => {
  on.world.script.answer('refunds.issue', no);
  const answered = await refused(refund('4.00', 'key'));
  const [row] = await refundsOf(on.world.ctx.db, on.paid.transaction_id);
  expect(row!.failure_code).toBe(no.refusal.issue);
  expect(answered).toMatchObject({ refusal: 'refund_refused', extra: { failure_code: no.refusal.issue } });
});

test('a refund without an answer keeps its amount, and its key asks again under the same id', async () => {
  on.world.script.answer('refunds.issue', UNKNOWN, returned());
  expect(await refusalOf(refund('4.00', 'key'))).toBe('outcome_unknown');
  expect([await standing(), await refundEvents()]).toEqual([['captured', 0, 400], 0]);
  await refund('4.00', 'key');
  expect(issued()[1]).toEqual(issued()[0]);
  expect([await standing(), await refundEvents()]).toEqual([['captured', 400, 0], 1]);
});

test('a refund whose row was lost is the same refund to the provider when it is asked for again', async () => {
  const { db } = on.world.ctx;
  on.world.script.answer('refunds.issue', UNKNOWN, returned());
  expect(await refusalOf(refund('4.00', 'key'))).toBe('outcome_unknown');
  await sql`delete from refunds where transaction_id = ${on.paid.transaction_id}`.execute(db);
  await sql`update transactions set refund_reserved_cents = 0 where id = ${on.paid.transaction_id}`.execute(
    db,
  );
  await refund('4.00', 'key');
  expect(issued()[1]).toEqual(issued()[0]);
});

test('a provider that cannot be reached for a repeated question does not undo the first', async () => {
  on.world.script.answer('refunds.issue', UNKNOWN, UNREACHABLE, returned());
  expect(await refusalOf(refund('4.00', 'key'))).toBe('outcome_unknown');
  expect(await refusalOf(refund('4.00', 'key'))).toBe('outcome_unknown');
  expect(await standing()).toEqual(['captured', 0, 400]);
  await refund('4.00', 'key');
  expect([await standing(), await refundEvents()]).toEqual([['captured', 400, 0], 1]);
});

test.each([
  ['lists it as completed', 'own', null, ['captured', 400, 0]],
  ['does not list it', 'none', 'refund_refused', ['captured', 0, 0]],
  ['cannot be read', 'unread', 'outcome_unknown', ['captured', 0, 400]],
] as const)('a repeated refund is refused, and its order %s', async (_what, list, refusal, expected) => {
  const { script } = on.world;
  script.answer('refunds.issue', UNKNOWN, no);
  expect(await refusalOf(refund('4.00', 'key'))).toBe('outcome_unknown');
  const { refund_id } = issued()[0]!;
  const refunds = list === 'own' ? [told('completed', { refund_id })] : [];
  script.answer('refunds.list', list === 'unread' ? UNKNOWN : { kind: 'found', refunds });
  expect(await refusalOf(refund('4.00', 'key'))).toBe(refusal);
  expect(await standing()).toEqual(expected);
});

test('callers of one key make one call, and who does not wait for it is told that nobody knows', async () => {
  const others: Promise<unknown>[] = [];
  on.world.script.answerBy('refunds.issue', async () => {
    others.push(refund('4.00', 'key'));
    const impatient = refundCapture(stopping(on.world), asking('4.00', 'key')).then(orThrow);
    expect(await refusalOf(impatient)).toBe('outcome_unknown');
    return returned();
  });
  await refund('4.00', 'key');
  await Promise.all(others);
  expect([issued().length, await standing(), await refundEvents()]).toEqual([1, ['captured', 400, 0], 1]);
});

test('that a refund whose commit was lost was never sent ends no other of its key', async () => {
  const { ctx, script } = on.world;
  const lost = await loseNextCommit(ctx.db, { table: 'refunds' });
  const answer = Promise.withResolvers<RefundOutcome>();
  script.answerBy('refunds.issue', () => answer.promise);
  const first = refused(refund('4.00', 'key')).catch((error: unknown) => isUnavailable(error));
  await lost.begun();
  const second = refund('4.00', 'key');
  expect(await first).toBe(true);
  await expect.poll(() => issued().length).toBe(1);
  await lost.over();
  expect(await standing()).toEqual(['captured', 0, 400]);
  answer.resolve(returned());
  await second;
  await refund('4.00', 'key');
  expect([issued().length, await standing(), await refundEvents()]).toEqual([1, ['captured', 400, 0], 1]);
});

test('a refund that a notice told of as pending is not known while its own answer is lost, and no fault', async () => {
  const { script, ctx } = on.world;
  const pending = told('pending');
  script.answerBy('refunds.issue', async ({ refund_id }) => {
    script.answer('refunds.read', { kind: 'found', refund: { ...pending, refund_id } });
    const transaction = await transactionOf(on.world, on.paid.transaction_id);
    expect(await hearOfRefund(ctx, transaction, pending.provider_refund_id)).toBe('done');
    return UNKNOWN;
  });
  expect(await refusalOf(refund('4.00', 'key'))).toBe('outcome_unknown');
  expect(REFUSALS.outcome_unknown[0]).toBe(503);
  const own = { state: 'pending', provider_refund_id: pending.provider_refund_id };
  expect(await refundsOf(ctx.db, on.paid.transaction_id)).toMatchObject([own]);
  expect([await standing(), await refundEvents()]).toEqual([['captured', 0, 400], 0]);
  // Asked for again it is what the notice told: accepted, and not sent a second time.
  await refund('4.00', 'key');
  expect(issued()).toHaveLength(1);
});

test('more than remains beside what is under way is refused without a call', async () => {
  on.world.script.answer('refunds.issue', heldBack());
  await refund('4.00');
  const more = await refused(refund('6.01', 'key'));
  const extra = { remaining_amount: '6.00', currency: 'USD' };
  expect(more).toMatchObject({ refusal: 'refund_exceeds_remaining', extra });
  expect(issued()).toHaveLength(1);
});

test('a key is of its amount and its capture, and another’s capture does not exist', async () => {
  on.world.script.answer('refunds.issue', returned());
  await refund('4.00', 'key');
  await expect(refund('4.01', 'key')).rejects.toBeInstanceOf(KeyOfOtherBody);
  const stranger = await connectedMerchant(on.world);
  const foreign = refundCapture(on.world.ctx, { ...asking('1.00'), merchant_id: stranger.merchant_id }).then(
    orThrow,
  );
  expect(await refusalOf(foreign)).toBe('capture_not_found');
  expect(issued()).toHaveLength(1);
});
