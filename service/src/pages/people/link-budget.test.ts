import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../../tests/world/world.ts';

const TOKEN = 'a'.repeat(43);

// A twentieth of what a deployment allows: three links a minute, and one page with somebody's cookie.
let world: World;
beforeAll(async () => {
  world = await startWorld({ worker: false, env: { RATE_LIMIT_SCALE: '0.05' } });
});
afterAll(() => world.close());

async function statusesOf(url: string, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await fetch(url, { headers })).status);
  return statuses;
}

test('looking at activation links is budgeted like using them', async () => {
  expect(await statusesOf(`${world.base_url}/activate/${TOKEN}`)).toEqual([404, 404, 404, 429]);
});

test("the owner's page is budgeted for who presents a cookie, and for nobody else", async () => {
  const page = `http://localhost:${new URL(world.base_url).port}/owner`;
  expect(await statusesOf(page)).toEqual([200, 200, 200, 200]);
  expect(await statusesOf(page, { cookie: `fairway_owner=${TOKEN}` })).toEqual([200, 429, 429, 429]);
});
