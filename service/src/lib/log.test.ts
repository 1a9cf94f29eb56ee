import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { openLog } from './log.ts';

const ROW = 'Failing row contains (1, +14155550132, Josephine, Riverabank).';

function logged(err: unknown): Record<string, unknown> {
  const lines: string[] = [];
  openLog('info', { write: (line) => void lines.push(line) }).error({ err }, 'it failed');
  return (JSON.parse(lines.join('')) as { err: Record<string, unknown> }).err;
}

function brokenRule(): DatabaseError {
  const error = new DatabaseError('new row violates check constraint "a_rule"', 7, 'error');
  return Object.assign(error, { code: '23514', constraint: 'a_rule', detail: ROW, where: ROW });
}

test('an error of the database names the rule that was broken, and not the row', () => {
  const told = logged(brokenRule());
  expect(told).toMatchObject({ code: '23514', constraint: 'a_rule', stack: expect.any(String) });
  expect(JSON.stringify(told)).not.toContain('Riverabank');
});

test('nor does one that holds it', () => {
  const all = new AggregateError([brokenRule(), new Error('another')], 'all failed');
  const one = Object.assign(new Error('it failed', { cause: brokenRule() }), { first: brokenRule() });
  const told = [logged(all), logged(one)];
  expect(JSON.stringify(told)).toContain('a_rule');
  expect(JSON.stringify(told)).not.toContain('Riverabank');
});

test('what was thrown without being an error is told as it is', () => {
  expect(logged({ detail: 'a word of ours' })).toEqual({ detail: 'a word of ours' });
});
