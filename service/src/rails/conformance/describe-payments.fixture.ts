import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { whileInTime } from '../../lib/send-in-time.ts';
import type { RailDriver } from './driver.fixture.ts';
import { approved, find, isUntaken, neverOpened, opened, take } from './steps.fixture.ts';

/** Opening never moves money; what is taken is taken once and exactly; what is not known is found and not guessed. */
export function describePayments(current: () => RailDriver): void {
  describeOpening(current);
  describeOrders(current);
  describeLateTakes(current);
  describeLostTakes(current);
}

const isRepeatable = ({ rail }: RailDriver) => rail.traits.repeat_hours.take > 0;

function describeOpening(current: () => RailDriver): void {
  describe('an order', () => {
    test('is opened without money, and once for each request id', async () => {
      const { rail, anOrder, takenFor } = current();
      const order = await anOrder();
      const first = await rail.payments.open(order);
      expect(first).toMatchObject({ kind: 'created', provider_order_id: expect.stringMatching(/./) });
      if (first.kind !== 'created') return;
      expect(await rail.payments.open(order)).toEqual(first);
      expect(await takenFor(first.provider_order_id)).toBe(0);
      const { provider_order_id } = first;
      expect(await find(current(), { order, provider_order_id, in_hand: null })).toSatisfy(isUntaken);
    });

    test('is not taken before its buyer agreed', async () => {
      const { rail, takenFor } = current();
      // In fields of the provider's a buyer agrees before there is an order.
      if (rail.traits.approval === 'fields') return;
      const order = await opened(current());
      expect(await take(current(), order)).toMatchObject({ kind: 'refused', by: 'not_approved' });
      expect(await takenFor(order.provider_order_id)).toBe(0);
    });
  });
}

function describeOrders(current: () => RailDriver): void {
  describe('an order', () => {
    test('is taken for exactly what was asked, once', async () => {
      const order = await approved(current());
      const { provider_order_id } = order;
      const request_id = randomUUID();
      const outcome = await take(current(), order, request_id);
      expect(outcome).toMatchObject({
        kind: 'captured',
        capture: { provider_order_id, status: 'completed', amount: 2700, currency: 'USD' },
      });
      if (outcome.kind !== 'captured') return;
      if (isRepeatable(current())) expect(await take(current(), order, request_id)).toEqual(outcome);
      const { provider_capture_id } = outcome.capture;
      expect(await find(current(), order)).toMatchObject({
        kind: 'found',
        order: { capture: { provider_capture_id, status: 'completed', amount: 2700, currency: 'USD' } },
      });
      expect(await current().takenFor(provider_order_id)).toBe(1);
    });

    test('that is declined is the buyer’s to mend, and nothing was taken', async () => {
      const order = await approved(current(), 'declines');
      expect(await take(current(), order)).toMatchObject({
        kind: 'refused',
        by: 'buyer',
        refusal: { issue: expect.stringMatching(/./) },
      });
      expect(await current().takenFor(order.provider_order_id)).toBe(0);
    });

    test('that is held back is pending, for the whole of it', async () => {
      if (!current().holdsBack) return;
      const order = await approved(current(), 'is held back');
      const capture = { status: 'pending', amount: 2700, currency: 'USD' };
      expect(await take(current(), order)).toMatchObject({ kind: 'pending', capture });
      expect(await find(current(), order)).toMatchObject({ kind: 'found', order: { capture } });
    });

    test('that never was is missing', async () => {
      const never = await neverOpened(current());
      expect(await find(current(), never)).toEqual({ kind: 'missing' });
      expect(['missing', 'refused', 'lapsed']).toContain((await take(current(), never)).kind);
    });
  });
}

function describeLateTakes(current: () => RailDriver): void {
  describe('an order', () => {
    test('is not taken once the time of the call is over, and is read still', async () => {
      const order = await approved(current());
      const late = whileInTime({ isInTime: () => false }, () => take(current(), order));
      expect(await late).toMatchObject({ kind: 'unreachable' });
      expect(await current().takenFor(order.provider_order_id)).toBe(0);
      const read = whileInTime({ isInTime: () => false }, () => find(current(), order));
      expect((await read).kind).not.toBe('unreachable');
    });

    test('is taken by what is told of before it leaves', async () => {
      const order = await approved(current());
      let sendings = 0;
      const sending = { isInTime: () => true, onSend: () => (sendings += 1) };
      await whileInTime(sending, () => take(current(), order));
      expect(sendings).toBeGreaterThan(0);
    });
  });
}

function describeLostTakes(current: () => RailDriver): void {
  describe('a take whose answer is lost', () => {
    test.each([
      ['before', 0],
      ['after', 1],
    ] as const)('%s its effect is unknown, and found as it is', async (when, times) => {
      const order = await approved(current());
      const { provider_order_id } = order;
      const request_id = randomUUID();
      await current().lose('take', when);
      expect(await take(current(), order, request_id)).toMatchObject({ kind: 'unknown' });
      await current().mend();
      expect(await current().takenFor(provider_order_id)).toBe(times);
      const capture = { status: 'completed', amount: 2700, currency: 'USD' };
      const found = await find(current(), order);
      if (times === 0) expect(found).toSatisfy(isUntaken);
      else expect(found).toMatchObject({ kind: 'found', order: { capture } });
      if (!isRepeatable(current())) return;
      expect(await take(current(), order, request_id)).toMatchObject({ kind: 'captured' });
      expect(await current().takenFor(provider_order_id)).toBe(1);
    });

    test('is not what was turned away for now', async () => {
      const order = await approved(current());
      const { provider_order_id } = order;
      await current().turnAway('take');
      expect(await take(current(), order)).toMatchObject({ kind: 'unreachable' });
      await current().mend();
      expect(await current().takenFor(provider_order_id)).toBe(0);
    });
  });
}
