import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { RailDriver } from './driver.fixture.ts';
import { approved, opened, take } from './steps.fixture.ts';

/** Opening never moves money; what is taken is taken once and exactly; what is not known is found and not guessed. */
export function describePayments(current: () => RailDriver): void {
  describeOrders(current);
  describeLostTakes(current);
}

const find = ({ rail, seller }: RailDriver, provider_order_id: string) =>
  rail.payments.find({ provider_order_id, seller });
const isRepeatable = ({ rail }: RailDriver) => rail.traits.repeat_hours.take > 0;

function describeOrders(current: () => RailDriver): void {
  describe('an order', () => {
    test('is opened without money, and once for each request id', async () => {
      const { rail, anOrder, takenFor } = current();
      const order = anOrder();
      const first = await rail.payments.open(order);
      expect(first).toMatchObject({ kind: 'created', provider_order_id: expect.stringMatching(/./) });
      if (first.kind !== 'created') return;
      expect(await rail.payments.open(order)).toEqual(first);
      expect(await takenFor(first.provider_order_id)).toBe(0);
      expect(await find(current(), first.provider_order_id)).toMatchObject({
        kind: 'found',
        order: { capture: null },
      });
    });

    test('is not taken before its buyer agreed', async () => {
      const { takenFor } = current();
      const provider_order_id = await opened(current());
      expect(await take(current(), provider_order_id)).toMatchObject({ kind: 'refused', by: 'not_approved' });
      expect(await takenFor(provider_order_id)).toBe(0);
    });

    test('is taken for exactly what was asked, once', async () => {
      const provider_order_id = await approved(current());
      const request_id = randomUUID();
      const outcome = await take(current(), provider_order_id, request_id);
      expect(outcome).toMatchObject({
        kind: 'captured',
        capture: { provider_order_id, status: 'completed', amount: 2700, currency: 'USD' },
      });
      if (outcome.kind !== 'captured') return;
      if (isRepeatable(current()))
        expect(await take(current(), provider_order_id, request_id)).toEqual(outcome);
      const { provider_capture_id } = outcome.capture;
      expect(await find(current(), provider_order_id)).toMatchObject({
        kind: 'found',
        order: { capture: { provider_capture_id, status: 'completed', amount: 2700, currency: 'USD' } },
      });
      expect(await current().takenFor(provider_order_id)).toBe(1);
    });

    test('that is declined is the buyer’s to mend, and nothing was taken', async () => {
      const provider_order_id = await approved(current(), 'declines');
      expect(await take(current(), provider_order_id)).toMatchObject({
        kind: 'refused',
        by: 'buyer',
        refusal: { issue: expect.stringMatching(/./) },
      });
      expect(await current().takenFor(provider_order_id)).toBe(0);
    });

    test('that never was is missing', async () => {
      const { nothing } = current();
      expect(await find(current(), nothing)).toEqual({ kind: 'missing' });
      expect(['missing', 'refused', 'lapsed']).toContain((await take(current(), nothing)).kind);
    });
  });
}

function describeLostTakes(current: () => RailDriver): void {
  describe('a take whose answer is lost', () => {
    test.each([
      ['before', 0],
      ['after', 1],
    ] as const)('%s its effect is unknown, and found as it is', async (when, times) => {
      const provider_order_id = await approved(current());
      const request_id = randomUUID();
      await current().lose('take', when);
      expect(await take(current(), provider_order_id, request_id)).toMatchObject({ kind: 'unknown' });
      await current().mend();
      expect(await current().takenFor(provider_order_id)).toBe(times);
      const capture = times === 0 ? null : { status: 'completed', amount: 2700, currency: 'USD' };
      expect(await find(current(), provider_order_id)).toMatchObject({ kind: 'found', order: { capture } });
      if (!isRepeatable(current())) return;
      expect(await take(current(), provider_order_id, request_id)).toMatchObject({ kind: 'captured' });
      expect(await current().takenFor(provider_order_id)).toBe(1);
    });

    test('is not what was turned away for now', async () => {
      const provider_order_id = await approved(current());
      await current().turnAway('take');
      expect(await take(current(), provider_order_id)).toMatchObject({ kind: 'unreachable' });
      await current().mend();
      expect(await current().takenFor(provider_order_id)).toBe(0);
    });
  });
}
