import { expect, test } from 'vitest';
import { gatewayJudge } from './provider/gateway-wire.ts';

type Call = Parameters<ReturnType<typeof gatewayJudge>>[0];

const APPROVED =
  'response=1&responsetext=SUCCESS&authcode=123456&transactionid=9876543210&avsresponse=&cvvresponse=' +
  '&orderid=order-1&type=sale&response_code=100';
const BODY = {
  ...{ security_key: '(hidden)', type: 'sale', amount: '10.00', currency: 'USD', orderid: 'order-1' },
  payment_token: '3455zJms-7qA2K2-VdVrSu-Rv7WpvPuG7s8',
};
const SALE: Call = {
  ...{ at: '2026-01-02T03:04:05Z', method: 'POST', path: '/nmi/api/transact.php' },
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  ...{ body: BODY, status: 200, answer: APPROVED, fault: null },
};
const QUERY: Call = {
  ...SALE,
  path: '/nmi/api/query.php',
  body: { security_key: '(hidden)', order_id: 'order-1' },
  answer: '<?xml version="1.0"?>\n<nm_response></nm_response>',
};
const refund = { security_key: '(hidden)', type: 'refund', transactionid: '1', amount: '1.00' };

test.each([
  ['a sale', SALE],
  ['a query', QUERY],
  ['a refund', { ...SALE, body: refund }],
  ['a void', { ...SALE, body: { security_key: '(hidden)', type: 'void', transactionid: '1' } }],
  [
    'a sale by what is kept',
    { ...SALE, body: { ...BODY, payment_token: undefined, customer_vault_id: 'a' } },
  ],
  ['an answer that a fault struck', { ...SALE, status: 502, answer: 'x', fault: 'error' }],
])('%s fits', (_what, call) => {
  expect(gatewayJudge()(JSON.parse(JSON.stringify(call)) as Call)).toEqual([]);
});

test.each([
  ['a card number', { ...BODY, ccnumber: '(hidden)' }, 'ccnumber is not described'],
  ['no key', { type: 'sale', amount: '10.00', payment_token: BODY.payment_token }, 'security_key is missing'],
  ['one decimal', { ...BODY, amount: '10.0' }, 'amount is not'],
  ['two ways to pay', { ...BODY, customer_vault_id: 'a' }, 'one of payment_token, customer_vault_id'],
  ['an order id with a refund', { ...refund, orderid: 'order-1' }, 'orderid is not described'],
  ['an amount with a void', { ...refund, type: 'void' }, 'amount is not described'],
  ['a type that is none', { ...BODY, type: 'dance' }, 'it is not described'],
])('a call with %s does not', (_what, body, problem) => {
  expect(gatewayJudge()({ ...SALE, body }).join()).toContain(problem);
});

test.each([
  ['another status', { status: 201 }, 'the status 201'],
  ['a code of another response', { answer: APPROVED.replace('code=100', 'code=200') }, 'does not go with'],
  ['a member left out', { answer: APPROVED.replace('&authcode=123456', '') }, 'authcode is missing'],
  ['JSON', { headers: { 'content-type': 'application/json' } }, 'content-type'],
  ['the key in the address', { path: '/nmi/api/transact.php?security_key=(hidden)' }, 'travels in the body'],
])('nor does %s', (_what, over, problem) => {
  expect(gatewayJudge()({ ...SALE, ...over }).join()).toContain(problem);
});

test('an element that nobody described does not fit', () => {
  const answer = String(QUERY.answer).replace('><', '><cvv>1</cvv><');
  expect(gatewayJudge()({ ...QUERY, answer }).join()).toContain('<cvv> is not described');
});

test('a sale that may have been made is not sent again, and one that was turned away is', () => {
  const judge = gatewayJudge();
  expect(judge({ ...SALE, status: 429, answer: null, fault: 'refuse' })).toEqual([]);
  expect(judge({ ...SALE, status: null, answer: null, fault: 'reset' })).toEqual([]);
  expect(judge(SALE).join()).toContain('a sale for order-1 was sent that may have been made before');
});

test('nor is a card that may have been kept', () => {
  const judge = gatewayJudge();
  const body = {
    ...BODY,
    type: 'validate',
    amount: undefined,
    currency: undefined,
    customer_vault: 'add_customer',
  };
  const call = JSON.parse(JSON.stringify({ ...SALE, body })) as Call;
  expect(judge({ ...call, status: null, answer: null, fault: 'hang' })).toEqual([]);
  expect(judge(call).join()).toContain('a validate for order-1 was sent that may have been made before');
});

test.each(['refund', 'void'])(
  'a %s of which nobody heard is sent again only once it was asked for',
  (type) => {
    const judge = gatewayJudge();
    const { amount, ...fields } = refund;
    const call: Call = { ...SALE, body: type === 'void' ? { ...fields, type } : { ...fields, type, amount } };
    const asked: Call = { ...QUERY, body: { security_key: '(hidden)', transaction_id: '1' } };
    const lost = { status: null, answer: null, fault: 'reset' } as const;
    expect(judge(call)).toEqual([]);
    expect(judge({ ...call, ...lost })).toEqual([]);
    expect(judge({ ...asked, ...lost })).toEqual([]);
    expect(judge(call).join()).toContain(`a ${type} of 1 was sent before it was asked`);
    expect(judge(asked)).toEqual([]);
    expect(judge({ ...call, ...lost })).toEqual([]);
    // What a notice told of is read back by an id of its own.
    const answer = String(QUERY.answer).replace(
      '><',
      '><original_transaction_id>1</original_transaction_id><',
    );
    expect(judge({ ...asked, answer, body: { security_key: '(hidden)', transaction_id: '2' } })).toEqual([]);
    expect(judge(call)).toEqual([]);
  },
);
