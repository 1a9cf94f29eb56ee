import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeSession } from '../world/actors.ts';
import {
  captureByBuyer,
  enterCard,
  type GatewayMerchant,
  GR4VY,
  makeGatewayMerchant,
  order,
} from '../world/gateways.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectRefused } from './support.ts';

// A buyer agrees in the fields of the gateway, and their browser reports it when its session begins nothing any more.

let world: World;
let merchant: GatewayMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeGatewayMerchant(world, await makeChannel(world), GR4VY);
});
afterAll(() => world.close());

const statusAtGateway = async (id: string): Promise<string> => {
  const { records } = (await world.control('GET', 'snapshot')).body;
  return records.find((one: { id: string }) => one.id === id).body.status;
};

test('what was agreed to before the session expired is opened, and captured', async () => {
  const entered = await enterCard(world, merchant, { session: { expires_in_minutes: 5 } });
  await world.advance(301);
  const opened = await order(world, entered);
  expect(opened).toMatchObject({ status: 201, body: { status: 'approved' } });
  const { session_id } = entered;
  const captured = await captureByBuyer(world, { session_id, order_id: opened.body.order_id });
  expect(captured.body.status).toBe('captured');
});

test('what cannot be read at the moment may be reported again', async () => {
  const entered = await enterCard(world, merchant, { session: { expires_in_minutes: 5 } });
  await world.advance(301);
  // Until it is taken away: the gateway may be read on behalf of others meanwhile.
  await world.control('POST', 'faults', { operation: 'gravy.read', mode: 'error', times: 100 });
  expectRefused(await order(world, entered), 503);
  await world.control('DELETE', 'faults', {});
  expect(await order(world, entered)).toMatchObject({ status: 201, body: { status: 'approved' } });
});

test('what can be nothing of the fields is answered as the session stands', async () => {
  const session_id = (await makeSession(world, merchant, { expires_in_minutes: 5 })).body.id as string;
  await world.advance(301);
  expectRefused(await order(world, { session_id, payment_token: 'nothing' }), 409);
});

test('what was agreed to after the session expired is refused, and let go', async () => {
  const session_id = (await makeSession(world, merchant, { expires_in_minutes: 5 })).body.id as string;
  const credential = await GR4VY.credential(world, session_id);
  await world.advance(301);
  const payment_token = await GR4VY.pay(world, credential.body);
  expectRefused(await order(world, { session_id, payment_token }), 409);
  await expect.poll(() => statusAtGateway(payment_token)).toBe('authorization_voided');
});

test('what is reported for a session that was paid is let go, and the payment stands', async () => {
  const entered = await enterCard(world, merchant);
  const { session_id } = entered;
  const second = await GR4VY.pay(world, (await GR4VY.credential(world, session_id)).body);
  const { order_id } = (await order(world, entered)).body;
  expect((await captureByBuyer(world, { session_id, order_id })).body.status).toBe('captured');
  expectRefused(await order(world, { session_id, payment_token: second }), 409);
  await expect.poll(() => statusAtGateway(second)).toBe('authorization_voided');
  // Reported again, the payment itself is let go of by nobody.
  expectRefused(await order(world, entered), 409);
  await world.drain();
  expect(await statusAtGateway(order_id)).toBe('capture_succeeded');
});

test('what was agreed to for another session is not let go', async () => {
  const entered = await enterCard(world, merchant);
  const expired = (await makeSession(world, merchant, { expires_in_minutes: 5 })).body.id as string;
  await world.advance(301);
  const { payment_token } = entered;
  expectRefused(await order(world, { session_id: expired, payment_token }), 400);
  expect((await order(world, entered)).status).toBe(201);
  expect(await statusAtGateway(payment_token)).toBe('authorization_succeeded');
});
