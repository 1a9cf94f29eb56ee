import { type Minor, parseAmount, toDecimal } from '../../lib/money.ts';

export const DECIMALS = 2;
const TEXT_MAX = 24;

/** An amount as the gateway is told it: with two decimals, whatever the currency. The caller has made sure that it is exact. */
export function toWireAmount(amount: Minor, currency: string): string {
  const [whole = '', fraction = ''] = toDecimal(amount, currency).split('.');
  return `${whole}.${fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS)}`;
}

/** An amount that the gateway wrote, in minor units; null when it cannot be read exactly. */
export function fromWireAmount(text: string | null, currency: string): Minor | null {
  if (text === null || text.length > TEXT_MAX) return null;
  const parsed = parseAmount(text, currency);
  return 'problem' in parsed ? null : parsed.minor;
}
