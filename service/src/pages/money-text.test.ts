import { describe, expect, it } from 'vitest';
import { minor } from '../lib/money.ts';
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
    expect(moneyText(decimal, currency)).toBe(text);
  });

  it('stays exact where a float would not', () => {
    expect(moneyText('9007199254740993.01', 'USD')).toBe('$9,007,199,254,740,993.01');
    expect(lineText('999999.99', 1_000_000, 'USD')).toBe('$999,999,990,000.00');
    expect(lineText('0.1', 3, 'USD')).toBe('$0.30');
    expect(lineText('0.05', 1, 'USD')).toBe('$0.05');
  });

  it('writes minor units', () => {
    expect(minorText(minor(500), 'USD')).toBe('$5.00');
    expect(minorText(minor(500), 'JPY')).toBe('¥500');
  });
});
