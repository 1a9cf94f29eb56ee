import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestChannel,
  type TestMerchant,
} from '../world/actors.ts';
import { GR4VY, makeGatewayMerchant, NMI } from '../world/gateways.ts';
import { joinWorld, type World } from '../world/world.ts';
import { as } from './support.ts';

const CARD = '4111 1111 1111 1111';

let world: World;
let channel: TestChannel;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  channel = await makeChannel(world);
  merchant = await makeConnectedMerchant(world, channel);
});
afterAll(() => world.close());

test.each([
  ['a member that nobody knows', { amount: '42.00', card_number: CARD }],
  ['another field', { amount: '42.00', buyer_email: CARD }],
  ['a list', { amount: [CARD] }],
  ['a number', { amount: '42.00', metadata: Number(CARD.replaceAll(' ', '')) }],
  ['the body of a field that is missing', { description: CARD }],
])('the number of a card is refused as %s and not repeated', async (_what, body) => {
  const refused = await world.call('POST', '/api/checkout-sessions', { ...as(merchant), body });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).not.toMatch(/4111/);
});

const charge = { customer_ref: 'somebody', amount: '1.00' };
const text = {
  ...{ phone: '+14155550132', amount_cents: 100, first_name: 'Ada', last_name: 'Lovelace' },
  ...{ topic: 'Order', instructions: 'Thank you.' },
};
test.each([
  ['/api/checkout-sessions', { amount: '42.00', description: `by card ${CARD}` }],
  ['/api/checkout-sessions', { amount: '42.00', metadata: { note: [{ card: CARD }] } }],
  ['/api/checkout-sessions', { amount: '42.00', items: [{ name: CARD, unit_amount: '42.00' }] }],
  ['/api/vault/charge', { ...charge, idempotency_key: 'charge-1', description: CARD }],
  ['/api/subscriptions', { ...charge, interval: 'month', description: CARD }],
  ['/api/text-to-pay/requests', { ...text, instructions: `Use ${CARD}` }],
])('%s takes no text with the number of a card', async (path, body) => {
  const refused = await world.call('POST', path, { ...as(merchant), body });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    detail: [{ type: 'value_error', msg: expect.stringMatching(/a card$/) }],
  });
  expect(JSON.stringify(refused.body)).not.toMatch(/4111/);
});

const nobody = '00000000-0000-4000-8000-000000000000';
test.each([
  ['PUT', `channels/${nobody}/terms`, { type: 'fee_share', fee_share_basis_points: 1, description: CARD }],
  ['POST', `unsettled/${nobody}/settle`, { outcome: 'not_done', note: `card ${CARD}` }],
] as const)('an operator is refused the number of a card by %s %s', async (method, path, body) => {
  const refused = await world.operator(method, path, body);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ detail: [{ type: 'value_error' }] });
  expect(JSON.stringify(refused.body)).not.toMatch(/4111/);
});

test('what is told of a parcel holds no number of a card, but in the place of its own', async () => {
  const path = `/api/merchants/disputes/${nobody}/provide-evidence`;
  const told = (tracking_info: object) =>
    world.call('POST', path, { ...as(merchant), body: { tracking_info } });
  expect((await told({ tracking_number: CARD.replaceAll(' ', '') })).status).toBe(404);
  const refused = await told({ tracking_number: '1Z9', paid_by: CARD });
  expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'tracking_info'] }] } });
  expect(JSON.stringify(refused.body)).not.toMatch(/4111/);
});

test('ids of the channel may be any digits', async () => {
  const digits = CARD.replaceAll(' ', '');
  const body = { amount: '42.00', external_order_id: digits, metadata: { customer_ref: digits } };
  const made = await world.call('POST', '/api/checkout-sessions', { ...as(merchant), body });
  expect(made).toMatchObject({ status: 201, body: { external_order_id: digits } });
});

// In none of these may it stand afterwards; what is logged is judged when the world ends.
async function shownAnywhere(rail: string): Promise<string> {
  const pages = ['', 'inspector/requests', `inspector/${rail}`].map(async (page) => {
    const answer = await fetch(`${world.sandbox_url}/${page}`);
    expect(answer.status).toBe(200);
    return answer.text();
  });
  const kept = [world.control('GET', 'requests?limit=200'), world.operator('GET', 'audit?limit=200')];
  const answers = (await Promise.all(kept)).map(({ body }) => JSON.stringify(body));
  return [...answers, ...(await Promise.all(pages))].join('\n');
}

describe.each([GR4VY, NMI])('at $rail the number of a card', (gateway) => {
  const OTHER = '4539148803436467';
  test.each([
    ['in the place of what its fields give', { payment_token: OTHER }],
    ['in groups', { payment_token: '4539 1488 0343 6467' }],
    ['in groups with dashes', { payment_token: '4539-1488-0343-6467' }],
    ['with what belongs to it', { payment_token: `${OTHER}|12/40|123` }],
    ['as a number', { payment_token: Number(OTHER) }],
    ['in a field of its own', { ccnumber: OTHER, ccexp: '1240', cvv: '123' }],
    ['in an object', { payment_method: { method: 'card', number: OTHER } }],
  ])('%s is refused, and stands nowhere', async (_what, body) => {
    const shop = await makeGatewayMerchant(world, channel, gateway);
    const session_id = (await makeSession(world, shop)).body.id as string;
    const refused = [
      await world.call('POST', `/api/checkout-sessions/${session_id}/orders`, { body }),
      await world.call('POST', gateway.credential_path, {
        body: { checkout_session_id: session_id, ...body },
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422]);
    const written = /4539[ -]?1488|0343[ -]?6467/;
    expect(JSON.stringify(refused.map((one) => one.body))).not.toMatch(written);
    expect(await shownAnywhere(gateway.rail)).not.toMatch(written);
    expect((await world.call('GET', '/api/transactions', as(shop))).body).toMatchObject({ total: 0 });
  });
});
