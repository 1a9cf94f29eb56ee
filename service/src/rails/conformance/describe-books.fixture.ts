import { describe, expect, test } from 'vitest';
import type { BookedPayment } from '../rail.ts';
import type { RailDriver } from './driver.fixture.ts';
import { type Taken, taken } from './steps.fixture.ts';

/** What the provider has of a payment is its own word: what was taken, in which state it is, and what came of it. */
export function describeBooks(current: () => RailDriver): void {
  const booked = ({ provider_order_id, provider_capture_id }: Partial<Taken>): BookedPayment => ({
    provider_order_id: provider_order_id ?? current().nothing,
    provider_capture_id: provider_capture_id ?? current().nothing,
    ...{ seller: current().seller, currency: 'USD' },
  });

  describe('the provider’s word on a payment', () => {
    test('tells what was taken, under the name that we gave it', async () => {
      const of = await taken(current());
      const told = await current().rail.books!.detail(booked(of));
      expect(told).toMatchObject({
        kind: 'found',
        detail: {
          ...{ captured: 2700, external_identifier: of.order.transaction_id },
          provider_status: expect.stringMatching(/./),
        },
      });
    });

    test('is none of what never was', async () => {
      const { books } = current().rail;
      expect(await books!.detail(booked({}))).toEqual({ kind: 'missing' });
      if (books!.settlement) expect(await books!.settlement(booked({}))).toEqual({ kind: 'missing' });
    });

    test('tells of a settlement once there is one, less what was kept of it', async () => {
      const { books } = current().rail;
      if (!books?.settlement) return;
      const of = booked(await taken(current()));
      const none = { settled: false, amount: null, currency: null, provider_fee: null };
      expect(await books.settlement(of)).toEqual({ kind: 'found', settlement: none });
      await current().settle();
      const told = await books.settlement(of);
      if (told.kind !== 'found') return expect(told).toMatchObject({ kind: 'found' });
      const { amount, provider_fee } = told.settlement;
      expect(told.settlement).toMatchObject({ settled: true, currency: 'USD' });
      expect(amount! + (provider_fee ?? 0)).toBe(2700);
    });
  });
}
