import type { OfferFacts, RailKind } from '../rail.ts';

export const PPCP: RailKind = {
  code: 'ppcp',
  traits: { seller: 'onboarded' },
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
