import { makeCapture, recordedEvents, type TestMerchant } from './actors.ts';
import type { World } from './world.ts';

const HOUR = 3_600;

export interface TestDispute {
  /** The service's id and the provider's. */
  id: string;
  provider_id: string;
  capture_id: string;
  transaction_id: string;
  session_id: string;
}

export interface Claim {
  reason?: string;
  amount?: string;
  due_in_hours?: number;
}

/** A payment of 20 USD whose buyer disputes it, as far as both sides have heard of it. */
export async function makeDispute(
  world: World,
  merchant: TestMerchant,
  claim: Claim = {},
): Promise<TestDispute> {
  const order = { external_order_id: 'order-7' };
  const { capture_id, transaction_id, session_id } = await makeCapture(world, merchant, order);
  const provider_id = await dispute(world, capture_id, claim);
  await world.drain();
  const id = await idOf(world, merchant, provider_id);
  return { id, provider_id, capture_id, transaction_id, session_id };
}

/** The buyer disputes a capture; answers the provider's id of it. */
export async function dispute(world: World, capture_id: string, claim: Claim = {}): Promise<string> {
  const reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED';
  const opened = await world.control('POST', `captures/${capture_id}/dispute`, { reason, ...claim });
  if (opened.status !== 200) throw new Error(`not disputed: ${JSON.stringify(opened.body)}`);
  return opened.body.dispute_id;
}

export async function idOf(world: World, merchant: TestMerchant, provider_id: string): Promise<string> {
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  const listed = await world.call('GET', '/api/merchants/disputes?limit=100', as);
  const found = (listed.body as { id: string; provider_dispute_id: string }[]).find(
    (one) => one.provider_dispute_id === provider_id,
  );
  if (!found) throw new Error(`${provider_id} is not listed`);
  return found.id;
}

export const disputePath = (id: string, action?: string) =>
  `/api/merchants/disputes/${id}${action === undefined ? '' : `/${action}`}`;

export async function readDispute(world: World, merchant: TestMerchant, id: string) {
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  return (await world.call('GET', disputePath(id), as)).body;
}

/** Takes a seller's action. */
export async function takeAction(
  world: World,
  merchant: TestMerchant,
  { id, action, body }: { id: string; action: string; body: object },
) {
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  return world.call('POST', disputePath(id, action), { ...as, body });
}

/** What the other side of a dispute does. */
export const otherSide = (world: World, provider_id: string, act: string, body: object = {}) =>
  world.control('POST', `disputes/${provider_id}/${act}`, body);

/** The dispute as the provider shows it. */
export const atProvider = async (world: World, provider_id: string) =>
  (await world.control('GET', `disputes/${provider_id}`)).body;

/** The events about one dispute, oldest first. */
export async function disputeEvents(world: World, merchant: TestMerchant, { id, provider_id }: TestDispute) {
  const all = await recordedEvents(world, merchant.merchant_id);
  return all.filter(({ object }) => object['id'] === id || object['dispute_id'] === provider_id);
}

/** Lets the provider's list be asked for. */
export async function untilListed(world: World): Promise<void> {
  await world.advance(7 * HOUR);
  await world.drain();
}
