import { runChecks } from './checks.ts';
import { type Outcome, openJobs } from './jobs.ts';
import { concludeRun, describeTimes } from './tally.ts';
import { runTests } from './tests.ts';

const flags = process.argv.slice(2);
const jobs = openJobs();
const began = performance.now();

const wanted = flags[0] === '--check' ? 'checks' : flags.length > 0 ? 'some tests' : 'everything';
if (wanted === 'some tests') console.log('Only the tests that are named; `npm run check` has the checks.');

const [checks, tests] = await Promise.all([
  wanted === 'some tests' ? [] : runChecks(jobs, null),
  wanted === 'checks' ? null : runTests(jobs, flags),
]);
if (tests) for (const line of describeTimes(tests.lines)) console.log(line);
if (wanted === 'everything') describeWhole(checks);

const stoppedBy = jobs.stoppedBy();
if (stoppedBy) console.log(`\nStopped by ${stoppedBy} before the end: these are the tests that had ended.`);
const bad = checks.filter(({ isGood }) => !isGood).map(({ name }) => name);
if (bad.length > 0 && !stoppedBy) console.log(`\nNot as it should be: ${bad.join(', ')}.`);
const { passed, failed, code } = concludeRun({ checks, tests, stoppedBy });
if (wanted !== 'checks' || code !== 0) console.log(`\n${passed} passed, ${failed} failed`);
process.exit(code);

function describeWhole(outcomes: readonly Outcome[]): void {
  console.log('\nChecks, beside the tests:');
  for (const { name, seconds } of outcomes) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  console.log(`\nAltogether ${((performance.now() - began) / 1000).toFixed(0)} s.`);
}
