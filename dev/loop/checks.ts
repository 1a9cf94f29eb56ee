import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../../bin/launch.mjs';
import type { Job, Jobs, Outcome } from './jobs.ts';
import { openLintMemory } from './lint-memory.ts';

/** Where what was found good is remembered. */
export const CACHE = 'node_modules/.cache';
// More names than that are not for a command line.
const NAMED_MAX = 200;

// They take what processor time the tests leave.
const BESIDE = { shows: 'at its end', yields: true } as const;

// All of them remember what they found good below node_modules, by content: a new clone has to find out anew.

// Each with the types of the place that it runs in: Node's, a browser's, and for the web's tests both.
const PROGRAMS = ['tsconfig.json', 'web/tsconfig.browser.json', 'web/tsconfig.json'];

/** Types, lint and format side by side, of everything or, of the last two, of these files alone. */
export async function runChecks(jobs: Jobs, files: readonly string[] | null): Promise<Outcome[]> {
  const [typed, ...others] = await Promise.all([types(jobs), lint(jobs, files), format(jobs, files)]);
  return [...typed, ...others];
}

async function types(jobs: Jobs): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  // Each would take the memory of all of them at once.
  for (const program of PROGRAMS) {
    const store = `${CACHE}/types-${program.replace(/\W/g, '-')}`;
    const flags = ['--noEmit', '--incremental', '--tsBuildInfoFile', store, '--project', program];
    const command = [...compilerFor(process), ...flags] as const;
    outcomes.push(await jobs.run({ name: `types by ${program}`, command, ...BESIDE }));
  }
  return outcomes;
}

/** Checks types. The compiler that needs a fourth of the processor time is a program for each kind of machine, which
 *  npm leaves out on any other; the linter and the generators know the one before it alone. */
export function compilerFor({ platform, arch }: { platform: string; arch: string }): Job['command'] {
  const { resolve } = createRequire(path.join(ROOT, 'node_modules', 'typescript-native', 'package.json'));
  try {
    resolve(`@typescript/typescript-${platform}-${arch}/package.json`);
  } catch {
    return ['typescript/bin/tsc'];
  }
  // The other processors are for the tests.
  return ['typescript-native/bin/tsc', '--singleThreaded'];
}

async function lint(jobs: Jobs, files: readonly string[] | null): Promise<Outcome> {
  const memory = openLintMemory(ROOT, path.join(ROOT, CACHE, 'lint.json'));
  const unknown = memory.unknown(files);
  if (unknown.length === 0) return nothingToDo('lint');
  const named = unknown.length > NAMED_MAX ? ['.'] : unknown;
  const command = ['eslint/bin/eslint.js', '--max-warnings', '0', '--no-warn-ignored', ...named] as const;
  const outcome = await jobs.run({ name: 'lint', command, ...BESIDE });
  if (outcome.isGood) memory.keep(unknown);
  return outcome;
}

async function format(jobs: Jobs, files: readonly string[] | null): Promise<Outcome> {
  if (files?.length === 0) return nothingToDo('format');
  const cached = ['--cache', '--cache-strategy', 'content', '--cache-location', `${CACHE}/format.json`];
  const quiet = ['--log-level', 'warn', '--ignore-unknown'];
  const command = ['prettier/bin/prettier.cjs', '--check', ...quiet, ...cached, ...(files ?? ['.'])] as const;
  return jobs.run({ name: 'format', command, ...BESIDE });
}

function nothingToDo(name: string): Outcome {
  console.log(`${name}: ok (nothing changed)`);
  return { name, isGood: true, seconds: 0 };
}
