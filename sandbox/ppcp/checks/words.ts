import { CALL_WORDS } from './words-calls.ts';
import { ORDER_WORDS } from './words-orders.ts';
import { PAYING_WORDS } from './words-paying.ts';

/** Every issue the provider refuses with, and its sentence. */
const WORDS: Readonly<Record<string, string>> = { ...PAYING_WORDS, ...ORDER_WORDS, ...CALL_WORDS };

const WORDS_DEFAULT = 'The request was refused.';

// Some interfaces, and some calls of one interface, say the same issue in other words.
const OF_PAYMENTS: Readonly<Record<string, string>> = {
  DUPLICATE_INVOICE_ID: 'Invoice ID was previously used to refund a capture.',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'Transaction could not complete because payee account is locked or closed.',
  PAYEE_ACCOUNT_RESTRICTED: 'Payee account is restricted.',
};

const OF_REFERRALS: Readonly<Record<string, string>> = {
  INVALID_PARAMETER_SYNTAX: 'the value of a field does not conform to the expected format',
  INVALID_PARAMETER_VALUE: 'the value of a field is invalid',
  INVALID_STRING_LENGTH: 'the value of a field is either too short or too long',
};

const OF_INTERFACE: readonly (readonly [prefix: string, words: Readonly<Record<string, string>>])[] = [
  ['/v2/payments/', OF_PAYMENTS],
  ['/v2/customer/partner-referrals', OF_REFERRALS],
];

const OF_ONE_CALL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'PATCH /v2/checkout/orders/:order_id': {
    INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
    MISSING_REQUIRED_PARAMETER: 'A required field / parameter is missing.',
  },
  'POST /v2/checkout/orders': {
    PAYER_CANNOT_PAY: 'Combination of payer and payee settings mean that this buyer cannot pay this seller.',
  },
  'POST /v2/checkout/orders/:order_id/capture': {
    MISSING_REQUIRED_PARAMETER: 'A required field / parameter is missing',
  },
};

/** The sentence that goes with an issue. */
export function sentenceOf(issue: string): string {
  return WORDS[issue] ?? WORDS_DEFAULT;
}

/** The sentence that goes with an issue in the answer to a call. */
export function sentenceIn(call: { method: string; route: string }, issue: string): string {
  const ofCall = OF_ONE_CALL[`${call.method} ${call.route}`]?.[issue];
  const ofInterface = OF_INTERFACE.find(([prefix]) => call.route.startsWith(prefix))?.[1][issue];
  return ofCall ?? ofInterface ?? sentenceOf(issue);
}
