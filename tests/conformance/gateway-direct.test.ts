import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureByBuyer, GR4VY, NMI } from '../world/gateways.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, makeDirectMerchant } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test.each([GR4VY, NMI])(
  "a merchant opens by its own key what was entered in $rail's fields",
  async (gateway) => {
    const { merchant_id, key } = await makeDirectMerchant(world);
    const { rail } = gateway;
    const { credentials } = (await world.control('POST', 'rails/accounts', { rail })).body;
    const routed = { payment_provider: rail, rail_credentials: credentials };
    expect((await world.operator('PATCH', `merchants/${merchant_id}`, routed)).status).toBe(200);
    const session = await world.call('POST', '/api/checkout-sessions', { key, body: { amount: '12.00' } });
    const body = { checkout_session_id: session.body.id };
    const open = (more: object = {}) =>
      world.call('POST', '/api/payments/orders', { key, body: { ...body, ...more } });
    expectProblem(await open(), ['body', 'payment_token'], 'missing');
    const credential = await gateway.credential(world, session.body.id);
    const opened = await open({ payment_token: await gateway.pay(world, credential.body) });
    expect(opened).toMatchObject({ status: 201, body: { provider: rail } });
    const taken = await captureByBuyer(world, {
      session_id: session.body.id,
      order_id: opened.body.order_id,
    });
    expect(taken).toMatchObject({ status: 200, body: { status: 'captured' } });
  },
);
