const LENGTH_MIN = 8;
const BYTES_MAX = 72;

type PasswordRule = 'length' | 'upper' | 'lower' | 'digit' | 'bytes';

/** Which of the rules for a new password a text keeps. The server judges again by the same ones. */
export function judgePassword(text: string): Record<PasswordRule, boolean> {
  return {
    length: [...text].length >= LENGTH_MIN,
    upper: /\p{Lu}/u.test(text),
    lower: /\p{Ll}/u.test(text),
    digit: /\p{Nd}/u.test(text),
    bytes: text !== '' && new TextEncoder().encode(text).length <= BYTES_MAX,
  };
}
