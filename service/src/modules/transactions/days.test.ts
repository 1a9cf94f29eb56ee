import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, endOfDay, startOfDay } from '../../lib/time.ts';
import { cutAtMidnights, type Span } from './days.ts';

const at = (text: string) => new Date(text);
const moment = fc.integer({ min: 0, max: 6 * DAY_MS }).map((ms) => new Date(Date.parse('2028-02-27') + ms));
const spanOf = (days: { first: string; last: string }): Span => ({
  from: startOfDay(days.first),
  to: new Date(endOfDay(days.last).getTime() - 1),
});

describe('a span cut at midnights', () => {
  test.each([
    ['whole days alone', '2028-02-28T00:00:00.000Z', '2028-02-29T23:59:59.999Z', false, true, false],
    ['a part of one day', '2028-02-28T01:00:00.000Z', '2028-02-28T02:00:00.000Z', true, false, false],
    ['a midnight in between', '2028-02-28T23:59:59.999Z', '2028-02-29T00:00:00.000Z', true, false, true],
    ['parts around a day', '2028-02-27T12:00:00.000Z', '2028-02-29T12:00:00.000Z', true, true, true],
    [
      'a single moment at midnight',
      '2028-03-01T00:00:00.000Z',
      '2028-03-01T00:00:00.000Z',
      false,
      false,
      true,
    ],
  ])('is %s', (_what, from, to, before, days, after) => {
    const cut = cutAtMidnights({ from: at(from), to: at(to) })!;
    expect([cut.before !== null, cut.days !== null, cut.after !== null]).toEqual([before, days, after]);
  });

  test('leaves nothing out and nothing twice', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const [from, to] = one <= other ? [one, other] : [other, one];
        const { before, days, after } = cutAtMidnights({ from, to })!;
        const parts = [before, days && spanOf(days), after].filter((part) => part !== null);
        expect(parts[0]!.from).toEqual(from);
        expect(parts.at(-1)!.to).toEqual(to);
        for (const [nth, part] of parts.slice(1).entries())
          expect(part.from.getTime()).toBe(parts[nth]!.to.getTime() + 1);
        for (const part of parts) expect(part.from.getTime()).toBeLessThanOrEqual(part.to.getTime());
      }),
    );
  });

  test('is nothing where the end lies before the beginning, and all days where there is none', () => {
    expect(cutAtMidnights({ from: at('2028-03-02'), to: at('2028-03-01') })).toBeNull();
    expect(cutAtMidnights({})).toEqual({
      ...{ before: null, after: null, days: { first: '1970-01-01', last: '9999-12-31' } },
    });
    expect(cutAtMidnights({ from: at('+012000-01-01T00:00:00Z') })).toBeNull();
  });
});
