import { makeSession, type TestMerchant } from '../actors.ts';
import type { Answer, World } from '../world.ts';

const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'parked'];

/** What a channel and a merchant do with endpoints that they have, and what they read of them. */
export async function keepEndpoints(world: World, merchant: TestMerchant, own_key: string): Promise<void> {
  const key = { key: merchant.key };
  const [{ id }] = (await succeeds(world.call('GET', '/api/channel/webhook-endpoints', key))).body;
  const path = `/api/channel/webhook-endpoints/${id}`;
  await succeeds(world.call('PATCH', path, { ...key, body: { description: 'ours' } }));
  await succeeds(world.call('POST', `${path}/rotate-secret`, key));
  await makeSession(world, merchant);
  await world.call('DELETE', path, key);
  await world.drain();
  await succeeds(world.call('POST', `${path}/enable`, key));
  await succeeds(world.call('GET', '/api/channel/event-feed?after=start', key));
  await succeeds(world.call('GET', '/api/channel/event-feed', key));
  const own = '/api/merchant/webhook-endpoints';
  const [mine] = (await succeeds(world.call('GET', own, { key: own_key }))).body;
  for (const query of ['', ...DELIVERY_STATES.map((state) => `?state=${state}`)]) {
    await succeeds(world.call('GET', `${path}/deliveries${query}`, key));
    await succeeds(world.call('GET', `${own}/${mine.id}/deliveries${query}`, { key: own_key }));
  }
}

async function succeeds(answer: Promise<Answer>): Promise<Answer> {
  const { status, body, headers } = await answer;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return { status, body, headers };
}
