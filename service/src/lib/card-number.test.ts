import { expect, test } from 'vitest';
import { holdsCardNumber } from './card-number.ts';

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  'card 378282246310005, thank you',
  '{"card_number":4111111111111111}',
  '5555 5555 5555 4444',
  '2223003122003222',
  '30569309025904',
  '3530111333300000',
  '6011111111111117',
  '6304000000000000000',
])('%j may be the number of a card', (text) => expect(holdsCardNumber(text)).toBe(true));

test.each([
  ['digits that do not check', '4111111111111112'],
  ['an order of sixteen digits whose last one checks', '1234567890123452'],
  ['the beginning of an id', '44487335-5325-4218-a29a-ea9b2b9b8bca'],
  ['the end of one', 'evt-9b8bca-4111-1111-1111-1111'],
  ['a part of a code', 'dGVzd4111111111111111Z'],
  ['a moment in milliseconds', '1764130000004'],
  ['two phone numbers', '4155550132 4155550133'],
  ['a phone number', '+1 415 555 0132'],
  ['an id', '01900000-0000-7000-8000-000000000000'],
  ['a longer run of digits', '41111111111111110000'],
  ['an amount', '1000000.00'],
  ['digits behind a point', '0.4111111111111111'],
  ['nothing', ''],
])('%s may not', (_what, text) => expect(holdsCardNumber(text)).toBe(false));
