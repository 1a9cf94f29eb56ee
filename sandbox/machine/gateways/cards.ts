const SCHEMES: readonly (readonly [start: RegExp, scheme: string])[] = [
  [/^4/, 'visa'],
  [/^(?:5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^6/, 'discover'],
];

/** Whether the digits may be the number of a card: their count, and the sum that guards them. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  let sum = 0;
  for (const [index, digit] of [...number].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The scheme that a number is of. */
export function schemeOf(number: string): string {
  return SCHEMES.find(([start]) => start.test(number))?.[1] ?? 'other';
}
