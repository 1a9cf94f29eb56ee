import { expect, test } from 'vitest';
import { prefersCsv } from './accepts.ts';

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['text/csv', true],
  ['TEXT/CSV; charset=utf-8', true],
  ['text/csv, */*;q=0.1', true],
  ['text/csv;q=0', false],
  ['text/csv;q=nonsense', false],
  ['application/json, text/csv', false],
  ['application/json;q=0.5, text/csv', true],
  ['application/json, text/csv;q=0.9', false],
  ['text/html, text/*', false],
])('Accept: %s is for a table: %s', (accept, isCsv) => {
  expect(prefersCsv(accept)).toBe(isCsv);
});
