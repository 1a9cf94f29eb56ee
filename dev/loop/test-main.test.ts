import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LAST_LINE = /^(\d+) passed, (\d+) failed$/;

interface Ended {
  code: number | null;
  text: string;
  passed: number;
  failed: number;
}

/** Runs a program of bin/ to its end; `seen` is handed what was printed each time there is more. */
async function run(
  command: string[],
  seen: (text: string, kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
): Promise<Ended> {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_lifecycle_event: '', TEST_TALLY: '' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      seen(text, (signal) => child.kill(signal));
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const [, passed, failed] = LAST_LINE.exec(text.trimEnd().split('\n').at(-1) ?? '') ?? [];
  return { code, text, passed: Number(passed), failed: Number(failed) };
}

test('tests that are named are run alone, and the last line counts them', async () => {
  const { code, text, passed, failed } = await run(['bin/test.mjs', 'tests/world/install.test.ts']);
  expect({ code, passed, failed }).toEqual({ code: 0, passed: 5, failed: 0 });
  expect(text).toContain('Only the tests that are named');
  expect(text).not.toMatch(/^(?:types|lint|format): /m);
});

test('a name that no test has is a failure', async () => {
  const { code, passed, failed } = await run(['bin/test.mjs', 'no-such-test']);
  expect({ code, passed, failed }).toEqual({ code: 1, passed: 0, failed: 1 });
});

test('a run that is stopped counts what had ended, and fails', async () => {
  let killed = false;
  const stopped = await run(['bin/test.mjs', '--project', 'unit'], (text, kill) => {
    if (killed || !text.includes('✓')) return;
    killed = true;
    kill('SIGTERM');
  });
  expect(stopped.code).toBe(128 + 15);
  expect(stopped.text).toContain('Stopped by SIGTERM');
  expect(stopped.passed).toBeGreaterThan(0);
  expect(stopped.failed).toBe(0);
});

test('a noun that is none is answered by those that are', async () => {
  const { code, text } = await run(['bin/loop.mjs', 'no-such-noun']);
  expect(code).toBe(2);
  expect(text).toMatch(/^Nothing here is called no-such-noun: choose one of .*refunds.*\.$/m);
});
