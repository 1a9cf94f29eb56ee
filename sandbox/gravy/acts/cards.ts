import { isCardNumber, schemeOf } from '../../machine/gateways/cards.ts';
import type { Card, CardOutcome } from '../shapes/kinds.ts';
import { refuseField } from '../shapes/problem.ts';

const EXPIRATION = /^(?:0[1-9]|1[0-2])\/\d{2}$/;

/** Card numbers of which something else than a payment comes. */
const OUTCOMES: ReadonlyMap<string, CardOutcome> = new Map([
  ['4000000000000002', 'declined'],
  ['4000000000000077', 'capture_pending'],
  ['4000000000000101', 'capture_declined'],
]);

/** The number of a card of which so much comes. */
export function numberFor(outcome: CardOutcome): string {
  return [...OUTCOMES].find(([, known]) => known === outcome)?.[0] ?? '4111111111111111';
}

/** What is kept of a card: never its number. Refuses one that is none. */
export function readCard(given: { number: unknown; expiration_date: unknown }): Card {
  const number = typeof given.number === 'string' ? given.number.replaceAll(' ', '') : '';
  const expiration = typeof given.expiration_date === 'string' ? given.expiration_date : '';
  if (!isCardNumber(number)) refuseField('/payment_method/number', 'invalid card number');
  if (!EXPIRATION.test(expiration)) refuseField('/payment_method/expiration_date', 'invalid expiration date');
  return {
    scheme: schemeOf(number),
    bin: number.slice(0, 8),
    last4: number.slice(-4),
    expiration_date: expiration,
    outcome: OUTCOMES.get(number) ?? 'approved',
  };
}
