import { expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { messageOf, plain } from './words.ts';

const about = {
  business_name: 'Corner Shop',
  first_name: 'Jo',
  topic: 'Boiler service',
  amount: minor(15_000),
  currency: 'USD',
  pay_url: 'https://pay.example/p/INV2-1',
};

test('a message says who asks for what, and has one link', () => {
  expect(messageOf(about)).toBe(
    'Jo, Corner Shop asks you to pay 150.00 USD for Boiler service. Pay here: https://pay.example/p/INV2-1',
  );
});

test('what is left of a name or topic of nothing but a link is nothing', () => {
  const bare = messageOf({
    ...about,
    first_name: 'https://x.example',
    topic: 'www.x.example',
    currency: 'JPY',
  });
  expect(bare).toBe('Corner Shop asks you to pay 15000 JPY. Pay here: https://pay.example/p/INV2-1');
});

test.each([
  ['Jo', 'Jo, you are asked to pay 150.00 USD'],
  ['', 'You are asked to pay 150.00 USD'],
])('a message of who has no name that can be shown still reads, to %j', (first_name, begins) => {
  const unnamed = messageOf({ ...about, business_name: 'https://evil.example/', first_name });
  expect(unnamed).toBe(`${begins} for Boiler service. Pay here: https://pay.example/p/INV2-1`);
});

test.each([
  ['See https://evil.example/a?b=c now', 'See now'],
  ['Pay at evil.example/pay', 'Pay at evil example/pay'],
  ['WWW.evil.example', ''],
  ['intent://evil#x', ''],
  ['two\nlines\tand\u0000more', 'two lines and more'],
  ['\u202eesrever\u200b', 'esrever'],
  ['Part 2.5, no. 7 of St. John', 'Part 2.5, no. 7 of St. John'],
  ['Straße für Łukasz & Co', 'Straße für Łukasz & Co'],
])('%j is shown as %j', (written, shown) => {
  expect(plain(written)).toBe(shown);
});
