import { describe, expect, test } from 'vitest';
import type { RailDriver } from './driver.fixture.ts';
import { aRefund, find, taken } from './steps.fixture.ts';

/** What is returned is returned once, never beyond what was taken, and can be told from what others return. */
export function describeRefunds(current: () => RailDriver): void {
  describeParts(current);
  describeLostRefunds(current);
}

function describeParts(current: () => RailDriver): void {
  const issue = (...of: Parameters<typeof aRefund>) => current().rail.refunds.issue(aRefund(...of));

  describe('a refund', () => {
    test('gives back in parts until nothing is left, and then no more', async () => {
      const of = await taken(current());
      const { refunds, traits } = current().rail;
      const part = aRefund(current(), of, 1000);
      const first = await refunds.issue(part);
      expect(first).toMatchObject({
        kind: 'completed',
        refund: { provider_capture_id: of.provider_capture_id, amount: 1000, currency: 'USD' },
      });
      if (first.kind !== 'completed') return;
      if (traits.repeat_hours.refund > 0) expect(await refunds.issue(part)).toEqual(first);
      const { provider_refund_id } = first.refund;
      const { seller } = current();
      expect(await refunds.read({ provider_refund_id, seller, currency: 'USD' })).toMatchObject({
        kind: 'found',
        refund: {
          ...first.refund,
          // A refund may be of a payment, and name no capture of it.
          provider_capture_id: expect.toBeOneOf([null, of.provider_capture_id]),
        },
      });
      expect(await issue(current(), of, 2000, 1000)).toMatchObject({ kind: 'refused' });
      expect(await issue(current(), of, 1700, 1000)).toMatchObject({
        kind: 'completed',
        refund: { amount: 1700 },
      });
      expect(await issue(current(), of, 1, 2700)).toMatchObject({ kind: 'refused' });
    });

    test('of the whole returns all of it at once, and the payment shows it', async () => {
      const of = await taken(current());
      const { rail, seller } = current();
      expect(await issue(current(), of, 2700)).toMatchObject({
        kind: 'completed',
        refund: { amount: 2700, currency: 'USD' },
      });
      expect(await rail.refunds.list({ ...of, seller, currency: 'USD' })).toMatchObject({
        kind: 'found',
        refunds: [{ amount: 2700 }],
      });
      const { provider_capture_id } = of;
      expect(await find(current(), of)).toMatchObject({
        order: { capture: { provider_capture_id, status: 'refunded' } },
      });
    });

    test('that never was is missing', async () => {
      const { rail, seller, nothing: provider_refund_id } = current();
      expect(await rail.refunds.read({ provider_refund_id, seller, currency: 'USD' })).toEqual({
        kind: 'missing',
      });
    });
  });
}

function describeLostRefunds(current: () => RailDriver): void {
  describe('a refund', () => {
    test('whose answer is lost is unknown, and listed, as ours where the provider can tell', async () => {
      const of = await taken(current());
      const refund = aRefund(current(), of, 1000);
      const { refunds, traits } = current().rail;
      const { seller } = current();
      const list = () => refunds.list({ ...of, seller, currency: 'USD' });
      expect(await list()).toEqual({ kind: 'found', refunds: [] });
      await current().lose('refund', 'after');
      expect(await refunds.issue(refund)).toMatchObject({ kind: 'unknown' });
      await current().mend();
      await current().returnAtProvider(of.provider_capture_id, 200);
      const listed = await list();
      if (listed.kind !== 'found') return expect(listed).toMatchObject({ kind: 'found' });
      expect(listed.refunds.map(({ amount, refund_id }) => [amount, refund_id])).toEqual([
        [1000, traits.names_refunds ? refund.refund_id : undefined],
        [200, undefined],
      ]);
    });

    test('that was turned away for now returned nothing', async () => {
      const of = await taken(current());
      await current().turnAway('refund');
      expect(await current().rail.refunds.issue(aRefund(current(), of, 1000))).toMatchObject({
        kind: 'unreachable',
      });
      await current().mend();
      const { rail, seller } = current();
      expect(await rail.refunds.list({ ...of, seller, currency: 'USD' })).toEqual({
        kind: 'found',
        refunds: [],
      });
    });
  });
}
