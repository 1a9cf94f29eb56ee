import type { OfferFacts, RailKind } from '../rail.ts';
import { isExactOnWire, stepOnWire } from './write/money.ts';

const CONSENTED = 'a merchant of this rail connects an account by consenting at the provider';

export const PPCP: RailKind = {
  code: 'ppcp',
  traits: {
    seller: 'onboarded',
    platform_fee: 'split',
    approval: 'redirect',
    begins: 'with_order',
    credential: 'client_token',
    names_refunds: true,
    fees_told: 'at_capture',
    times_told: 'in_answer',
    quiet_seconds: 30,
    // It remembers the request id of an order or a capture for six hours and that of a refund for 45 days. The clocks need not
    // agree, and a call takes time.
    repeat_hours: { take: 5, refund: 30 * 24, charge: 5 },
  },
  accounts: {
    takes: ({ amount, currency, settles }) => {
      if (!isExactOnWire(amount, currency)) return 'inexact';
      return settles === null || settles === currency ? 'yes' : 'not_settled';
    },
    stepOf: stepOnWire,
    read: () => ({
      kind: 'bad',
      problems: [{ member: null, type: 'value_error', msg: `Value error, ${CONSENTED}` }],
    }),
  },
  offers,
};

// What the provider says of this seller; nothing while no account is attached, and to be saved only the wallet, on whose
// page the buyer agrees. Gap G49.
function offers(facts: OfferFacts): string[] {
  if (!facts.is_attached) return [];
  if (facts.saves_instrument) return ['paypal'];
  const isDomestic = facts.country === 'US' && facts.currency === 'USD';
  const all: [string, boolean][] = [
    ['paypal', true],
    ['venmo', isDomestic],
    ['paylater', isDomestic && !facts.pay_later_is_off],
    ['card', facts.acdc_status === 'active'],
    ['applepay', facts.apple_pay_status === 'active'],
    ['googlepay', facts.google_pay_status === 'active'],
  ];
  return all.filter(([, offered]) => offered).map(([funding]) => funding);
}
