import { expect, test } from 'vitest';
import { DatabaseUnavailable, isUnavailable } from './failures.ts';

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test.each([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'EPIPE', 'ECONNREFUSED', 'ECONNRESET'],
  ...['08006', '25006', '25P03', '40001', '40P01', '53100', '53200', '53300', '55P03'],
  ...['57014', '57P01', '57P02', '57P03', '58030'],
])('%s says that the database fails', (code) => {
  expect(isUnavailable(coded(code))).toBe(true);
});

test.each(['23505', '22P02', '42P01', '25P02', '0A000', 'EACCES', 'ERR_ASSERTION', 'FST_ERR_VALIDATION'])(
  '%s does not',
  (code) => {
    expect(isUnavailable(coded(code))).toBe(false);
  },
);

test('what the pool gave up is one of them; other errors and values are not', () => {
  expect(isUnavailable(new DatabaseUnavailable('no answer'))).toBe(true);
  expect([new Error('x'), null, undefined, 'x', { code: 57014 }].some(isUnavailable)).toBe(false);
});
