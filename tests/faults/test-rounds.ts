import { spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RACES = ['tests/faults/races/'];
const STOPS = ['tests/faults/stopping/'];
const RENEWALS = ['service/src/modules/subscriptions/histories'];
// Of twenty subscriptions each.
const RENEWAL_ROUNDS = 50;

/** Runs every race among the tests so many times, with what the runner prints. True when all of them held. */
export function runRaces(rounds: number): Promise<boolean> {
  return runTests(RACES, rounds);
}

/** Parts that are tests of one kind: those that stop a process behind whatever hangs, and two years of a thousand
 *  subscriptions. True when all of them held. */
export const TEST_PARTS = {
  stopping: () => runTests(STOPS, 1),
  renewals: () => runTests(RENEWALS, RENEWAL_ROUNDS),
};

function runTests(files: readonly string[], rounds: number): Promise<boolean> {
  const tool = path.join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, FAULT_ROUNDS: String(rounds) };
  const child = spawn(process.execPath, [tool, 'run', ...files], { cwd: ROOT, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}
