import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, exponentOf } from './currency.ts';
import {
  divideHalfUp,
  feeReturn,
  type Minor,
  minor,
  parseAmount,
  platformFee,
  toDecimal,
  toJsonNumber,
  toTrimmedDecimal,
} from './money.ts';

const currency = fc.constantFrom(...currencies());
const amount = fc.integer({ min: 0, max: 99_999_999_999 }).map(minor);

describe('reading an amount', () => {
  test.each([
    ['10.00', 'USD', 1000],
    ['10', 'USD', 1000],
    ['10.5', 'USD', 1050],
    ['10.000', 'USD', 1000],
    ['0', 'USD', 0],
    ['0.01', 'USD', 1],
    ['00010.10', 'USD', 1010],
    ['999999.99', 'USD', 99_999_999],
    ['100', 'JPY', 100],
    ['100.00', 'JPY', 100],
    ['1.5', 'KWD', 1500],
    ['1.234', 'KWD', 1234],
    ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER],
  ])('%s %s is %i minor units', (text, code, expected) => {
    expect(parseAmount(text, code)).toEqual({ minor: expected });
  });

  test.each([
    '',
    ' ',
    '1e2',
    '1E2',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '-1',
    '-0.01',
    '.5',
    '5.',
    '1.',
    '1,000',
    '1_000',
  ])('%j is no amount', (text) => {
    expect(parseAmount(text, 'USD')).toEqual({ problem: 'grammar' });
  });

  test.each(['0x10', 'NaN', 'Infinity', '１０', '१', '1.2.3', '1/2', '$1', '1\u0000'])(
    '%j is no amount either',
    (text) => {
      expect(parseAmount(text, 'USD')).toEqual({ problem: 'grammar' });
    },
  );

  test.each([
    ['10.005', 'USD'],
    ['0.001', 'USD'],
    ['100.5', 'JPY'],
    ['1.2345', 'KWD'],
  ])('%s has digits that %s does not have', (text, code) => {
    expect(parseAmount(text, code)).toEqual({ problem: 'digits' });
  });

  test.each(['usd', 'XXX', 'XAU', 'DEM', 'BGN', 'EURO', ''])('%j is no currency in use', (code) => {
    expect(parseAmount('1', code)).toEqual({ problem: 'currency' });
    expect(exponentOf(code)).toBeNull();
  });

  test('more than a number can count exactly is too much', () => {
    expect(parseAmount('9007199254740992', 'JPY')).toEqual({ problem: 'size' });
    expect(parseAmount('9'.repeat(400), 'USD')).toEqual({ problem: 'size' });
  });
});

describe('writing an amount', () => {
  test.each([
    [1000, 'USD', '10.00', '10', 10],
    [1050, 'USD', '10.50', '10.5', 10.5],
    [1, 'USD', '0.01', '0.01', 0.01],
    [0, 'USD', '0.00', '0', 0],
    [-1050, 'USD', '-10.50', '-10.5', -10.5],
    [100, 'JPY', '100', '100', 100],
    [0, 'JPY', '0', '0', 0],
    [1500, 'KWD', '1.500', '1.5', 1.5],
    [7, 'KWD', '0.007', '0.007', 0.007],
  ])('%i %s', (value, code, full, trimmed, number) => {
    expect(toDecimal(minor(value), code)).toBe(full);
    expect(toTrimmedDecimal(minor(value), code)).toBe(trimmed);
    expect(toJsonNumber(minor(value), code)).toBe(number);
  });

  test('each form reads back as the amount it was made of, in every currency', () => {
    fc.assert(
      fc.property(amount, currency, (value, code) => {
        expect(parseAmount(toDecimal(value, code), code)).toEqual({ minor: value });
        expect(parseAmount(toTrimmedDecimal(value, code), code)).toEqual({ minor: value });
        expect(parseAmount(String(toJsonNumber(value, code)), code)).toEqual({ minor: value });
      }),
    );
  });

  test('the full form has exactly the digits of its currency', () => {
    fc.assert(
      fc.property(amount, currency, (value, code) => {
        const [, fraction = ''] = toDecimal(value, code).split('.');
        expect(fraction).toHaveLength(exponentOf(code)!);
      }),
    );
  });
});

describe('dividing', () => {
  test.each([
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [3n, 2n, 2n],
    [-3n, 2n, -2n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [0n, 7n, 0n],
  ])('%i by %i is %i', (numerator, denominator, expected) => {
    expect(divideHalfUp(numerator, denominator)).toBe(expected);
  });

  test('is never off by more than half, and halves go away from zero', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 20n), 10n ** 20n),
        fc.bigInt(1n, 10n ** 10n),
        (numerator, denominator) => {
          const twiceError = 2n * (divideHalfUp(numerator, denominator) * denominator - numerator);
          const signed = numerator < 0n ? -twiceError : twiceError;
          expect(signed > -denominator && signed <= denominator).toBe(true);
        },
      ),
    );
  });
});

describe('the platform fee', () => {
  const terms = (percent_millionths: number, fixed: number, step = 1) => ({
    percent_millionths,
    fixed_minor_units: minor(fixed),
    step: minor(step),
  });

  test.each([
    [1000, 29_000, 30, 59],
    [50, 10_000, 0, 1],
    [49, 10_000, 0, 0],
    [1000, 0, 0, 0],
    [1000, 1_000_000, 0, 1000],
    [20, 29_000, 30, 20],
    [0, 29_000, 30, 0],
    [1_000_000, 1, 0, 1],
  ])('on %i at %i millionths and %i is %i', (value, percent, fixed, expected) => {
    expect(platformFee(minor(value), terms(percent, fixed))).toBe(expected);
  });

  test.each([
    [105_000, 29_000, 30, 3_100],
    [100_000, 29_000, 0, 2_900],
    [100_000, 29_450, 0, 2_900],
    [100_000, 29_500, 0, 3_000],
    [1_000, 10_000, 0, 0],
    // 449.5: rounded to whole units first it would be 450, and 500.
    [15_500, 29_000, 0, 400],
    [15_500, 29_000, 1, 500],
  ])('on %i at %i millionths and %i, where 100 is the smallest step, is %i', (value, percent, fixed, fee) => {
    expect(platformFee(minor(value), terms(percent, fixed, 100))).toBe(fee);
  });

  test('is never negative and never more than the amount', () => {
    const percent = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(amount, percent, fc.integer({ min: 0, max: 1_000_000 }), (value, millionths, fixed) => {
        const fee = platformFee(value, terms(millionths, fixed));
        expect(fee).toBeGreaterThanOrEqual(0);
        expect(fee).toBeLessThanOrEqual(value);
      }),
    );
  });
});

describe('the fee given back', () => {
  const capture = fc.integer({ min: 1, max: 10_000_000 }).chain((captured) =>
    fc.record({
      captured: fc.constant(captured),
      fee: fc.integer({ min: 0, max: captured }),
      cuts: fc.array(fc.integer({ min: 1, max: captured }), { maxLength: 30 }),
    }),
  );

  // The cuts divide the captured amount into parts, in order; together they are all of it.
  function partsOf(captured: number, cuts: readonly number[]): number[] {
    const marks = [...new Set([...cuts, captured])].sort((left, right) => left - right);
    return marks.map((mark, index) => mark - (marks[index - 1] ?? 0));
  }

  function returnsOf(
    input: { captured: number; fee: number; step?: number },
    parts: readonly number[],
  ): Minor[] {
    let before = { refunded_before: minor(0), fee_returned_before: minor(0) };
    const fixed = { captured: minor(input.captured), fee: minor(input.fee), step: minor(input.step ?? 1) };
    return parts.map((part) => {
      const returned = feeReturn({ ...fixed, ...before, amount: minor(part) });
      before = {
        refunded_before: minor(before.refunded_before + part),
        fee_returned_before: minor(before.fee_returned_before + returned),
      };
      return returned;
    });
  }

  test('is in steps that a rail can carry, and still adds up to the fee exactly', () => {
    fc.assert(
      fc.property(capture, ({ captured, fee, cuts }) => {
        const whole = { captured: captured * 100, fee: fee * 100, step: 100 };
        const parts = partsOf(captured, cuts).map((part) => part * 100);
        const returns = returnsOf(whole, parts);
        expect(returns.every((returned) => returned >= 0 && returned % 100 === 0)).toBe(true);
        expect(returns.reduce((sum, returned) => sum + returned, 0)).toBe(whole.fee);
      }),
    );
  });

  test('is rounded once', () => {
    // 449.5 of the fee.
    expect(returnsOf({ captured: 100_000, fee: 2_900, step: 100 }, [15_500, 84_500])).toEqual([400, 2_500]);
  });

  test('adds up to the fee exactly, however the capture is split into refunds', () => {
    fc.assert(
      fc.property(capture, ({ captured, fee, cuts }) => {
        const returns = returnsOf({ captured, fee }, partsOf(captured, cuts));
        expect(returns.every((returned) => returned >= 0)).toBe(true);
        expect(returns.reduce((sum, returned) => sum + returned, 0)).toBe(fee);
      }),
      { numRuns: 1000 },
    );
  });

  test('is never more than the fee while something of the capture remains', () => {
    fc.assert(
      fc.property(capture, ({ captured, fee, cuts }) => {
        const returns = returnsOf({ captured, fee }, partsOf(captured, cuts).slice(0, -1));
        expect(returns.reduce((sum, returned) => sum + returned, 0)).toBeLessThanOrEqual(fee);
      }),
    );
  });

  test('is the share of the refund, half up', () => {
    expect(returnsOf({ captured: 1000, fee: 59 }, [500, 500])).toEqual([30, 29]);
    expect(returnsOf({ captured: 3, fee: 1 }, [1, 1, 1])).toEqual([0, 0, 1]);
    expect(returnsOf({ captured: 4, fee: 2 }, [1, 1, 1, 1])).toEqual([1, 1, 0, 0]);
    expect(returnsOf({ captured: 1000, fee: 59 }, [1000])).toEqual([59]);
  });
});

test('only integers that a number holds exactly are money', () => {
  expect(() => minor(0.5)).toThrow(RangeError);
  expect(() => minor(Number.NaN)).toThrow(RangeError);
  expect(() => minor(2 ** 53)).toThrow(RangeError);
});
