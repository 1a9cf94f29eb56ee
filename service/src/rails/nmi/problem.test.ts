import { expect, test } from 'vitest';
import { judgeForm, judgeQueryError } from './problem.ts';
import type { FormAnswer } from './read/form-answer.ts';

const said = (code: string, over: Partial<FormAnswer> = {}): FormAnswer => ({
  ...{ response: code.startsWith('2') ? 'declined' : 'error', code, text: 'DECLINE' },
  ...{ transaction_id: null, order_id: null, vault_id: null },
  ...over,
});

test.each([
  ['200', 'buyer'],
  ['223', 'buyer'],
  ['240', 'buyer'],
  ['264', 'buyer'],
  ['461', 'buyer'],
  ['299', 'buyer'],
  ['252', 'terminal'],
  ['410', 'seller'],
  ['460', 'seller'],
  ['441', 'request'],
])('%s is a refusal for the %s', (code, cause) => {
  expect(judgeForm(said(code))).toMatchObject({ kind: 'refused', cause, refusal: { issue: code } });
});

test.each([
  ['Invalid Payment Token REFID:1', 'buyer'],
  ['Invalid Customer Vault Id REFID:1', 'buyer'],
  ['Only transactions pending settlement can be voided REFID:1', 'gateway'],
  ['Refund amount may not exceed the transaction balance REFID:1', 'gateway'],
])('300 is told apart by its words: %s', (text, cause) => {
  const refusal = { issue: '300', description: text.replace(' REFID:1', ''), debug_id: '1' };
  expect(judgeForm(said('300', { text }))).toMatchObject({ kind: 'refused', cause, refusal });
});

test.each([
  ['400', 'an error that the processor returned'],
  ['420', 'communication error'],
  ['421', 'communication error'],
  ['430', 'duplicate at the processor'],
  ['300', 'Duplicate transaction REFID:55'],
  ['477', 'a code of tomorrow'],
])('nobody knows what came of %s, %s', (code, text) => {
  expect(judgeForm(said(code, { text }))).toMatchObject({ kind: 'unknown' });
});

test('a limit and a wrong key say that nothing was done', () => {
  expect(judgeForm(said('301'))).toMatchObject({ kind: 'unreachable' });
  const wrong = { kind: 'unreachable', credentials_refused: true };
  expect(judgeForm(said('300', { text: 'Authentication Failed REFID:1' }))).toMatchObject(wrong);
  expect(judgeQueryError('Authentication Failed REFID:1')).toMatchObject(wrong);
  expect(judgeQueryError('Invalid result_limit')).toEqual({
    ...{ kind: 'unreachable', problem: 'the query was refused: Invalid result_limit' },
    retry_after_seconds: null,
  });
});
