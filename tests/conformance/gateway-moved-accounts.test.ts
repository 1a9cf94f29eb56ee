import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel } from '../world/actors.ts';
import {
  type GatewayMerchant,
  GR4VY,
  makeGatewayMerchant,
  payByCard,
  transactionOf,
} from '../world/gateways.ts';
import { startWorld, type World } from '../world/world.ts';

const DAY = 86_400;
const HOUR = 3_600;
const LAG_HOURS = 1;
const SLOW_MS = 600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

// Until the gateway shows all of the day and everybody has been asked about it.
async function untilCompared(): Promise<void> {
  await world.drain();
  await world.advance(DAY + (LAG_HOURS + 1) * HOUR);
  await world.drain();
}

async function differencesOf({ merchant_id }: GatewayMerchant) {
  return (await world.operator('GET', `reconciliation/differences?merchant_id=${merchant_id}`)).body.items;
}

/** A merchant that was paid, and another whose account it is since, by keys that ended those of the former. */
async function movedAccount() {
  const channel = await makeChannel(world);
  const former = await makeGatewayMerchant(world, channel, GR4VY);
  const { account_id } = former;
  const paid = await payByCard(world, former);
  await world.drain();
  const merchant = await makeGatewayMerchant(world, channel, GR4VY);
  const route = async ({ merchant_id }: GatewayMerchant, rail_credentials: object) => {
    const routed = { payment_provider: GR4VY.rail, rail_credentials };
    expect((await world.operator('PATCH', `merchants/${merchant_id}`, routed)).status).toBe(200);
  };
  const other = await world.control('POST', 'rails/accounts', { rail: GR4VY.rail });
  await route(former, other.body.credentials);
  const rotated = await world.control('POST', `rails/accounts/${account_id}/rotate`);
  await route(merchant, rotated.body.credentials);
  return { former, merchant, paid };
}

test(
  'an account that served one merchant after the other is compared whole, by the keys of today',
  async () => {
    const { former, merchant } = await movedAccount();
    await payByCard(world, merchant);
    await untilCompared();
    expect([...(await differencesOf(former)), ...(await differencesOf(merchant))]).toEqual([]);
    const daysOf = async ({ merchant_id }: GatewayMerchant) =>
      (await world.operator('GET', `reconciliation/days?merchant_id=${merchant_id}`)).body.items;
    const days = [...(await daysOf(former)), ...(await daysOf(merchant))];
    expect(days.map(({ problem }) => problem)).toEqual(days.map(() => null));
    expect(days.map(({ entries }) => entries)).toContain(2);
  },
  SLOW_MS,
);

test(
  'what moves of a payment whose keys were ended is shown by comparing, for a person to deal with',
  async () => {
    const { former, paid } = await movedAccount();
    await world.control('POST', `rails/transactions/${paid.capture_id}/refund`, { amount: '3.00' });
    await untilCompared();
    expect((await transactionOf(world, former, paid.transaction_id)).refunds).toEqual([]);
    expect(await differencesOf(former)).toMatchObject([
      { cause: 'missing_here', kind: 'refund', state: 'open', transaction_id: paid.transaction_id },
    ]);
  },
  SLOW_MS,
);
