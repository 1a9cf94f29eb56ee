import { numberText } from './formats.ts';
import { type Minor, parseAmount } from '../lib/money.ts';
import { type FieldProblem, InvalidFields } from '../refusals.ts';

/** Reads an amount that a schema has bounded in the currency's minor units; digits that the currency does not have
 *  are a field problem at `loc`. */
export function readAmount(
  value: string | number,
  currency: string,
  loc: readonly (string | number)[],
): Minor {
  const parsed = parseAmount(typeof value === 'number' ? numberText(value) : value, currency);
  if ('minor' in parsed) return parsed.minor;
  throw new InvalidFields([amountProblem(parsed.problem, currency, loc, value)]);
}

/** An amount with decimals of a currency that the merchant's provider takes none of. */
export function inexactAmount(loc: readonly (string | number)[], input: unknown): InvalidFields {
  const msg =
    "Decimal input should have no decimal places: the merchant's provider takes none of this currency";
  return new InvalidFields([{ type: 'decimal_max_places', loc, msg, input }]);
}

function amountProblem(
  problem: string,
  currency: string,
  loc: readonly (string | number)[],
  input: unknown,
): FieldProblem {
  if (problem !== 'digits')
    return { type: 'decimal_parsing', loc, msg: 'Input should be a valid decimal', input };
  const msg = `Decimal input should have no more decimal places than ${currency} has`;
  return { type: 'decimal_max_places', loc, msg, input, ctx: { currency } };
}
