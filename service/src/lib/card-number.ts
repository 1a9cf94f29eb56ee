// As people write one: thirteen to nineteen digits, in groups or not. A longer run of digits is something else.
const WRITTEN = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![ -]?\d)/g;

/** Whether a text holds what may be the number of a card: digits whose last one checks the others. */
export function holdsCardNumber(text: string): boolean {
  return [...text.matchAll(WRITTEN)].some(([written]) => isChecked(written.replaceAll(/[ -]/g, '')));
}

// Every second digit from the right counts twice, with the digits of what that makes.
function isChecked(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const counted = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
