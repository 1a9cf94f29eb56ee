import { setTimeout as pause } from 'node:timers/promises';
import { SETTINGS } from './deployment.ts';
import type { Asked, Treatment } from './instant-treatment.ts';
import { nowMs } from './now.ts';
import { captureCall, makeApprovedOrder } from './payment.ts';
import { post } from './payment-call.ts';
import type { PaymentWorld } from './payment-world.ts';

const SETTLED_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 25;

/** Has the provider treat the service so, and otherwise kindly. Returns what it was asked before that. */
export function treat(world: PaymentWorld, treatment: Partial<Treatment>): Promise<Asked> {
  return post<Asked>({ url: `${world.provider_url}/_control/treatment`, body: treatment, expect: 200 });
}

/** Captures that are carried out and whose answer is lost, while no order can be read and no notice arrives. Returns
 *  their orders. */
export async function comeIntoDoubt(
  world: PaymentWorld,
  { count, inFlight }: { count: number; inFlight: number },
): Promise<string[]> {
  await treat(world, { captures: 'lost', reads: 'failed', notices: 'lost' });
  const orders: string[] = [];
  let left = count;
  const buyer = async () => {
    while (left > 0) {
      left -= 1;
      const { order_id } = await makeApprovedOrder(world);
      await post({ ...captureCall(world, order_id), expect: 503 });
      orders.push(order_id);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, buyer));
  const { open } = await unsettled(world);
  if (open !== count) throw new Error(`${open} of ${count} captures are in doubt`);
  return orders;
}

/** Captures in doubt, and how many of them were never asked about. */
export function unsettled(world: PaymentWorld): Promise<{ open: number; unasked: number }> {
  return world.look(`
    select count(*)::int as open, count(*) filter (where checks = 0)::int as unasked
    from capture_attempts where next_check_at is not null`);
}

/** When so many captures were left in doubt. Throws when any other one is not taken. */
export async function settled(world: PaymentWorld, left: number): Promise<number> {
  const until = nowMs() + SETTLED_WITHIN_MS;
  for (let { open } = await unsettled(world); open > left; { open } = await unsettled(world)) {
    if (nowMs() > until) throw new Error(`${open} captures are in doubt after ${SETTLED_WITHIN_MS} ms`);
    await pause(LOOK_EVERY_MS);
  }
  const at = nowMs();
  const { untaken } = await world.look<{ untaken: number }>(
    `select count(*)::int as untaken from transactions where status <> 'captured'`,
  );
  if (untaken !== left) throw new Error(`${untaken} payments are not captured, ${left} are in doubt`);
  return at;
}

export async function moveClock(world: PaymentWorld, seconds: number): Promise<void> {
  const headers = { authorization: `Bearer ${SETTINGS.OPERATOR_TOKEN}` };
  await post({
    url: `${world.base_url}/api/operator/clock/advance`,
    headers,
    body: { seconds },
    expect: 200,
  });
}
