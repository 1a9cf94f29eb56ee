import { makeInstrument, type TestMerchant } from './actors.ts';
import type { World } from './world.ts';

/** Begins a subscription of 9.90 a month for a customer who has just saved an instrument; its id. */
export async function makeSubscription(world: World, merchant: TestMerchant): Promise<string> {
  const { customer_ref } = await makeInstrument(world, merchant);
  const body = { customer_ref, amount: '9.90', interval: 'month' };
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  const made = await world.call('POST', '/api/subscriptions', { ...as, body });
  return made.body.subscription_id;
}
