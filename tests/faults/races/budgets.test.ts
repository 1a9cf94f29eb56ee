import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseNode } from '../../../bin/install.mjs';
import { QUICK } from '../../../bin/launch.mjs';
import { createServiceDatabase, type TestDatabase } from '../../world/database.ts';
import { timeoutOf, roundsOf } from '../world/rounds.ts';

// Two processes at their real budgets. Nothing here reaches a provider, so there is none.

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OPERATOR_TOKEN = 'operator-token-of-the-races-0123456789a';
const ROUNDS = roundsOf(3);
const SLOW_MS = timeoutOf(ROUNDS);
const CALL_LIMIT_MS = 120_000;
const BUDGET = 10;

let database: TestDatabase;
let running: { url: string; child: ChildProcess }[] = [];
beforeAll(async () => {
  database = await createServiceDatabase();
  running = await Promise.all([startProcess(), startProcess()]);
}, SLOW_MS);
afterAll(async () => {
  await Promise.all(running.map(({ child }) => endProcess(child)));
  await database?.drop();
});

async function startProcess() {
  const file = path.join(import.meta.dirname, '../world/service-process.ts');
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PORT: '0',
    DATABASE_URL: database.url,
    OPERATOR_TOKEN,
    SECRETS_KEY: 'secrets-key-of-the-races-0123456789abcde',
    RATE_LIMIT_SCALE: '1',
    ROLES: 'api',
    LOG_LEVEL: 'fatal',
    NODE_NO_WARNINGS: '1',
  };
  const child = spawn(chooseNode(ROOT), [...QUICK, file], {
    env,
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the service did not start')));
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim().split(' ').at(-1)!));
  });
  return { url: `http://127.0.0.1:${port}`, child };
}

async function endProcess(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function post(to: { process: number; path: string; key?: string; body: unknown }) {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (to.key) headers['authorization'] = `Bearer ${to.key}`;
  const answer = await fetch(`${running[to.process]!.url}${to.path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(to.body),
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

async function makeKey(): Promise<string> {
  const owner = { name: 'Raced', owner_email: `${randomUUID()}@example.com` };
  const made = await post({ process: 0, path: '/api/operator/channels', key: OPERATOR_TOKEN, body: owner });
  const token = made.body['activation_url']!.split('/').at(-1)!;
  const body = { password: 'Correct-horse-1' };
  return (await post({ process: 1, path: `/api/activation/${token}`, body })).body['key']!;
}

test(
  'of two hundred calls at once through two processes, exactly the budget passes',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = await makeKey();
      const call = (process: number) => post({ process, path: '/api/channel/api-keys', key, body: {} });
      const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => call(index % 2)));
      // A body that is refused passed the budget first.
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(BUDGET);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(200 - BUDGET);
      const said = new Set(refused.map(({ body }) => JSON.stringify(body)));
      expect([...said]).toEqual(['{"error":"Rate limit exceeded: 10 per 1 minute"}']);
    }
  },
  SLOW_MS,
);
