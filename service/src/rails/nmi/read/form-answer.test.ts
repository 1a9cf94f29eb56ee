import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFormAnswer } from './form-answer.ts';

const APPROVED =
  'response=1&responsetext=SUCCESS&authcode=123456&transactionid=9876543210&avsresponse=&cvvresponse=' +
  '&orderid=order-1&type=sale&response_code=100';

test('an answer is read with its ids', () => {
  expect(readFormAnswer(`${APPROVED}&customer_vault_id=kept-1`)).toEqual({
    response: 'approved',
    code: '100',
    text: 'SUCCESS',
    transaction_id: '9876543210',
    order_id: 'order-1',
    vault_id: 'kept-1',
  });
});

test('what is empty is not there', () => {
  expect(readFormAnswer('response=3&responsetext=&transactionid=&orderid=&response_code=300')).toMatchObject({
    response: 'error',
    text: '',
    transaction_id: null,
    order_id: null,
    vault_id: null,
  });
});

test.each([
  ['nothing', ''],
  ['a page', '<html>upstream returned an unexpected page</html>'],
  ['JSON', '{"response":"1","response_code":"100"}'],
  ['no code', 'response=1&responsetext=SUCCESS'],
  ['a code that is none', 'response=1&response_code=1e2'],
  ['a response that is none', 'response=4&response_code=100'],
  ['a response of the language', 'response=constructor&response_code=100'],
  ['a response that is said twice', 'response=2&response=1&response_code=100'],
  ['a form that broke off', APPROVED.slice(0, -1)],
])('%s is no answer', (_what, body) => {
  expect(readFormAnswer(body)).toBeNull();
});

test('an id that is none is passed over', () => {
  expect(readFormAnswer(APPROVED.replace('9876543210', '../x'))).toMatchObject({ transaction_id: null });
});

test('no text whatever is an error', () => {
  fc.assert(fc.property(fc.string(), (body) => void readFormAnswer(body)));
});
