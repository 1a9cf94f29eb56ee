import { makeSession, type TestMerchant } from '../actors.ts';
import type { Answer, World } from '../world.ts';

const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'parked'];
const STATES = ['routed', 'no_subscriber', ...DELIVERY_STATES];

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

/** What the operator reads of one endpoint, and replays to it. */
export async function operateEndpoint(world: World, merchant: TestMerchant): Promise<void> {
  const listed = await succeeds(world.call('GET', '/api/channel/webhook-endpoints', { key: merchant.key }));
  const endpoint_id = String(listed.body[0].id);
  for (const query of ['', '&type=payment.captured', ...STATES.map((state) => `&state=${state}`)]) {
    await succeeds(world.operator('GET', `events?endpoint_id=${endpoint_id}${query}`));
  }
  for (const state of STATES) {
    await succeeds(world.operator('POST', 'events/replay', { endpoint_id, state, dry_run: true }));
  }
  await succeeds(world.operator('POST', 'events/replay', { endpoint_id, state: 'parked' }));
  const { items } = (await succeeds(world.operator('GET', `events?endpoint_id=${endpoint_id}&limit=1`))).body;
  await succeeds(world.operator('POST', `events/${items[0].id}/replay`, { endpoint_id }));
}

async function succeeds(answer: Promise<Answer>): Promise<Answer> {
  const { status, body, headers } = await answer;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return { status, body, headers };
}
