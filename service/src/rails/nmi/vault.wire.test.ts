import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import type { ChargeOutcome, NewCharge, SetUpOutcome } from '../rail.ts';
import { type NmiWorld, startNmiWorld } from './nmi-world.fixture.ts';

let world: NmiWorld;
beforeAll(async () => {
  world = await startNmiWorld();
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

const vault = () => world.rail.vault!;

function keep(in_hand: string | null, request_id: string = randomUUID()): Promise<SetUpOutcome> {
  return vault().setUp({
    ...{ request_id, seller: world.seller, in_hand, provider_customer_id: null },
    merchant_name: 'Corner Shop',
    return_url: 'https://pay.example/return',
    cancel_url: 'https://pay.example/cancel',
  });
}

async function keptCard(): Promise<string> {
  const kept = await keep(await world.newToken(world.seller));
  if (kept.kind !== 'created') throw new Error(JSON.stringify(kept));
  return kept.provider_setup_id;
}

function aCharge(provider_token_id: string): NewCharge {
  return {
    ...{ request_id: randomUUID(), is_repeated: false, transaction_id: randomUUID(), seller: world.seller },
    ...{ amount: minor(1200), currency: 'USD', platform_fee: minor(0), description: null },
    ...{ provider_token_id, source_type: 'card' },
  };
}

const save = (id: string) =>
  vault().save({
    ...{ request_id: id, provider_setup_id: id, provider_customer_id: id, seller: world.seller },
    known_token_ids: [],
  });
const found = ({ transaction_id, seller, currency }: NewCharge) =>
  vault().find!({ transaction_id, seller, currency });

test('a card is kept under the id of its setup, and shown by its last digits', async () => {
  const id = await keptCard();
  expect(await save(id)).toEqual({
    kind: 'saved',
    token: { provider_token_id: id, provider_customer_id: id, source_type: 'card', label: 'visa 1111' },
  });
});

test('a card that is declined is not kept, and no token is none', async () => {
  const id = randomUUID();
  const declined = await keep(await world.newToken(world.seller, 'declined'), id);
  expect(declined).toMatchObject({ kind: 'refused', by: 'buyer', refusal: { issue: '202' } });
  expect(await save(id)).toMatchObject({ kind: 'refused', by: 'not_approved' });
  expect(await keep(null)).toMatchObject({ kind: 'refused', by: 'not_approved' });
});

test.each(['4111111111111111', '4111-1111-1111-1111', 'short'])(
  '%s never reaches the gateway',
  async (text) => {
    await world.fault('nmi.vault', 'error');
    expect(await keep(text)).toMatchObject({ kind: 'refused', by: 'request' });
  },
);

test.each(['hang_after_commit', 'reset_after_commit', 'garbage'])(
  'a card whose keeping met %s is found as it is',
  async (mode) => {
    await world.fault('nmi.vault', mode);
    expect(await keep(await world.newToken(world.seller))).toMatchObject({ kind: 'created' });
  },
);

test('a card whose keeping never arrived is not known', async () => {
  await world.fault('nmi.vault', 'reset');
  expect(await keep(await world.newToken(world.seller))).toMatchObject({ kind: 'unknown' });
});

test('a charge is taken, with the card and the moment that the books show', async () => {
  const charge = aCharge(await keptCard());
  const outcome = await vault().charge(charge);
  expect(outcome).toMatchObject({
    kind: 'captured',
    capture: { amount: 1200, currency: 'USD', captured_at: expect.any(String) },
    order: { provider_order_id: charge.transaction_id, payment_method_scheme: 'visa' },
  });
  expect(await found(charge)).toMatchObject({
    kind: 'found',
    order: { transaction_id: charge.transaction_id },
  });
});

test.each([
  ['hang', 0],
  ['reset', 0],
  ['hang_after_commit', 1],
  ['reset_after_commit', 1],
  ['garbage', 1],
] as const)('a charge that met %s is unknown, and looked up', async (mode, times) => {
  const charge = aCharge(await keptCard());
  await world.fault('nmi.sale', mode);
  expect(await vault().charge(charge)).toMatchObject({ kind: 'unknown' });
  expect(await world.takenFor(charge.transaction_id)).toBe(times);
  expect((await found(charge)).kind).toBe(times === 0 ? 'missing' : 'found');
});

test.each<[string, ChargeOutcome['kind']]>([
  ['202', 'refused'],
  ['410', 'refused'],
  ['420', 'unknown'],
  ['301', 'unreachable'],
])('a charge that is answered %s is %s', async (issue, kind) => {
  const charge = aCharge(await keptCard());
  await world.fault('nmi.sale', 'refuse', { issue });
  expect(await vault().charge(charge)).toMatchObject({ kind });
});

test('a card that the gateway does not keep is gone, and one of another account was never there', async () => {
  expect(await vault().charge(aCharge(randomUUID()))).toMatchObject({
    kind: 'gone',
    refusal: { issue: '300' },
  });
  const seller = await world.newSeller();
  const elsewhere = { ...aCharge(await keptCard()), seller };
  expect(await vault().charge(elsewhere)).toMatchObject({ kind: 'gone' });
  expect(await vault().readToken({ provider_token_id: elsewhere.provider_token_id, seller })).toEqual({
    kind: 'missing',
  });
});
