import { expect, test } from 'vitest';
import { InvalidFields } from '../refusals.ts';
import { checkAddresses } from './web-addresses.ts';

const OPEN = 'http://shop.example/paid';
const problemsOf = (environment: 'test' | 'live', ...addresses: (string | null | undefined)[]) => {
  try {
    checkAddresses(
      { environment },
      addresses.map((address, nth) => ({ loc: ['body', nth], address })),
    );
    return [];
  } catch (error) {
    if (error instanceof InvalidFields) return error.problems;
    throw error;
  }
};

test('a live environment takes no address that anybody may read along with, and names each', () => {
  expect(problemsOf('live', OPEN, 'https://shop.example/', OPEN)).toMatchObject([
    { type: 'value_error', loc: ['body', 0], input: OPEN },
    { loc: ['body', 2] },
  ]);
});

test.each([null, undefined, 'https://shop.example/', 'http://localhost:3000/', 'http://127.0.0.1/'])(
  'a live environment takes %s',
  (address) => expect(problemsOf('live', address)).toEqual([]),
);

test('a test environment takes any', () => {
  expect(problemsOf('test', OPEN)).toEqual([]);
});
