// As people write one, in groups or not. What goes on before or behind is something else: a longer run of digits, an id.
const WRITTEN = /(?<![\w.-])\d(?:[ -]?\d){13,18}(?!\w|-\w| ?\d)/g;

/** How the numbers of each network begin, and how long they are. An id that merely has a fitting check digit is mostly none. */
const NETWORKS: readonly { begins: RegExp; lengths: readonly number[] }[] = [
  { begins: /^4/, lengths: [16, 19] },
  { begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { begins: /^3[47]/, lengths: [15] },
  { begins: /^3(?:0[0-5]|[689])/, lengths: [14, 16, 19] },
  { begins: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { begins: /^6(?:011|4[4-9]|5)/, lengths: [16, 17, 18, 19] },
  { begins: /^62/, lengths: [16, 17, 18, 19] },
  { begins: /^(?:50|5[6-8]|63|67)/, lengths: [16, 17, 18, 19] },
];

/** Whether a text holds what looks like the number of a payment card: it begins as one of a network, is as long, and its
 *  last digit checks the others. */
export function holdsCardNumber(text: string): boolean {
  return [...text.matchAll(WRITTEN)].some(([written]) => {
    const digits = written.replaceAll(/[ -]/g, '');
    const isOfANetwork = NETWORKS.some(
      ({ begins, lengths }) => lengths.includes(digits.length) && begins.test(digits),
    );
    return isOfANetwork && isChecked(digits);
  });
}

// Every second digit from the right counts twice, with the digits of what that makes.
function isChecked(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const counted = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
