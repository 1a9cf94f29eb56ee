import { capture, makeCapture, makeOrder, type TestMerchant } from '../../../../tests/world/actors.ts';
import type { World } from '../../../../tests/world/world.ts';
import type { Scene, Seller } from './recorded.fixture.ts';

const DAY_SECONDS = 86_400;
const UNTIL_SHOWN_SECONDS = 28 * 3600;

/** What the operator looks at and sets right, up to the end of a connection. */
export async function recordOperator(scene: Scene, seller: Seller & { channel_id: string }): Promise<void> {
  const { channel_id, key, merchant: merchant_id } = seller;
  const merchant = { channel_id, key, merchant_id, account_id: '' };
  await checkSettings(scene);
  await settleDoubt(scene, merchant);
  await compareBooks(scene, merchant);
  await replayEvents(scene);
  await readDeliveries(scene, merchant);
  await endConnections(scene, merchant);
  await revokeKeys(scene, { merchant_id });
  await removeUsers(scene, { merchant_id });
}

async function checkSettings({ call, operator }: Scene) {
  await call('operator.provider.check', operator);
  await call('operator.secrets.rotate', { ...operator, body: { dry_run: true } });
}

async function settleDoubt({ call, world, operator }: Scene, merchant: TestMerchant) {
  await world.control('POST', 'notices', { mode: 'hold' });
  const { order_id } = await makeOrder(world, merchant);
  const lost = { operation: 'orders.capture', mode: 'error_after_commit', times: 1 };
  await world.control('POST', 'faults', lost);
  await capture(world, merchant, order_id);
  const { items } = (await call('operator.unsettled.list', operator)).body;
  await call('operator.unsettled.check', { ...operator, params: { unsettled_id: items[0].id } });
  await world.control('POST', 'notices/release');
}

async function compareBooks({ call, world, operator }: Scene, merchant: TestMerchant) {
  // On a day on which nothing else happened.
  await world.advance(DAY_SECONDS);
  await world.drain();
  const { now } = (await world.operator('GET', 'clock')).body;
  const day = String(now).slice(0, 10);
  const { merchant_id } = merchant;
  const { capture_id } = await makeCapture(world, merchant);
  await world.drain();
  await keepAnotherFee(world, capture_id);
  await world.advance(UNTIL_SHOWN_SECONDS);
  await world.drain();
  const query = `?merchant_id=${merchant_id}`;
  await call('operator.reconciliation.days', { ...operator, query: `${query}&day=${day}` });
  const listed = await call('operator.reconciliation.differences', { ...operator, query });
  const params = { difference_id: listed.body.items[0].id as string };
  const body = { note: 'The provider corrects its fee next month.' };
  await call('operator.reconciliation.settle', { ...operator, params, body });
  await call('operator.reconciliation.ask', { ...operator, body: { from: day, merchant_id } });
  await call('operator.lookup.read', { ...operator, query: `?id=${capture_id}` });
}

// As nobody but the provider could.
async function keepAnotherFee(world: World, capture_id: string) {
  const { body } = await world.control('GET', 'snapshot');
  const records = (body.records as { id: string; body: object }[]).map((one) =>
    one.id === capture_id
      ? { ...one, body: { ...one.body, paypal_fee: { currency_code: 'USD', value: '9.99' } } }
      : one,
  );
  await world.control('PUT', 'snapshot', { ...body, records });
}

async function replayEvents({ call, world, operator }: Scene) {
  await world.drain();
  await call('operator.work.drain', operator);
  // A worker would deliver the replay, or begin to, before it is answered.
  await world.restart({ worker: false });
  const [event] = (await world.operator('GET', 'events?type=payment.captured&limit=1')).body.items;
  await call('operator.events.replay', { ...operator, params: { event_id: event.id } });
  const body = { type: 'text_to_pay.paid', state: 'no_subscriber', dry_run: true };
  await call('operator.events.replay_many', { ...operator, body });
}

async function readDeliveries({ call, world }: Scene, { key }: TestMerchant) {
  const [{ id }] = (await world.call('GET', '/api/channel/webhook-endpoints', { key })).body;
  await call('endpoints.deliveries', { key, params: { endpoint_id: id }, query: '?limit=2' });
}

async function endConnections({ call, operator }: Scene, merchant: TestMerchant) {
  const shop = { business_name: 'Harbour Books', email: 'owner@harbourbooks.example', country_code: 'US' };
  await call('operator.merchants.create', { ...operator, body: shop });
  const { channel_id, merchant_id } = merchant;
  await call('operator.merchants.disconnect', { ...operator, params: { merchant_id } });
  await call('operator.merchants.release', { ...operator, params: { merchant_id } });
  await call('operator.channels.update', { ...operator, params: { channel_id }, body: { active: false } });
}

async function revokeKeys({ call, operator }: Scene, params: { merchant_id: string }) {
  const [key] = (await call('operator.merchants.keys', { ...operator, params })).body.items;
  await call('operator.merchants.revoke_key', { ...operator, params: { ...params, key_id: key.id } });
}

async function removeUsers({ call, operator }: Scene, params: { merchant_id: string }) {
  const [user] = (await call('operator.merchants.dashboard_users', { ...operator, params })).body.items;
  const at = { ...params, user_id: user.id };
  await call('operator.merchants.remove_dashboard_user', { ...operator, params: at });
}
