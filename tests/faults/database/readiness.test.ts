import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../../dev/connection.ts';
import { startWorld, type World } from '../../world/world.ts';

const WITHIN = { interval: 50 };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function readiness(): Promise<[number, string]> {
  const answer = await fetch(`${world.base_url}/readyz`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
}

/** Changes what new connections to the world's database are, and ends those there are. */
async function reopenAs(setting: string): Promise<void> {
  const name = new URL(world.database_url).pathname.slice(1);
  const server = new URL(world.database_url);
  server.pathname = '/postgres';
  await withConnection(server.href, async (client) => {
    await client.query(`alter database ${name} ${setting}`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
}

test('a database that takes no writes makes a process not ready, until it does', async () => {
  expect(await readiness()).toEqual([200, 'ready']);
  await reopenAs('set default_transaction_read_only = on');
  await expect.poll(readiness, WITHIN).toEqual([503, 'database read-only']);
  await reopenAs('reset default_transaction_read_only');
  await expect.poll(readiness, WITHIN).toEqual([200, 'ready']);
});

test('a database that takes no connections makes a process not ready, until it does', async () => {
  await reopenAs('with allow_connections false');
  await expect.poll(readiness, WITHIN).toEqual([503, 'database unavailable']);
  // It still answers that it lives, and its figures, with a word that they are old.
  expect((await fetch(`${world.base_url}/healthz`)).status).toBe(200);
  const figures = await (await fetch(`${world.base_url}/metrics`)).text();
  expect(figures).toMatch(/^fairway_backlog_current 0$/m);
  await reopenAs('with allow_connections true');
  await expect.poll(readiness, WITHIN).toEqual([200, 'ready']);
});
