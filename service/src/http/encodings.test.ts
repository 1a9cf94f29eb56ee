import { expect, test } from 'vitest';
import { takesGzip } from './encodings.ts';

test.each([
  ['gzip', true],
  ['deflate, gzip;q=0.5, br', true],
  ['GZIP', true],
  ['gzip;q=1.0', true],
  ['gzip;q=0', false],
  ['br, gzip; q=0.000', false],
  ['identity', false],
  ['gzipped', false],
  ['', false],
  [undefined, false],
])('who sends Accept-Encoding: %s is sent gzip: %s', (accepted, takes) => {
  expect(takesGzip({ headers: { 'accept-encoding': accepted } })).toBe(takes);
});
