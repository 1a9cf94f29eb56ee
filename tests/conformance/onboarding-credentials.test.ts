import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { as, makeShop } from './support.ts';

// The deployment's own credentials, which the wallet provider does not know.

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { WALLET_CLIENT_SECRET: 'not-the-secret-of-this-client' } });
});
afterAll(() => world.close());

test('a start is a fault of ours, which the operator reads in the provider check', async () => {
  const shop = await makeShop(world);
  for (let times = 0; times < 2; times += 1) {
    const started = await world.call('POST', '/api/channel/onboarding/start', as(shop));
    expect(started.status).toBe(500);
    expect(started.body).toEqual({ detail: 'Internal server error', request_id: expect.any(String) });
  }
  const { body } = await world.operator('GET', 'provider');
  const checks = body.checks as { name: string; status: string; detail: string }[];
  const token = checks.find(({ name }) => name === 'token')!;
  expect([body.ok, token.status]).toEqual([false, 'failed']);
  expect(token.detail).toContain('invalid_client');
});
