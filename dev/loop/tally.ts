import { constants } from 'node:os';
import type { TallyLine } from '../../tests/world/tally-reporter.ts';

const SLOWEST = 10;
// As a shell tells that a signal ended a program.
const SIGNAL_BASE = 128;

export interface Counts {
  passed: number;
  failed: number;
}

/** What a run that ended with or without success, or was stopped, has shown so far. */
export function readTally(text: string): TallyLine[] {
  // A run that is killed may leave half a line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TallyLine);
}

/** Passed and failed tests. A file that failed without a failed test of its own, as one that does not load, counts as one
 *  that did; so does an error outside of all tests, and a run that failed without telling why. */
export function countTests(lines: readonly TallyLine[], ended: 'well' | 'badly' | 'stopped'): Counts {
  const tests = lines.filter((line) => line.kind === 'test');
  const failed = tests.filter(({ state }) => state === 'failed');
  const broken = lines.filter(
    (line) =>
      line.kind === 'file' && line.state === 'failed' && !failed.some(({ file }) => file === line.file),
  );
  const errors = lines.reduce((sum, line) => sum + (line.kind === 'run' ? line.errors : 0), 0);
  const known = failed.length + broken.length + errors;
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: ended === 'badly' ? Math.max(known, 1) : known,
  };
}

/** What a whole run comes to: each check that is not good counts as one failure more, and a run that was stopped is
 *  none that succeeded, whatever it had counted. */
export function concludeRun(run: {
  checks: readonly { isGood: boolean }[];
  tests: (Counts & { isGood: boolean }) | null;
  stoppedBy: NodeJS.Signals | null;
}): Counts & { code: number } {
  const { checks, tests, stoppedBy } = run;
  const bad = stoppedBy ? 0 : checks.filter(({ isGood }) => !isGood).length;
  const isGood = bad === 0 && (tests?.isGood ?? true);
  const code = stoppedBy ? SIGNAL_BASE + constants.signals[stoppedBy] : isGood ? 0 : 1;
  return { passed: tests?.passed ?? 0, failed: (tests?.failed ?? 0) + bad, code };
}

/** The slowest files, and the sum of the files of each project, as lines to print. */
export function describeTimes(lines: readonly TallyLine[]): string[] {
  const files = lines.filter((line) => line.kind === 'file').toSorted((a, b) => b.seconds - a.seconds);
  if (files.length < 2) return [];
  const slowest = files.slice(0, SLOWEST);
  const sums = [...Map.groupBy(files, ({ project }) => project)]
    .map(([project, own]) => ({ project, files: own.length, seconds: sumOf(own) }))
    .toSorted((a, b) => b.seconds - a.seconds);
  return [
    '',
    'The slowest files:',
    ...slowest.map(({ seconds, project, file }) => `${shown(seconds)}  ${project.padEnd(7)}  ${file}`),
    '',
    'All files of a project:',
    ...sums.map(
      ({ project, files: n, seconds }) =>
        `${shown(seconds)}  ${project.padEnd(7)}  ${n} ${n === 1 ? 'file' : 'files'}`,
    ),
  ];
}

function sumOf(files: readonly { seconds: number }[]): number {
  return files.reduce((sum, { seconds }) => sum + seconds, 0);
}

function shown(seconds: number): string {
  return `${seconds.toFixed(1).padStart(7)} s`;
}
