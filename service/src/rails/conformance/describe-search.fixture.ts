import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../lib/time.ts';
import type { ProviderEntry, SearchedSpan, SearchFacet } from '../rail.ts';
import type { RailDriver } from './driver.fixture.ts';
import { approved, aRefund, take, taken } from './steps.fixture.ts';

/** What a provider's own books show of what moved, whoever moved it. */
export function describeSearch(current: () => RailDriver): void {
  describePages(current);
  describeOne(current);
}

function describePages(current: () => RailDriver): void {
  describe('the provider’s books', () => {
    test('show what was taken and given back, as ours, each when it was begun', async () => {
      const of = await taken(current());
      const refund = await current().rail.refunds.issue(aRefund(current(), of, 1000));
      if (refund.kind !== 'completed') throw new Error(JSON.stringify(refund));
      const { provider_refund_id } = refund.refund;
      const { provider_capture_id: capture_id } = of;
      const ids: readonly string[] = [capture_id, provider_refund_id];
      const shown = (await everything(current())).filter((one) => ids.includes(one.provider_id));
      const done = { status: 'completed', currency: 'USD' };
      expect(shown.toSorted((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
        {
          ...{ ...done, kind: 'capture', provider_id: capture_id, amount: 2700 },
          ...{ about_id: of.provider_order_id, transaction_id: of.order.transaction_id },
        },
        { ...done, kind: 'refund', provider_id: provider_refund_id, amount: 1000, about_id: capture_id },
      ]);
      const before = spanOf(current(), -48, -24);
      expect((await everything(current(), before)).filter((one) => ids.includes(one.provider_id))).toEqual(
        [],
      );
    });

    test('show what somebody gave back there', async () => {
      const of = await taken(current());
      await current().returnAtProvider(of.provider_capture_id, 300);
      const shown = (await everything(current())).filter(
        (one) => one.kind === 'refund' && one.about_id === of.provider_capture_id,
      );
      expect(shown).toMatchObject([{ status: 'completed', amount: 300 }]);
    });

    test('show nothing that moved nothing', async () => {
      const of = await approved(current(), 'declines');
      expect(await take(current(), of)).toMatchObject({ kind: 'refused' });
      const { transaction_id } = of.order;
      expect((await everything(current())).filter((one) => one.transaction_id === transaction_id)).toEqual(
        [],
      );
    });
  });
}

function describeOne(current: () => RailDriver): void {
  describe('the provider’s books', () => {
    test('are asked about one thing by its id', async () => {
      const of = await taken(current());
      const refund = await current().rail.refunds.issue(aRefund(current(), of, 1000));
      if (refund.kind !== 'completed') throw new Error(JSON.stringify(refund));
      const { provider_capture_id, provider_order_id } = of;
      const { provider_refund_id } = refund.refund;
      const one = async (kind: 'capture' | 'return', provider_id: string) => {
        const asked = { ...spanOf(current()), kind, provider_id, provider_order_id };
        const found = await searchOf(current()).one(asked);
        return found.kind === 'found' ? found.entries : found;
      };
      const { nothing } = current();
      expect(await one('capture', provider_capture_id)).toMatchObject([
        { provider_id: provider_capture_id, kind: 'capture', status: 'completed', amount: 2700 },
      ]);
      expect(await one('return', provider_refund_id)).toMatchObject([
        { provider_id: provider_refund_id, kind: 'refund', status: 'completed', amount: 1000 },
      ]);
      expect([await one('capture', nothing), await one('return', nothing)]).toEqual([[], []]);
    });
  });
}

function searchOf({ rail }: RailDriver): SearchFacet {
  return rail.books!.search!;
}

function spanOf({ seller }: RailDriver, fromHours = -1, toHours = 1): SearchedSpan {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
  return { seller, from: at(fromHours), to: at(toHours) };
}

/** All pages of a span, one after the other. */
async function everything(driver: RailDriver, span = spanOf(driver)): Promise<ProviderEntry[]> {
  const entries: ProviderEntry[] = [];
  let mark: string | null = null;
  for (let page = 1; page < 100; page += 1) {
    const found = await searchOf(driver).page({ ...span, page, mark });
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
    entries.push(...found.entries);
    if (found.is_last) return entries;
    mark = found.mark ?? null;
  }
  throw new Error('it has no end');
}
