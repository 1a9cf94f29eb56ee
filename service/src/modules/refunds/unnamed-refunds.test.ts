import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { refusalOf, transactionOf } from '../../../../tests/world/module-world.ts';
import { UNKNOWN, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderRefund } from '../../rails/rail.ts';
import { heldUntil } from '../doubt/index.ts';
import { refundsOf } from '../returns/index.ts';
import { captureOf } from './capture-of.ts';
import { settleRefund } from './settle.ts';
import { captureSteps } from './refunds.fixture.ts';

// A provider that remembers no request, and does not say which refund is which of ours. Each test has a capture of 10 USD.
const QUIET_SECONDS = 120;

const { on, issued, hear, refund, shown, standing } = captureSteps({
  ...{ quiet_seconds: QUIET_SECONDS, names_refunds: false },
  repeat_hours: { take: 0, refund: 0, charge: 0 },
});

const lists = (...refunds: ProviderRefund[]) =>
  on.world.script.answer('refunds.list', { kind: 'found', refunds });
const timesSent = () => issued().length;
const rows = () => refundsOf(on.world.ctx.db, on.paid.transaction_id);

async function inDoubt(key: string): Promise<string> {
  on.world.script.answer('refunds.issue', UNKNOWN);
  expect(await refusalOf(refund('4.00', key))).toBe('outcome_unknown');
  return (await rows()).find(({ state }) => state === 'unknown')!.id;
}

const settle = (id: string) => settleRefund(on.world.ctx, id, heldUntil(on.world.ctx.clock.now()));

test('one whose outcome nobody knows is looked up by its caller, and never sent again', async () => {
  await inDoubt('key');
  const made = shown();
  lists(made);
  await refund('4.00', 'key');
  expect([timesSent(), await standing()]).toEqual([1, ['captured', 400, 0]]);
  expect(await rows()).toMatchObject([
    { state: 'completed', origin: 'api', provider_refund_id: made.provider_refund_id },
  ]);
});

test('one that is not shown is not made once everything is quiet, and its key is free', async () => {
  const id = await inDoubt('key');
  lists();
  expect(await settle(id)).toMatchObject({ isAnswered: false });
  expect(await standing()).toEqual(['captured', 0, 400]);
  on.world.ctx.clock.move(QUIET_SECONDS);
  lists();
  expect(await settle(id)).toBe('settled');
  expect([timesSent(), await standing()]).toEqual([1, ['captured', 0, 0]]);
  on.world.script.answer('refunds.issue', { kind: 'completed', refund: shown() });
  await refund('4.00', 'key');
  expect([timesSent(), await standing()]).toEqual([2, ['captured', 400, 0]]);
});

test('while the provider cannot be read it stays in doubt', async () => {
  const id = await inDoubt('key');
  on.world.ctx.clock.move(QUIET_SECONDS);
  for (const outcome of [UNKNOWN, UNREACHABLE]) {
    on.world.script.answer('refunds.list', outcome);
    expect(await settle(id)).toMatchObject({ isAnswered: false });
  }
  expect([timesSent(), await standing()]).toEqual([1, ['captured', 0, 400]]);
});

test('one that the provider shows as failed was not made', async () => {
  const id = await inDoubt('key');
  on.world.ctx.clock.move(QUIET_SECONDS);
  lists(shown({ status: 'failed' }));
  expect(await settle(id)).toBe('settled');
  expect(await standing()).toEqual(['captured', 0, 0]);
});

test('what is known to be another one is not taken for it', async () => {
  const other = shown();
  await hear(on.paid.transaction_id, other);
  const id = await inDoubt('key');
  on.world.ctx.clock.move(QUIET_SECONDS);
  lists(other, shown({ amount: minor(300) }));
  expect(await settle(id)).toBe('settled');
  expect(await standing()).toEqual(['captured', 400, 0]);
});

test('one that was made long before it is not taken for it', async () => {
  const id = await inDoubt('key');
  on.world.ctx.clock.move(QUIET_SECONDS);
  const refunded_at = new Date(on.world.ctx.clock.now().getTime() - 3_600_000).toISOString();
  lists(shown({ refunded_at }));
  expect(await settle(id)).toBe('settled');
  expect(await standing()).toEqual(['captured', 0, 0]);
});

test('of which capture one is that its news does not tell, is read', async () => {
  const { provider, rail_account_id } = await transactionOf(on.world, on.paid.transaction_id);
  const from = { provider, rail_account_id };
  on.world.script.answer('refunds.read', { kind: 'found', refund: shown() }, { kind: 'missing' });
  expect(await captureOf(on.world.ctx, from, 'one')).toMatchObject({
    provider_capture_id: on.paid.capture_id,
  });
  expect(await captureOf(on.world.ctx, from, 'another')).toBe('later');
});

test('only one of a capture is in doubt at a time', async () => {
  const id = await inDoubt('key');
  expect(await refusalOf(refund('1.00', 'other'))).toBe('refund_under_way');
  expect(timesSent()).toBe(1);
  lists(shown());
  expect(await settle(id)).toBe('settled');
  on.world.script.answer('refunds.issue', { kind: 'completed', refund: shown({ amount: minor(100) }) });
  await refund('1.00', 'other');
  expect(await standing()).toEqual(['captured', 500, 0]);
});

test('two that are asked for at once are made one after the other', async () => {
  const returned = (amount: number) =>
    ({ kind: 'completed', refund: shown({ amount: minor(amount) }) }) as const;
  let underWay = 0;
  for (const _ of [1, 2, 3]) {
    on.world.script.answerBy('refunds.issue', async ({ amount }) => {
      underWay += 1;
      expect(underWay).toBe(1);
      await setImmediate();
      underWay -= 1;
      return returned(amount);
    });
  }
  await Promise.all([refund('1.00', 'one'), refund('2.00', 'two'), refund('0.50', 'three')]);
  expect(await standing()).toEqual(['captured', 350, 0]);
});

test('what is told of the amount in doubt is ours, and anything else is the provider’s', async () => {
  await inDoubt('key');
  const other = shown({ amount: minor(100) });
  lists(other);
  expect(await hear(on.paid.transaction_id, other)).toBe('done');
  expect(await standing()).toEqual(['captured', 100, 400]);
  const made = shown();
  expect(await hear(on.paid.transaction_id, made)).toBe('done');
  expect(await standing()).toEqual(['captured', 500, 0]);
  expect((await rows()).map(({ origin, amount_cents }) => [origin, amount_cents]).toSorted()).toEqual([
    ['api', 400],
    ['provider', 100],
  ]);
});
