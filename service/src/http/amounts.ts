import { minorOf } from '../amounts.ts';
import type { Minor } from '../lib/money.ts';
import { type FieldProblem, InvalidFields, UnfitAmount } from '../refusals.ts';
import { numberText } from './formats.ts';

type Loc = readonly (string | number)[];

/** The decimal text of an amount that a schema has bounded. */
export function decimalOf(value: string | number): string {
  return typeof value === 'number' ? numberText(value) : value;
}

/** Reads an amount that a schema has bounded in the currency's minor units; digits that the currency does not have
 *  are a field problem at `loc`. */
export function readAmount(value: string | number, currency: string, loc: Loc): Minor {
  try {
    return minorOf(decimalOf(value), currency);
  } catch (error) {
    throw blamed(error, loc, value);
  }
}

/** Runs what is asked for with the amount that stands at `loc`: one that does not fit is a problem of that field. */
export async function withAmountAt<T>(loc: Loc, input: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw blamed(error, loc, input);
  }
}

function blamed(error: unknown, loc: Loc, input: unknown): unknown {
  return error instanceof UnfitAmount ? new InvalidFields([problemOf(error, loc, input)]) : error;
}

function problemOf({ why, currency }: UnfitAmount, loc: Loc, input: unknown): FieldProblem {
  switch (why) {
    case 'grammar':
      return { type: 'decimal_parsing', loc, msg: 'Input should be a valid decimal', input };
    case 'digits': {
      const msg = `Decimal input should have no more decimal places than ${currency} has`;
      return { type: 'decimal_max_places', loc, msg, input, ctx: { currency } };
    }
    case 'inexact': {
      const msg = `Decimal input should have no more decimal places than the merchant's provider takes of ${currency}`;
      return { type: 'decimal_max_places', loc, msg, input, ctx: { currency } };
    }
    case 'too_large': {
      const msg = `Value error, the merchant's provider takes no payment in ${currency} as large as this`;
      return { type: 'value_error', loc, msg, input, ctx: { currency } };
    }
  }
}
