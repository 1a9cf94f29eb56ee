import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';

// A long run of the fuzz tests. Ends non-zero on any fault of the service, on a crash, and on a call without an
// answer; what is printed then makes the same call again.

const USAGE =
  'Usage: npm run fuzz -- [--runs N] [--minutes N] [--seed N] [--operation <id> [--path <counterexample>]]';
const ROOT = path.resolve(import.meta.dirname, '../..');
const RUNS = 100_000;
const MINUTES = 20;
const SEED_MAX = 2 ** 31 - 1;
const MINUTE_MS = 60_000;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Settings = Record<string, string>;

function readSettings(args: string[]): Settings {
  const text = { type: 'string' } as const;
  const options = { runs: text, minutes: text, seed: text, operation: text, path: text };
  const { values } = parseArgs({ args, options });
  const read = (name: 'runs' | 'minutes' | 'seed', fallback: number, min: number) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isSafeInteger(value) || value < min) throw new RangeError(`--${name} takes a whole number`);
    return value;
  };
  if (values.path !== undefined && (values.operation === undefined || values.seed === undefined)) {
    throw new RangeError('--path is of one --operation and one --seed');
  }
  return {
    FUZZ_RUNS: String(read('runs', RUNS, 1)),
    FUZZ_SEED: String(read('seed', randomInt(SEED_MAX), -SEED_MAX - 1)),
    FUZZ_LIMIT_MS: String(read('minutes', MINUTES, 1) * MINUTE_MS),
    ...(values.operation === undefined ? {} : { FUZZ_OPERATION: values.operation }),
    ...(values.path === undefined ? {} : { FUZZ_PATH: values.path }),
  };
}

function run(settings: Settings): Promise<number> {
  const { FUZZ_RUNS, FUZZ_SEED } = settings;
  console.log(
    `Fuzz, ${FUZZ_RUNS} requests; the same again: npm run fuzz -- --runs ${FUZZ_RUNS} --seed ${FUZZ_SEED}`,
  );
  const tool = path.join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const flags = [
    'run',
    'tests/conformance/fuzz.test.ts',
    '--reporter=default',
    '--disable-console-intercept',
  ];
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [tool, ...flags], { cwd: ROOT, env, stdio: 'inherit' });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function main(): Promise<number> {
  let settings: Settings;
  try {
    settings = readSettings(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    return 2;
  }
  return run(settings);
}

process.exitCode = await main();
