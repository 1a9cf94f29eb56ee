import { minor, parseAmount, toDecimal } from '../../../lib/money.ts';
import type { Minor } from '../../../lib/money.ts';
import { asObject, textAt } from '../../http/json.ts';

// ISO 4217 gives these two digits, the provider takes none.
const WHOLE_ONLY = new Set(['HUF', 'TWD']);
const WHOLE_UNIT = 100;
const VALUE_MAX = 32;

interface WireMoney {
  currency_code: string;
  value: string;
}

/** Whether the provider can be told this amount exactly. */
export function isExactOnWire(amount: Minor, currency: string): boolean {
  return !WHOLE_ONLY.has(currency) || amount % WHOLE_UNIT === 0;
}

/** The smallest step between amounts that the provider can be told. */
export function stepOnWire(currency: string): Minor {
  return minor(WHOLE_ONLY.has(currency) ? WHOLE_UNIT : 1);
}

/** The largest amount not above this one that the provider can be told: `30.45` HUF becomes 30. */
export function wholeOnWire(amount: Minor, currency: string): Minor {
  return WHOLE_ONLY.has(currency) ? minor(amount - (amount % WHOLE_UNIT)) : amount;
}

/** The amount as the provider reads it. The caller has made sure that it is exact. */
export function toWireMoney(amount: Minor, currency: string): WireMoney {
  if (!WHOLE_ONLY.has(currency)) return { currency_code: currency, value: toDecimal(amount, currency) };
  return { currency_code: currency, value: String(amount / WHOLE_UNIT) };
}

/** An amount the provider wrote, in minor units; null when it cannot be read exactly. A net amount may be
 *  negative. */
export function fromWireMoney(value: unknown): { minor: Minor; currency: string } | null {
  const money = asObject(value);
  const currency = textAt(money, 'currency_code');
  const text = textAt(money, 'value');
  if (!currency || !text || text.length > VALUE_MAX) return null;
  const negative = text.startsWith('-');
  const parsed = parseAmount(negative ? text.slice(1) : text, currency);
  if ('problem' in parsed) return null;
  return { minor: negative && parsed.minor !== 0 ? minor(parsed.minor * -1) : parsed.minor, currency };
}

/** The amount when it is in the expected currency, else null. */
export function minorIn(currency: string, value: unknown): Minor | null {
  const money = fromWireMoney(value);
  return money?.currency === currency ? money.minor : null;
}
