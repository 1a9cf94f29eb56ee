import path from 'node:path';
import { ROOT } from '../../bin/launch.mjs';
import { readProjects } from '../../tests/world/projects.ts';
import type { TallyLine } from '../../tests/world/tally-reporter.ts';
import { changedFiles } from './changed.ts';
import { CACHE, runChecks } from './checks.ts';
import { openJobs } from './jobs.ts';
import { nounOf, nounsOf, testsOf } from './nouns.ts';
import { concludeRun } from './tally.ts';
import { openTestMemory } from './test-memory.ts';
import { runTests, type TestsRun } from './tests.ts';

const [given, ...more] = process.argv.slice(2);
const nouns = nounsOf(ROOT);
const noun = given === undefined ? null : nounOf(given, nouns);
if (more.length > 0 || (given !== undefined && noun === null)) {
  const what = more.length > 0 ? 'One noun at a time' : `Nothing here is called ${given}`;
  console.error(`${what}: choose one of ${nouns.join(', ')}.`);
  process.exit(2);
}

const began = performance.now();
const jobs = openJobs();
const { unit, tree, ...rest } = readProjects(ROOT);
// Whoever works on a noun may have moved a line to where it does not belong, which only those that read the tree see.
const own = noun === null ? [] : [...tree, ...testsOf(noun, Object.values(rest).flat())];
if (noun !== null) console.log(`${noun}: ${own.length} files of tests beside the ${unit.length} pure ones.`);
const memory = openTestMemory(ROOT, path.join(ROOT, CACHE, 'tests.json'), unit);
const pure = memory.unknown(unit);
if (pure.length < unit.length)
  console.log(`${unit.length - pure.length} pure ones passed as they stand, with all that they import.`);

const [checks, tests] = await Promise.all([runChecks(jobs, changedFiles(ROOT)), runAll([...pure, ...own])]);
console.log(`\nIn ${((performance.now() - began) / 1000).toFixed(1)} s.`);
const { passed, failed, code } = concludeRun({ checks, tests, stoppedBy: jobs.stoppedBy() });
console.log(`${passed} passed, ${failed} failed`);
process.exit(code);

// Without a name all there is would be run.
async function runAll(files: readonly string[]): Promise<TestsRun | null> {
  if (files.length === 0) return null;
  const run = await runTests(jobs, ['--reporter=minimal', ...files]);
  memory.keep(run.lines.filter(hasPassed).map(({ file }) => file));
  return run;
}

function hasPassed(line: TallyLine): line is TallyLine & { kind: 'file' } {
  return line.kind === 'file' && line.state === 'passed';
}
