import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
// What the machine or the test runner sets for itself is not for the programs under test.
const FOREIGN = [
  'BASE_URL',
  'DATABASE_URL',
  'CHANNEL_KEY',
  'OPERATOR_TOKEN',
  'SANDBOX_URL',
  'MERCHANT_ID',
  'WEBHOOK_SECRET',
];

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** The results so far, one for each line of JSON. */
  records(): Record<string, unknown>[];
  stderr(): string;
  exited: Promise<Ran>;
}

type Env = Readonly<Record<string, string>>;

/** Starts the real command line, as a person would, in an environment of its own. */
export function start(args: readonly string[], env: Env, input?: string | Buffer): Running {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name)));
  const child = spawn(process.execPath, ['bin/fairway.mjs', ...args], {
    cwd: ROOT,
    env: { ...clean, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  // A command that does not read its input may have ended before it is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const exited = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  const lines = () => stdout.split('\n').slice(0, -1);
  return {
    child,
    records: () => lines().map((line) => JSON.parse(line) as Record<string, unknown>),
    stderr: () => stderr,
    exited,
  };
}

/** Runs a command to its end. */
export function run(args: readonly string[], env: Env = {}, input?: string | Buffer): Promise<Ran> {
  return start(args, env, input).exited;
}

/** Waits, within the test's own time limit, until something holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}
