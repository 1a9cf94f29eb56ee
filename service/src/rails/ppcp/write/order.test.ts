import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minor } from '../../../lib/money.ts';
import type { NewOrder, OrderItem } from '../../rail.ts';
import { fromWireMoney, isExactOnWire, toWireMoney } from './money.ts';
import { toWireOrder } from './order.ts';
import { newOrder } from '../../orders.fixture.ts';
import { sellerNamed } from '../../seller.fixture.ts';

function anOrder(over: Partial<NewOrder> = {}): NewOrder {
  return newOrder(sellerNamed('7KQ2WHRB5NCXE'), {
    ...{ request_id: 'request-1', transaction_id: 'transaction-1' },
    ...over,
  });
}

function anItem(over: Partial<OrderItem> = {}): OrderItem {
  const item = { name: 'Tea', unit_amount: minor(1000), category: 'PHYSICAL_GOODS', quantity: 2 };
  return { ...item, description: null, sku: null, ...over };
}

const ADDRESS = {
  country_code: 'US',
  address_line_1: '1 Main St',
  admin_area_2: 'San Jose',
  admin_area_1: 'CA',
  postal_code: '95131',
};

interface Wire {
  purchase_units: [Record<string, unknown>];
  payment_source: { paypal: { experience_context: Record<string, unknown> } };
}

function wireOf(over?: Partial<NewOrder>): Wire {
  const wire = toWireOrder(anOrder(over));
  if ('refusal' in wire) throw new Error(wire.refusal.issue);
  return wire.body as unknown as Wire;
}
const unitOf = (over?: Partial<NewOrder>) => wireOf(over).purchase_units[0];
const preferenceOf = (over?: Partial<NewOrder>) =>
  wireOf(over).payment_source.paypal.experience_context['shipping_preference'];

test('a plain order says what is paid, to whom, and where the buyer returns', () => {
  expect(toWireOrder(anOrder({ description: 'Two teas' }))).toEqual({
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'default',
          custom_id: 'transaction-1',
          invoice_id: 'transaction-1',
          description: 'Two teas',
          amount: { currency_code: 'USD', value: '27.00' },
          payee: { merchant_id: '7KQ2WHRB5NCXE' },
          payment_instruction: {
            disbursement_mode: 'INSTANT',
            platform_fees: [{ amount: { currency_code: 'USD', value: '0.81' } }],
          },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            brand_name: 'Corner Shop',
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
            return_url: 'https://pay.example/return',
            cancel_url: 'https://pay.example/cancel',
          },
        },
      },
    },
  });
});

test('a fee of zero is left out', () => {
  expect(unitOf({ platform_fee: minor(0) })['payment_instruction']).toEqual({ disbursement_mode: 'INSTANT' });
});

describe('items', () => {
  test('that add up with the shipping are sent with their sums', () => {
    const unit = unitOf({ items: [anItem({ sku: 'T-1' })], shipping_amount: minor(700) });
    expect(unit['amount']).toEqual({
      currency_code: 'USD',
      value: '27.00',
      breakdown: {
        item_total: { currency_code: 'USD', value: '20.00' },
        shipping: { currency_code: 'USD', value: '7.00' },
      },
    });
    expect(unit['items']).toEqual([
      {
        name: 'Tea',
        quantity: '2',
        unit_amount: { currency_code: 'USD', value: '10.00' },
        category: 'PHYSICAL_GOODS',
        sku: 'T-1',
      },
    ]);
  });

  test.each<[string, Partial<NewOrder>]>([
    ['do not add up', { items: [anItem()] }],
    ['have no name left', { items: [anItem({ name: ' \n' })], amount: minor(2000) }],
    [
      'mix a donation with goods',
      {
        items: [anItem({ quantity: 1 }), anItem({ quantity: 1, category: 'DONATION' })],
        amount: minor(2000),
      },
    ],
    [
      'are finer than the currency',
      {
        items: [anItem({ unit_amount: minor(150) })],
        amount: minor(300),
        currency: 'HUF',
        platform_fee: minor(0),
      },
    ],
  ])('that %s give way to the plain amount', (_case, over) => {
    const unit = unitOf({ shipping_amount: null, ...over });
    expect(unit).not.toHaveProperty('items');
    expect(unit['amount']).not.toHaveProperty('breakdown');
  });

  test('of a category the provider has not are sent without one', () => {
    const unit = unitOf({ items: [anItem({ category: 'SERVICES' })], amount: minor(2000) });
    expect(unit['items']).toEqual([expect.not.objectContaining({ category: expect.anything() })]);
  });
});

describe('shipping', () => {
  test.each<[string, Partial<NewOrder>, string]>([
    ['a complete address is set', { shipping_address: ADDRESS }, 'SET_PROVIDED_ADDRESS'],
    [
      'an address without a street is asked for',
      { shipping_address: { country_code: 'US' } },
      'GET_FROM_FILE',
    ],
    ['a needed address is asked for', { requires_shipping: true }, 'GET_FROM_FILE'],
    ['goods need one', { items: [anItem()] }, 'GET_FROM_FILE'],
    ['nothing needs one', { items: [anItem({ category: 'DIGITAL_GOODS' })] }, 'NO_SHIPPING'],
    [
      'an order without shipping has none',
      { requires_shipping: false, shipping_address: ADDRESS },
      'NO_SHIPPING',
    ],
  ])('%s', (_case, over, preference) => {
    expect(preferenceOf(over)).toBe(preference);
    expect(Object.hasOwn(unitOf(over), 'shipping')).toBe(preference === 'SET_PROVIDED_ADDRESS');
  });

  test.each(['address_line_1', 'admin_area_2', 'postal_code'])(
    'an address whose %s is blank is asked for',
    (line) => {
      expect(preferenceOf({ shipping_address: { ...ADDRESS, [line]: ' \t' } })).toBe('GET_FROM_FILE');
    },
  );

  test('a country without postal codes needs none', () => {
    const { postal_code: _none, ...address } = ADDRESS;
    expect(preferenceOf({ shipping_address: address })).toBe('GET_FROM_FILE');
    expect(preferenceOf({ shipping_address: { ...address, country_code: 'HK' } })).toBe(
      'SET_PROVIDED_ADDRESS',
    );
  });

  test('an address goes out in the provider’s names', () => {
    expect(unitOf({ shipping_address: ADDRESS })['shipping']).toEqual({ address: ADDRESS });
  });
});

describe('currencies without decimals', () => {
  test.each([
    ['HUF', 123_400, '1234'],
    ['TWD', 100, '1'],
    ['JPY', 1234, '1234'],
    ['USD', 1234, '12.34'],
  ])('%s %i is written %s', (currency, amount, value) => {
    expect(unitOf({ currency, amount: minor(amount), platform_fee: minor(0) })['amount']).toEqual({
      currency_code: currency,
      value,
    });
  });

  test.each(['HUF', 'TWD'])('%s with decimals is refused before anything is sent', (currency) => {
    const wire = toWireOrder(anOrder({ currency, amount: minor(123_450) }));
    expect(wire).toMatchObject({ refusal: { issue: 'DECIMAL_PRECISION', debug_id: null } });
  });

  test('a fee is rounded down to what can be taken', () => {
    const fees = (fee: number) =>
      unitOf({ currency: 'HUF', amount: minor(100_000), platform_fee: minor(fee) })['payment_instruction'];
    expect(fees(3045)).toMatchObject({ platform_fees: [{ amount: { currency_code: 'HUF', value: '30' } }] });
    expect(fees(99)).not.toHaveProperty('platform_fees');
  });

  test('what is written is read back the same', () => {
    const amounts = fc.integer({ min: 0, max: 99_999_999_999 });
    fc.assert(
      fc.property(amounts, fc.constantFrom('USD', 'JPY', 'HUF', 'TWD', 'EUR', 'KWD'), (cents, currency) => {
        const amount = minor(cents);
        fc.pre(isExactOnWire(amount, currency));
        expect(fromWireMoney(toWireMoney(amount, currency))).toEqual({ minor: amount, currency });
      }),
    );
  });

  test('a net amount may be below zero, and nonsense is no amount', () => {
    expect(fromWireMoney({ currency_code: 'USD', value: '-0.31' })).toEqual({ minor: -31, currency: 'USD' });
    for (const value of ['', '1e3', '1.005', '--1', 12]) {
      expect(fromWireMoney({ currency_code: 'USD', value })).toBeNull();
    }
  });
});

describe('long texts', () => {
  test('are cut to the provider’s limit, never inside a character', () => {
    const text = unitOf({ description: `${'a'.repeat(126)}😀 and more` })['description'];
    expect(text).toBe('a'.repeat(126));
  });
});

describe('the payment source', () => {
  const sourceOf = (funding_source: string | null) => {
    const { payment_source, application_context } = wireOf({ funding_source }) as unknown as Record<
      string,
      Record<string, unknown> | undefined
    >;
    return { member: payment_source && Object.keys(payment_source), application_context };
  };

  test.each([null, 'paypal', 'paylater', 'credit', 'something-new'])('of %s is the wallet', (funding) => {
    expect(sourceOf(funding)).toEqual({ member: ['paypal'], application_context: undefined });
  });

  test('of venmo is venmo, which is told nothing but its name and the shipping', () => {
    expect(wireOf({ funding_source: 'venmo' }).payment_source).toEqual({
      venmo: { experience_context: { brand_name: 'Corner Shop', shipping_preference: 'NO_SHIPPING' } },
    });
  });

  test.each(['card', 'applepay', 'googlepay'])('of %s is left to the provider’s script', (funding) => {
    expect(sourceOf(funding)).toEqual({
      member: undefined,
      application_context: expect.objectContaining({
        brand_name: 'Corner Shop',
        shipping_preference: 'NO_SHIPPING',
        return_url: 'https://pay.example/return',
      }),
    });
  });
});
