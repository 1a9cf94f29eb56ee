import { expect, test } from 'vitest';
import { methodChosen, methodTaken } from './funding.ts';

test.each([
  [undefined, 'wallet'],
  [null, 'wallet'],
  ['', 'wallet'],
  ['Pay Later!', 'wallet'],
  ['totally_made_up', 'wallet'],
  ['venmo', 'venmo'],
  ['paylater', 'paylater'],
])('a buyer who said %j chose %s', (funding, method) => {
  expect(methodChosen(funding, 'redirect')).toBe(method);
});

test('a buyer who said nothing in fields for a card chose a card', () => {
  expect(['', 'applepay'].map((funding) => methodChosen(funding, 'fields'))).toEqual(['card', 'applepay']);
});

test.each([
  ['wallet', null, 'wallet'],
  ['venmo', null, 'venmo'],
  ['wallet', 'paypal', 'paypal'],
  ['paylater', 'paypal', 'paylater'],
  ['paylater', 'card', 'card'],
  ['venmo', 'paypal', 'paypal'],
  ['applepay', 'apple_pay', 'applepay'],
  ['wallet', 'google_pay', 'googlepay'],
])('chosen %s and reported as %s, the money was taken by %s', (chosen, raw, method) => {
  expect(methodTaken(chosen, raw)).toBe(method);
});
