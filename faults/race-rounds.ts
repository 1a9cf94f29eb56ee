import { spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const FILES = ['faults/races', 'faults/two-processes'];

/** Runs every race among the tests so many times, with what the runner prints. True when all of them held. */
export function runRaces(rounds: number): Promise<boolean> {
  const tool = path.join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, FAULT_ROUNDS: String(rounds) };
  const child = spawn(process.execPath, [tool, 'run', ...FILES], { cwd: ROOT, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}
