import { makeCapture, type TestMerchant } from '../actors.ts';
import type { World } from '../world.ts';

/** Looks a payment up by ids of each form: one of a provider's, of a row, of an event. */
export async function lookUpPayment(world: World, merchant: TestMerchant): Promise<void> {
  const { capture_id } = await makeCapture(world, merchant);
  const of = `merchant_id=${merchant.merchant_id}`;
  const { payments } = (await world.operator('GET', `lookup?id=${capture_id}&${of}`)).body;
  const [{ session, transactions, events }] = payments;
  for (const { id } of [session, ...transactions, ...events]) {
    const { status } = await world.operator('GET', `lookup?id=${id}`);
    if (status !== 200) throw new Error(`looking ${id} up was answered ${status}`);
  }
}
