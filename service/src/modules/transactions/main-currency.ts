import type { Db } from '../../db/tx.ts';
import { DEFAULT_CURRENCY } from '../../lib/currency.ts';
import { type CurrencyFigures, readFigures } from './figures.ts';

interface Earner {
  merchant_id: string;
  wallet_primary_currency: string | null;
}

/** The one currency that a merchant's figures are told in: the account's primary one, else the most used. */
export async function mainCurrency(db: Db, of: Earner): Promise<string> {
  return of.wallet_primary_currency ?? mostUsed(await readFigures(db, of.merchant_id));
}

/** The currency of the first of these figures, which are ordered so. */
export function mostUsed(figures: readonly CurrencyFigures[]): string {
  return figures[0]?.currency ?? DEFAULT_CURRENCY;
}
