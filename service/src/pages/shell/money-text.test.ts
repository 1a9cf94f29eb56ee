import { describe, expect, it } from 'vitest';
import { minor } from '../../lib/money.ts';
import { lineText, minorText, moneyText } from './money-text.ts';

describe('amounts as people read them', () => {
  it.each([
    ['48.5', 'USD', '$48.50'],
    ['999999.99', 'USD', '$999,999.99'],
    ['100', 'JPY', '¥100'],
    ['1.5', 'KWD', 'KWD\u00a01.500'],
    ['1.25', 'IQD', 'IQD\u00a01.250'],
    ['10', 'CAD', 'CA$10.00'],
    ['0', 'EUR', '€0.00'],
    ['12.3', 'HUF', 'HUF\u00a012.30'],
  ])('writes %s %s as %s', (decimal, currency, text) => {
    expect(moneyText(decimal, currency, 'en')).toBe(text);
  });

  it('stays exact where a float would not', () => {
    expect(moneyText('9007199254740993.01', 'USD', 'en')).toBe('$9,007,199,254,740,993.01');
    expect(lineText({ unit_amount: '999999.99', quantity: 1_000_000 }, 'USD', 'en')).toBe(
      '$999,999,990,000.00',
    );
    expect(lineText({ unit_amount: '0.1', quantity: 3 }, 'USD', 'en')).toBe('$0.30');
    expect(lineText({ unit_amount: '0.05', quantity: 1 }, 'USD', 'en')).toBe('$0.05');
  });

  it('follows the reader: digits, order, separators and the name of the currency', () => {
    expect(moneyText('1234.5', 'EUR', 'de')).toBe('1.234,50\u00a0€');
    expect(moneyText('1234.5', 'USD', 'en-GB')).toBe('US$1,234.50');
    expect(moneyText('1234.5', 'CHF', 'de-CH')).toMatch(/^CHF\u00a01['’]234\.50$/);
    expect(moneyText('9007199254740993.01', 'EUR', 'ar-EG')).toContain('٩٬٠٠٧٬١٩٩٬٢٥٤٬٧٤٠٬٩٩٣٫٠١');
    expect(moneyText('100', 'JPY', 'ja')).toBe('￥100');
  });

  it('keeps a currency’s letters and sign together where the page runs to the left', () => {
    expect(moneyText('48.5', 'USD', 'ar-EG')).toContain('\u2066US$\u2069');
    expect(moneyText('48.5', 'USD', 'he')).toMatch(/48\.50.*\$/);
    expect(moneyText('48.5', 'USD', 'de')).not.toContain('\u2066');
  });

  it('writes minor units', () => {
    expect(minorText(minor(500), 'USD', 'en')).toBe('$5.00');
    expect(minorText(minor(500), 'JPY', 'en')).toBe('¥500');
  });
});
