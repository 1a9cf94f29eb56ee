import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordProblem } from '../../service/src/lib/password.ts';
import { judgePassword } from './password-rules.ts';

const keepsAll = (text: string) => Object.values(judgePassword(text)).every((isMet) => isMet);

describe('the rules for a password, as the page shows them', () => {
  it('tells each rule apart', () => {
    expect(judgePassword('')).toEqual({
      length: false,
      upper: false,
      lower: false,
      digit: false,
      bytes: false,
    });
    expect(judgePassword('abc')).toEqual({
      length: false,
      upper: false,
      lower: true,
      digit: false,
      bytes: true,
    });
    expect(judgePassword(`Aa1${'é'.repeat(35)}`)).toMatchObject({ length: true, bytes: false });
    expect(keepsAll('Correct-horse-1')).toBe(true);
  });

  it('agrees with the server on any text', () => {
    const letters = fc.constantFrom('a', 'B', '3', 'é', 'Ö', '٣', '😀', ' ');
    const text = fc.oneof(
      fc.string(),
      fc.array(letters, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(fc.property(text, (password) => keepsAll(password) === (passwordProblem(password) === null)));
  });
});
