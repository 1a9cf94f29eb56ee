import type { Requests } from '../../client/src/index.ts';
import { PAYMENT_PROVIDERS } from '../../wire/merchants/operator.ts';
import { UsageError } from '../command.ts';
import { rowOf } from './row.ts';

type Change = Requests['operator.merchants.update'];

/** Routes a merchant to a payment provider. The credentials of its account there come by stdin alone: what stands on a command line
 *  is kept by the shell and shown by the machine. */
export const MERCHANT_ROUTE = rowOf({
  positionals: ['merchant_id', 'provider'],
  detail:
    `The provider is one of ${PAYMENT_PROVIDERS.join(', ')}. ` +
    'The credentials of the merchant’s account come by stdin, as a JSON object of what the provider issued, and are printed ' +
    'nowhere. With nothing there the account stays that the merchant has at that provider. Sessions that were made before ' +
    'stay where they are.',
  takesInput: true,
  hidden: 'rail_credentials',
  call: (operator, { positionals: [merchant_id = '', provider = ''], input }) =>
    operator.merchants.update({
      merchant_id,
      // The service judges the word.
      payment_provider: provider as NonNullable<Change['payment_provider']>,
      ...(input.trim() !== '' && { rail_credentials: credentialsIn(input) }),
    }),
  show: ({ merchant_id, payment_provider, rail_credentials }) => {
    const shown = Object.entries(rail_credentials ?? {}).map(([name, value]) => `${name} ${value}`);
    const account = rail_credentials === null ? 'without credentials' : `with ${shown.join(', ')}`;
    return `Merchant ${merchant_id}: paid by ${payment_provider}, ${account}`;
  },
});

// What cannot be read is a secret all the same, so that nothing of it is repeated.
function credentialsIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new UsageError('stdin holds no JSON object of credentials');
}
