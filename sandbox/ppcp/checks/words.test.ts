import { expect, it } from 'vitest';
import { CALL_WORDS } from './words-calls.ts';
import { ORDER_WORDS } from './words-orders.ts';
import { PAYING_WORDS } from './words-paying.ts';
import { sentenceIn, sentenceOf } from './words.ts';

it('says each issue in one place', () => {
  const issues = [PAYING_WORDS, ORDER_WORDS, CALL_WORDS].flatMap((words) => Object.keys(words));
  expect(issues.toSorted()).toEqual([...new Set(issues)].toSorted());
});

it('says it in the words of the call, of its interface, or of all', () => {
  const capture = { method: 'POST', route: '/v2/checkout/orders/:order_id/capture' };
  const refund = { method: 'POST', route: '/v2/payments/captures/:capture_id/refund' };
  const issue = 'MISSING_REQUIRED_PARAMETER';
  expect(sentenceIn(capture, issue)).toBe('A required field / parameter is missing');
  expect(sentenceIn(refund, issue)).toBe(sentenceOf(issue));
  expect(sentenceIn(refund, 'PAYEE_ACCOUNT_RESTRICTED')).toBe('Payee account is restricted.');
  expect(sentenceIn(capture, 'NEVER_HEARD_OF')).toBe('The request was refused.');
});
