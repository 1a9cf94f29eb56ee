import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFiles } from '../../tests/world/projects.ts';
import { nounOf, nounsOf, testsOf } from './nouns.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const FILES = [
  'tests/conformance/refunds.test.ts',
  'tests/conformance/refund-ends.test.ts',
  'tests/faults/provider/refund-doubt.test.ts',
  'tests/faults/delivery/egress.test.ts',
  'web/checkout/checkout.browser.test.ts',
  'service/src/modules/refunds/record-refund.test.ts',
  'service/src/poster/fixtures/receiver.test.ts',
  'service/src/lib/refundable-amounts.test.ts',
];

describe('the tests of a noun are', () => {
  test('those of its folder and those that have it in their name', () => {
    expect(testsOf('refunds', FILES)).toEqual([...FILES.slice(0, 3), FILES[5]]);
  });

  test('those below its folder, and those that one of its words names', () => {
    expect(testsOf('poster', FILES)).toEqual(['tests/faults/delivery/egress.test.ts', FILES[6]]);
  });

  test('those of a folder that is no module', () => {
    expect(testsOf('checkout', FILES)).toEqual(['web/checkout/checkout.browser.test.ts']);
  });
});

describe('in this checkout', () => {
  const nouns = nounsOf(ROOT);
  const files = testFiles(ROOT);

  test('every module is a noun and has tests', () => {
    const modules = readdirSync(path.join(ROOT, 'service/src/modules'));
    expect(nouns).toEqual(expect.arrayContaining(modules));
    expect(modules.filter((name) => testsOf(name, files).length === 0)).toEqual([]);
  });

  test('a noun has what is checked of it from outside, where its name has several words too', () => {
    const named = ['dispute-actions', 'text-to-pay', 'text-to-pay-doubt', 'transactions', 'statements'];
    for (const name of named) {
      const noun = nouns.findLast((one) => name.startsWith(one))!;
      expect(testsOf(noun, files)).toContain(`tests/conformance/${name}.test.ts`);
    }
    expect(testsOf('subscriptions', files)).toContain('tests/faults/races/renewals-taken-over.test.ts');
  });

  test('every noun has tests, and none has half of them', () => {
    const counts = nouns.map((noun) => [noun, testsOf(noun, files).length] as const);
    expect(counts.filter(([, count]) => count === 0 || count > files.length / 3)).toEqual([]);
  });
});

test('a noun may be given in the singular or the plural', () => {
  const nouns = ['deliver', 'merchants', 'refunds'];
  expect(nounOf('refunds', nouns)).toBe('refunds');
  expect(nounOf('refund', nouns)).toBe('refunds');
  expect(nounOf('delivers', nouns)).toBe('deliver');
  expect(nounOf('fund', nouns)).toBeNull();
});
