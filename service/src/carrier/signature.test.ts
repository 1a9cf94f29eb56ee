import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSigned } from './signature.ts';

// The example in the carrier's own documentation.
const token = '12345';
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const form = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
};
const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';

test('a form that the carrier signed is known, in whatever order it stands', () => {
  expect(isSigned(token, { url, signature, parameters: new URLSearchParams(form) })).toBe(true);
  const turned = new URLSearchParams(Object.entries(form).toReversed());
  expect(isSigned(token, { url, signature, parameters: turned })).toBe(true);
});

test.each([
  ['another token', { token: '12346' }],
  ['another address', { url: 'https://mycompany.com/myapp.php?foo=1&bar=3' }],
  ['another value', { form: { ...form, Digits: '1235' } }],
  ['a name more', { form: { ...form, Zero: '' } }],
  ['no signature', { signature: '' }],
  ['a signature of another length', { signature: 'RSOYDt4T1cUTdK1PDd93' }],
])('with %s it is forged', (_what, given) => {
  const told = { token, url, form, signature, ...given };
  expect(isSigned(told.token, { ...told, parameters: new URLSearchParams(told.form) })).toBe(false);
});

test('the order is that of the names as bytes', () => {
  const parameters = new URLSearchParams({ b: '1', B: '2', a: '3' });
  const expected = createHmac('sha1', token).update(`${url}B2a3b1`).digest('base64');
  expect(isSigned(token, { url, signature: expected, parameters })).toBe(true);
});
