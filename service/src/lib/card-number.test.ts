import { expect, test } from 'vitest';
import { holdsCardNumber } from './card-number.ts';

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  'card 378282246310005, thank you',
  '{"card_number":4111111111111111}',
  '6304000000000000000',
])('%j may be the number of a card', (text) => expect(holdsCardNumber(text)).toBe(true));

test.each([
  ['digits that do not check', '4111111111111112'],
  ['a phone number', '+1 415 555 0132'],
  ['an id', '01900000-0000-7000-8000-000000000000'],
  ['a longer run of digits', '41111111111111110000'],
  ['an amount', '1000000.00'],
  ['digits behind a point', '0.4111111111111111'],
  ['nothing', ''],
])('%s may not', (_what, text) => expect(holdsCardNumber(text)).toBe(false));
