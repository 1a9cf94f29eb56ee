import { CURRENCY_DECIMALS, isMoneyText, MAX_MINOR, toMinor, type Minor } from '../shapes/money.ts';
import type { Checker } from './checker.ts';

/** Checks one amount and answers its minor units, or null after noting what is wrong. */
export function checkMoney(
  checker: Checker,
  from: Record<string, unknown>,
  at: string,
  rule: { currency: string | null; positive: boolean; precision?: string },
): Minor | null {
  const code = checker.text(from, 'currency_code', at, { required: true, pattern: /^[A-Z]{3}$/ });
  const value = checker.text(from, 'value', at, { required: true, max: 32 });
  if (code === undefined || value === undefined) return null;
  const note = (issue: string, name = 'value'): null => {
    checker.add(issue, `${at}/${name}`, name === 'value' ? value : code);
    return null;
  };
  if (!isMoneyText(value)) return note('INVALID_PARAMETER_SYNTAX');
  if (!CURRENCY_DECIMALS.has(code)) return note('INVALID_CURRENCY_CODE', 'currency_code');
  if (rule.currency !== null && rule.currency !== code) return note('MULTI_CURRENCY_ORDER', 'currency_code');
  const minor = toMinor(value, code);
  if (minor === null) return note(rule.precision ?? 'DECIMAL_PRECISION');
  if (rule.positive && minor <= 0n) return note('CANNOT_BE_ZERO_OR_NEGATIVE');
  if (minor < 0n) return note('CANNOT_BE_NEGATIVE');
  if (minor > MAX_MINOR) return note('MAX_VALUE_EXCEEDED');
  return minor;
}
