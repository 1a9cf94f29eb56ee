import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAPTURE, ORDER } from '../good-answers.fixture.ts';
import { sanitise } from './sanitise.ts';

describe('an answer that is shown', () => {
  test('keeps states, times, amounts and numbers of payments', () => {
    const { id, status, purchase_units } = sanitise(ORDER) as typeof ORDER;
    expect({ id, status }).toEqual({ id: ORDER.id, status: 'COMPLETED' });
    const [unit] = purchase_units;
    expect(unit?.amount).toEqual({ currency_code: 'USD', value: '27.00' });
    const [capture] = unit?.payments.captures ?? [];
    expect(capture?.seller_receivable_breakdown.paypal_fee).toEqual({ currency_code: 'USD', value: '1.43' });
    expect(capture?.create_time).toBe(CAPTURE.create_time);
  });

  test('holds no person, no address, no account and no link', () => {
    const text = JSON.stringify(sanitise(ORDER));
    for (const told of ['jo@example.com', 'Jo', 'Buyer', '1 Main St', 'QX4MVT9ZLB6HJ', 'https://'])
      expect(text, told).not.toContain(told);
  });

  test('keeps what shipping costs, and not where it goes', () => {
    const amount = { breakdown: { shipping: { currency_code: 'USD', value: '3.00' } } };
    const shipping = { name: { full_name: 'Jo' }, address: { country_code: 'US' }, type: 'SHIPPING' };
    expect(sanitise({ amount, shipping })).toEqual({ amount });
  });

  test('leaves out whatever it does not know the name of', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^new_[a-z]{1,8}$/), fc.jsonValue()), (body) => {
        expect(sanitise(body)).toEqual({});
      }),
    );
  });

  test('is bounded, however deep and long the answer is', () => {
    let deep: object = { id: 'bottom' };
    for (let level = 0; level < 100; level += 1) deep = { amount: deep };
    expect(JSON.stringify(sanitise({ amount: deep }))).not.toContain('bottom');
    const captures = Array.from({ length: 500 }, () => ({ id: 'x'.repeat(5_000) }));
    expect(JSON.stringify(sanitise({ captures })).length).toBeLessThan(60_000);
  });
});
