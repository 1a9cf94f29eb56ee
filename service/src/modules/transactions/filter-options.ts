import type { Ctx } from '../../context.ts';
import { type Kind, readKinds } from './queries.ts';

// As buyers know them; any other is written as its word.
const LABELS: Readonly<Record<string, string>> = {
  wallet: 'Wallet',
  paypal: 'PayPal',
  paylater: 'Pay Later',
  credit: 'Credit',
  venmo: 'Venmo',
  card: 'Card',
  applepay: 'Apple Pay',
  googlepay: 'Google Pay',
};

/** What the list can be narrowed by and would then show something. */
export async function readFilterOptions(ctx: Ctx, merchant_id: string) {
  const methods = await readKinds(ctx.db, merchant_id, 'payment_method');
  const processors = await readKinds(ctx.db, merchant_id, 'processor');
  return { payment_methods: methods.map(optionOf), processors: processors.map(optionOf) };
}

function optionOf({ value, transactions }: Kind) {
  return { value, label: LABELS[value] ?? labelOf(value), count: transactions };
}

function labelOf(word: string): string {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
