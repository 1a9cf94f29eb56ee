import { describe, expect, test } from 'vitest';
import type { EntryRow } from './entry-queries.ts';
import { isSameDay, judgeEntry, type Known, unshownPayment } from './judge.ts';
import type { OurPayment, OurReturn } from './our-queries.ts';
import { nextDayLookAt, shownUntil } from './schedule.ts';

const NOON = new Date('2026-03-04T12:00:00Z');
const PAYMENT: OurPayment = {
  ...{
    id: '019cb8c0-0000-7000-8000-000000000001',
    merchant_id: 'm',
    channel_id: null,
    rail_account_id: null,
  },
  ...{ provider_order_id: 'ORDER', provider_capture_id: 'CAPTURE', status: 'captured' },
  ...{ amount_cents: 1_000, currency: 'USD', provider_fee_cents: 59, platform_fee_collected_cents: 100 },
  ...{ approved_at: NOON, captured_at: NOON },
};
const ENTRY: EntryRow = {
  ...{
    place: '1:CAPTURE',
    provider_id: 'CAPTURE',
    kind: 'capture',
    about_id: 'ORDER',
    capture_id: 'CAPTURE',
  },
  ...{ transaction_id: PAYMENT.id, status: 'completed', amount_cents: 1_000, currency: 'USD' },
  ...{ provider_fee_cents: 59, began_at: NOON, updated_at: NOON },
};
const REVERSAL: OurReturn = {
  ...{
    id: 'r',
    transaction_id: PAYMENT.id,
    origin: 'reversal',
    provider_refund_id: 'FROM-NOTICE',
    shown_id: null,
  },
  ...{ state: 'completed', amount_cents: 400, platform_fee_refund_cents: null },
  ...{ created_at: NOON, completed_at: NOON },
};
const TOLD = { fees_told: 'at_capture', times_told: 'in_answer' } as const;
const AT_SETTLEMENT = { ...TOLD, fees_told: 'at_settlement' } as const;
const known = (more: Partial<Known> = {}): Known => ({
  payment: PAYMENT,
  named: PAYMENT,
  returns: [],
  told: TOLD,
  ...more,
});
const causes = (entry: Partial<EntryRow>, of = known()) =>
  judgeEntry({ ...ENTRY, ...entry }, of).map(({ cause, untold }) => [cause, untold?.about ?? null]);

test.each<[string, Partial<EntryRow>, Known, [string, string | null][]]>([
  ['the same on both sides', {}, known(), []],
  [
    'a fee that neither knows',
    { provider_fee_cents: null },
    known({ payment: { ...PAYMENT, provider_fee_cents: null } }),
    [],
  ],
  [
    'a fee that only they know',
    {},
    known({ payment: { ...PAYMENT, provider_fee_cents: null } }),
    [['fee', null]],
  ],
  [
    'a fee that only we know yet, where it is told at the settlement',
    { provider_fee_cents: null },
    known({ told: AT_SETTLEMENT }),
    [],
  ],
  [
    'a fee that was told at a settlement we never heard of',
    {},
    known({ payment: { ...PAYMENT, provider_fee_cents: null }, told: AT_SETTLEMENT }),
    [['fee', 'capture_settled']],
  ],
  [
    'another fee than was told at the settlement',
    { provider_fee_cents: 60 },
    known({ told: AT_SETTLEMENT }),
    [['fee', null]],
  ],
  [
    'a payment that is pending here',
    {},
    known({ payment: { ...PAYMENT, status: 'pending' } }),
    [['state', 'capture_changed']],
  ],
  ['one whose capture nobody told of', {}, known({ payment: null }), [['missing_here', 'capture_changed']]],
  ['one that names none of ours', { transaction_id: 'order 7' }, known({ payment: null, named: null }), []],
  ['one with a name like ours', {}, known({ payment: null, named: null }), [['missing_here', null]]],
  ['a fee that only we know', { provider_fee_cents: null }, known(), [['fee', null]]],
  [
    'one whose name was made after it',
    { began_at: new Date('2026-02-04T12:00:00Z') },
    known({ payment: null, named: null }),
    [],
  ],
  [
    'one with such a name from long ago',
    { began_at: new Date('2027-03-04T12:00:00Z') },
    known({ payment: null, named: null }),
    [],
  ],
])('%s', (_what, entry, of, expected) => {
  expect(causes(entry, of)).toEqual(expected);
});

describe('the platform’s fee', () => {
  const of = { provider_id: 'FEE', provider_fee_cents: null, capture_id: 'CAPTURE' } as const;
  const fee = { ...of, kind: 'platform_fee', amount_cents: 100 } as const;
  const back = { ...of, kind: 'fee_return', about_id: 'REFUND', amount_cents: 40 } as const;
  const refund: OurReturn = {
    ...{ ...REVERSAL, origin: 'api', provider_refund_id: 'REFUND', platform_fee_refund_cents: 40 },
  };

  test('is what was collected, in the currency of its payment', () => {
    expect(causes(fee)).toEqual([]);
    expect(causes({ ...fee, amount_cents: 99 })).toEqual([['fee', null]]);
    expect(causes({ ...fee, currency: 'EUR' })).toEqual([['fee', null]]);
  });

  test('given back is that of its refund', () => {
    expect(causes(back, known({ returns: [refund] }))).toEqual([]);
    expect(causes({ ...back, amount_cents: 39 }, known({ returns: [refund] }))).toEqual([['fee', null]]);
  });

  test('is judged of what was taken and returned alone', () => {
    const pending = { ...PAYMENT, status: 'pending', platform_fee_collected_cents: null } as const;
    expect(causes(fee, known({ payment: pending }))).toEqual([]);
    const unmade = { ...refund, state: 'unknown', platform_fee_refund_cents: 30 } as const;
    expect(causes(back, known({ returns: [unmade] }))).toEqual([]);
  });
});

describe('a reversal', () => {
  const reversal = {
    provider_id: 'FROM-SEARCH',
    kind: 'reversal',
    about_id: 'CAPTURE',
    amount_cents: 400,
  } as const;

  test('that its notice names otherwise is known by what it was paired with', () => {
    const paired = { ...REVERSAL, shown_id: 'FROM-SEARCH' };
    expect(causes(reversal, known({ returns: [paired] }))).toEqual([]);
    expect(causes({ ...reversal, amount_cents: 300 }, known({ returns: [paired] }))).toEqual([
      ['amount', null],
    ]);
  });

  test('in another money than its payment is a person’s: nobody could say how much of it that is', () => {
    const returns: OurReturn[] = [];
    expect(causes({ ...reversal, currency: 'EUR' }, known({ returns }))).toEqual([['missing_here', null]]);
  });

  test('that was paired with none is another', () => {
    const returns = [REVERSAL, { ...REVERSAL, shown_id: 'ANOTHER' }];
    expect(causes(reversal, known({ returns }))).toEqual([['missing_here', 'capture_reversed']]);
  });
});

describe('a day', () => {
  const at = (text: string) => new Date(`2026-03-${text}Z`);
  const entry = { began_at: at('04T23:59:59'), updated_at: at('04T23:59:59') };

  test.each([
    ['the last second of the same', at('04T23:59:59.999'), null, true],
    ['the first of the next', at('05T00:00:00'), null, false],
    ['the first of the next, because it was approved then', at('05T00:00:00'), at('05T00:00:00'), true],
    ['an hour into the next, whatever it was approved', at('05T01:00:00'), at('05T01:00:00'), false],
  ])('%s', (_what, ours, approved, expected) => {
    expect(isSameDay(entry, ours, { notBefore: [approved], ...TOLD })).toBe(expected);
  });

  test('before theirs is none that ours was raised to', () => {
    const midnight = { began_at: at('05T00:00:01'), updated_at: at('05T00:00:01') };
    const ours = at('04T23:59:59');
    expect(isSameDay(midnight, ours, { notBefore: [ours], ...TOLD })).toBe(false);
  });

  test('of what was held back may be that on which it was done', () => {
    const held = { ...entry, updated_at: at('07T10:00:00') };
    expect(isSameDay(held, at('07T10:00:00'), { notBefore: [], ...TOLD })).toBe(true);
  });

  test.each([
    ['before it began', '03T12:00:00', false],
    ['before it changed last', '06T12:00:00', true],
    ['after it changed last', '08T12:00:00', false],
  ])('of what was held back and has changed since, %s', (_what, ours, expected) => {
    const changed = { ...entry, updated_at: at('07T10:00:00') };
    expect(isSameDay(changed, at(ours), { notBefore: [], ...TOLD })).toBe(expected);
  });

  test.each([
    ['ten minutes less a second behind theirs', '04T23:55:00', '05T00:04:59', true],
    ['ten minutes behind theirs', '04T23:55:00', '05T00:05:00', false],
    ['just before theirs, by a clock that is slow', '05T00:00:01', '04T23:59:59', true],
    ['ten minutes before theirs', '05T00:05:00', '04T23:55:00', false],
  ])('of what the answer did not date may be another, when ours is %s', (_what, theirs, ours, expected) => {
    const booked = { began_at: at(theirs), updated_at: at(theirs) };
    const dated = { notBefore: [], ...TOLD };
    expect(isSameDay(booked, at(ours), { ...dated, times_told: 'in_books' })).toBe(expected);
    expect(isSameDay(booked, at(ours), dated)).toBe(false);
  });

  const HOURS_3 = 3 * 3_600;
  const shown = (began: string, refreshed: string | null) =>
    shownUntil({ begun_at: at(began), refreshed_at: refreshed === null ? null : at(refreshed) }, HOURS_3);

  test('is shown as far as the provider says, and never further than its lag', () => {
    expect(shown('05T03:00:00', null)).toEqual(at('05T00:00:00'));
    expect(shown('05T03:00:00', '04T22:00:00')).toEqual(at('04T22:00:00'));
    expect(shown('05T03:00:00', '05T03:00:00')).toEqual(at('05T00:00:00'));
  });

  test('that differs is told the same from either side, so that what was settled stays so', () => {
    const captured_at = at('05T01:00:00');
    const payment = { ...PAYMENT, captured_at };
    const [there] = judgeEntry({ ...ENTRY, ...entry }, known({ payment }));
    expect(there).toMatchObject({ cause: 'day' });
    expect(unshownPayment(payment, there!.theirs)).toEqual({ ...there, cause: 'state' });
  });

  test('in which something does not agree is looked at for a week', () => {
    const row = { day: '2026-03-04', rail_account_id: '019cb8c0-0000-7000-8000-000000000000' };
    const of = { isWhole: true, hasOpen: true, lagSeconds: HOURS_3, now: at('06T00:00:00') };
    expect(nextDayLookAt({ ...row, looks: 6 }, of)).toEqual(at('07T00:00:00'));
    expect(nextDayLookAt({ ...row, looks: 7 }, of)).toBeNull();
    expect(nextDayLookAt({ ...row, looks: 1 }, { ...of, hasOpen: false })).toBeNull();
    expect(nextDayLookAt({ ...row, looks: 1 }, { ...of, isWhole: false })).toEqual(at('06T01:00:00'));
  });
});
