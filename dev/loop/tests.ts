import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TallyLine } from '../../tests/world/tally-reporter.ts';
import type { Jobs } from './jobs.ts';
import { type Counts, countTests, readTally } from './tally.ts';

export interface TestsRun extends Counts {
  isGood: boolean;
  lines: TallyLine[];
}

/** Runs tests with `flags` of the test runner, and counts what has ended also when it is stopped. */
export async function runTests(jobs: Jobs, flags: readonly string[]): Promise<TestsRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairway-tally-'));
  const file = path.join(folder, 'tally');
  try {
    const command = ['vitest/vitest.mjs', 'run', ...flags] as const;
    // What fails after the signal fails because of it.
    let atStop: string | null = null;
    jobs.onStop(() => (atStop = read(file)));
    // All of them together take so long that a server of their own, which may lie in memory, costs less than one that is kept.
    const own: Record<string, string> = flags.length === 0 ? { TEST_SERVER: 'new' } : {};
    const { isGood } = await jobs.run(
      { name: 'tests', command, shows: 'at once' },
      { ...own, TEST_TALLY: file },
    );
    const lines = readTally(atStop ?? read(file));
    const ended = isGood ? 'well' : jobs.stoppedBy() ? 'stopped' : 'badly';
    return { isGood, lines, ...countTests(lines, ended) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
