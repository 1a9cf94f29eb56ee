import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, recordedEvents } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, makeShop, readStatus, type TestMerchant } from './support.ts';

// A status is answered from its snapshot while the provider hangs, and by the provider while it does not.

/** Far more than the read is allowed, far less than a call to the provider that hangs. */
const AT_ONCE_MS = 5_000;
const READS = 20;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  await world.advance(600);
  await readStatus(world, as(merchant));
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

const hang = (times: number, operation = 'integrations.read') =>
  world.control('POST', 'faults', { operation, mode: 'hang', times });
const change = (body: unknown) => world.control('PATCH', `accounts/${merchant.account_id}`, body);

async function readAtOnce(of: TestMerchant) {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new Error('the read waited for the provider')), AT_ONCE_MS);
  return Promise.race([readStatus(world, as(of)), tooLate.promise]).finally(() => clearTimeout(timer));
}

describe('while the provider hangs', () => {
  test('every read is answered from the snapshot, and none waits for another', async () => {
    await change({ email_confirmed: false });
    await world.advance(600);
    await hang(1_000);
    const together = await Promise.all(Array.from({ length: READS }, () => readAtOnce(merchant)));
    for (const read of [...together, await readAtOnce(merchant)]) {
      expect(read.status).toBe(200);
      expect(read.body).toMatchObject({
        wallet_connection_status: 'connected',
        wallet_status_reason: null,
        wallet_status_reason_fresh: false,
        payments_enabled: true,
      });
    }
  });

  test('other calls are served as ever, and once it answers again a read brings the news', async () => {
    await hang(1_000);
    const shop = await makeShop(world);
    await Promise.all(Array.from({ length: READS }, () => readAtOnce(merchant)));
    expect((await world.call('GET', '/api/channel/merchants', { key: shop.key })).status).toBe(200);
    await world.control('DELETE', 'faults');
    // Whatever still hangs is given up after ten seconds; later questions do not queue behind it.
    await expect
      .poll(
        async () => {
          await world.advance(60);
          return (await readStatus(world, as(merchant))).body;
        },
        { interval: 200 },
      )
      .toMatchObject({ wallet_status_reason: 'email_unverified', wallet_status_reason_fresh: true });
  });
});

test('an answer that came too late for its reader is stored, with its event', async () => {
  await change({ email_confirmed: true });
  await world.advance(600);
  await expect
    .poll(async () => (await readStatus(world, as(merchant))).body.wallet_connection_status)
    .toBe('connected');
  const told = (await recordedEvents(world, merchant.merchant_id)).filter(
    ({ type, object }) => type === 'merchant.onboarding_updated' && object['payments_enabled'] === true,
  );
  expect(told).toHaveLength(2);
});

test('a quick provider is heard in the very read that found the snapshot stale', async () => {
  for (const [email_confirmed, reason] of [
    [false, 'email_unverified'],
    [true, null],
  ] as const) {
    await change({ email_confirmed });
    await world.advance(600);
    expect((await readStatus(world, as(merchant))).body).toMatchObject({
      wallet_status_reason: reason,
      wallet_status_reason_fresh: true,
    });
  }
});
