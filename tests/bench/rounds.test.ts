import { describe, expect, test } from 'vitest';
import { compare, measureAlone, type Round, type Subject } from './rounds.ts';

const RUN = { rounds: 3, seconds: 1, isQuick: true, isKept: false };

function subjectOf(name: string, rounds: Round[], turns: string[]): Subject {
  const left = [...rounds];
  return {
    measure: async () => {
      turns.push(name);
      return left.shift()!;
    },
    close: async () => undefined,
  };
}

const rates = (...values: number[]): Round[] => values.map((value) => ({ 'calls a second': value }));

describe('rounds of a scenario', () => {
  test('two subjects are measured in turn, and each begins every second round', async () => {
    const turns: string[] = [];
    const ours = subjectOf('ours', rates(1, 1, 1), turns);
    const other = subjectOf('other', rates(1, 1, 1), turns);
    await compare('Calls', { ours, other, otherName: 'before' }, RUN);
    expect(turns.join(' ')).toBe('ours other other ours ours other');
  });

  test('the ratio is of the figures of one round, whatever the machine did between the rounds', async () => {
    const ours = subjectOf('ours', rates(200, 20, 2_000), []);
    const other = subjectOf('other', rates(100, 10, 1_000), []);
    const report = await compare('Calls', { ours, other, otherName: 'before' }, RUN);
    expect(report.split('\n').at(-1)).toMatch(
      /^ {2}calls a second +200 \(20\.0 to 2,000\) +100 \(10\.0 to 1,000\) +2\.00$/,
    );
  });

  test('what is counted over all rounds stands beside what is measured in each', async () => {
    const subject = { ...subjectOf('ours', rates(3, 1, 2), []), conclude: async () => ({ commits: 27.94 }) };
    const { report } = await measureAlone('Calls', subject, RUN);
    expect(report.split('\n').map((line) => line.trim().replace(/ {2,}/g, ': '))).toEqual([
      'Calls',
      'calls a second: 2.00 (1.00 to 3.00)',
      'commits: 27.9',
    ]);
  });
});
