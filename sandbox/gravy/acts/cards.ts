import type { Card, CardOutcome } from '../shapes/kinds.ts';
import { refuseField } from '../shapes/problem.ts';

const NUMBER = /^\d{13,19}$/;
const EXPIRATION = /^(?:0[1-9]|1[0-2])\/\d{2}$/;

/** Card numbers of which something else than a payment comes. */
const OUTCOMES: ReadonlyMap<string, CardOutcome> = new Map([
  ['4000000000000002', 'declined'],
  ['4000000000000077', 'capture_pending'],
  ['4000000000000101', 'capture_declined'],
]);

const SCHEMES: readonly (readonly [start: RegExp, scheme: string])[] = [
  [/^4/, 'visa'],
  [/^(?:5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^6/, 'discover'],
];

/** The number of a card of which so much comes. */
export function numberFor(outcome: CardOutcome): string {
  return [...OUTCOMES].find(([, known]) => known === outcome)?.[0] ?? '4111111111111111';
}

/** What is kept of a card: never its number. Refuses one that is none. */
export function readCard(given: { number: unknown; expiration_date: unknown }): Card {
  const number = typeof given.number === 'string' ? given.number.replaceAll(' ', '') : '';
  const expiration = typeof given.expiration_date === 'string' ? given.expiration_date : '';
  if (!NUMBER.test(number) || !passesLuhn(number))
    refuseField('/payment_method/number', 'invalid card number');
  if (!EXPIRATION.test(expiration)) refuseField('/payment_method/expiration_date', 'invalid expiration date');
  return {
    scheme: SCHEMES.find(([start]) => start.test(number))?.[1] ?? 'other',
    bin: number.slice(0, 8),
    last4: number.slice(-4),
    expiration_date: expiration,
    outcome: OUTCOMES.get(number) ?? 'approved',
  };
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
