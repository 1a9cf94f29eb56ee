import { describe, expect, test } from 'vitest';
import type { TallyLine } from '../../tests/world/tally-reporter.ts';
import { concludeRun, countTests, describeTimes, readTally } from './tally.ts';

const at = (file: string) => ({ project: 'unit', file });
const passed = (file: string): TallyLine => ({ kind: 'test', ...at(file), state: 'passed' });
const failed = (file: string): TallyLine => ({ kind: 'test', ...at(file), state: 'failed' });
const skipped = (file: string): TallyLine => ({ kind: 'test', ...at(file), state: 'skipped' });
const good = (file: string, seconds = 1): TallyLine => ({
  kind: 'file',
  ...at(file),
  state: 'passed',
  seconds,
});
const bad = (file: string): TallyLine => ({ kind: 'file', ...at(file), state: 'failed', seconds: 1 });
const run = (errors: number): TallyLine => ({ kind: 'run', errors });

describe('a run counts', () => {
  test.each<[string, TallyLine[], 'well' | 'badly' | 'stopped', object]>([
    ['what passed', [passed('a'), passed('b'), good('a'), run(0)], 'well', { passed: 2, failed: 0 }],
    ['what failed, once', [passed('a'), failed('a'), bad('a'), run(0)], 'badly', { passed: 1, failed: 1 }],
    ['what was skipped as nothing', [skipped('a'), passed('a')], 'well', { passed: 1, failed: 0 }],
    ['a file that does not load', [bad('a'), passed('b'), run(0)], 'badly', { passed: 1, failed: 1 }],
    ['a file whose end fails', [passed('a'), bad('a')], 'badly', { passed: 1, failed: 1 }],
    ['errors outside of all tests', [passed('a'), good('a'), run(2)], 'badly', { passed: 1, failed: 2 }],
    ['a run that fails without a word', [], 'badly', { passed: 0, failed: 1 }],
    ['a stopped run as far as it came', [passed('a'), failed('b')], 'stopped', { passed: 1, failed: 1 }],
    ['a stopped run that had not failed', [passed('a')], 'stopped', { passed: 1, failed: 0 }],
  ])('%s', (_what, lines, ended, counts) => {
    expect(countTests(lines, ended)).toEqual(counts);
  });
});

const GOOD = { isGood: true };
const BAD = { isGood: false };

test.each([
  ['all is good', [GOOD, GOOD], { ...GOOD, passed: 3, failed: 0 }, null, [3, 0, 0]],
  ['tests fail', [GOOD], { ...BAD, passed: 3, failed: 2 }, null, [3, 2, 1]],
  ['a check fails', [BAD, GOOD], { ...GOOD, passed: 3, failed: 0 }, null, [3, 1, 1]],
  ['both fail', [BAD, BAD], { ...BAD, passed: 3, failed: 2 }, null, [3, 4, 1]],
  ['there were checks alone', [BAD], null, null, [0, 1, 1]],
  ['it was stopped', [BAD], { ...BAD, passed: 3, failed: 0 }, 'SIGINT' as const, [3, 0, 130]],
])('a whole run is concluded when %s', (_when, checks, tests, stoppedBy, [passed, failed, code]) => {
  expect(concludeRun({ checks, tests, stoppedBy })).toEqual({ passed, failed, code });
});

test('half a line at the end of a tally is left out', () => {
  const whole = JSON.stringify(passed('a'));
  expect(readTally(`${whole}\n${whole.slice(0, 20)}`)).toEqual([passed('a')]);
  expect(readTally(whole.slice(0, 20))).toEqual([]);
  expect(readTally('')).toEqual([]);
});

test('the slowest ten files are told, and the sum of each project', () => {
  const many = Array.from({ length: 12 }, (_, index) => good(`file-${index}`, index));
  const other: TallyLine = { kind: 'file', project: 'flow', file: 'far', state: 'passed', seconds: 100 };
  const lines = describeTimes([...many, other, passed('a')]);
  const text = lines.join('\n');
  expect(lines.filter((line) => line.includes('file-'))).toHaveLength(9);
  expect(text).toContain('100.0 s  flow     far');
  expect(text).not.toContain('file-2\n');
  expect(text).toContain('66.0 s  unit     12 files');
  expect(text).toContain('100.0 s  flow     1 file');
});

test('of a single file there is nothing to compare', () => {
  expect(describeTimes([good('a')])).toEqual([]);
});
