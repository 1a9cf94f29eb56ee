import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connectedMerchant,
  type ModuleWorld,
  openSession,
  paymentEvents,
  refusalOf,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, noBecause, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { orThrow } from '../../refused.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { createBuyerOrder } from './create-order.ts';

let world: ModuleWorld;
let merchant: SellingMerchant;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const because = (by: 'seller' | 'payee_unverified' | 'request') =>
  ({ kind: 'refused', by, refusal: noBecause('PAYEE_ACCOUNT_RESTRICTED') }) as const;
const opening = async (amount_cents: number) => {
  if (amount_cents === 0) world.script.answer('page.saverToken', { kind: 'minted', token: 'user-id-token' });
  const metadata = { customer_ref: 'anna' };
  const { id } = await openSession(world, merchant, { amount_cents, metadata });
  return refusalOf(createBuyerOrder(world.ctx, { session_id: id, origin: undefined }).then(orThrow));
};

test.each([
  ['an order', 'seller'],
  ['an order', 'payee_unverified'],
  ['a setup', 'seller'],
  ['a setup', 'payee_unverified'],
] as const)('%s that is refused because of the %s has the seller read back', async (what, by) => {
  world.script.answer(what === 'an order' ? 'payments.open' : 'vault.setUp', because(by));
  world.script.answer('onboarding.findSeller', UNREACHABLE);
  expect(await opening(what === 'an order' ? 1_000 : 0)).toBe('seller_refused');
  await expect.poll(() => world.script.unused()).toEqual([]);
});

test('an order that is refused as it is asked for says nothing of the seller', async () => {
  world.script.answer('payments.open', because('request'));
  expect(await opening(1_000)).toBe('payment_refused');
});

test.each([
  ['by the provider, however late that is heard of', true],
  ['as it is heard of where the provider does not say', false],
])('what was agreed to before it is an order is dated %s', async (_how, isTold) => {
  const { id } = await openSession(world, merchant);
  const { clock } = world.ctx;
  const agreed_at = clock.now();
  world.script.answerBy('payments.open', () => {
    clock.move(3_000);
    const approved_at = isTold ? agreed_at.toISOString() : null;
    const opened = { provider_order_id: newProviderId('order'), approve_url: null, approved_at };
    return Promise.resolve({ kind: 'created', ...opened });
  });
  const made = await createBuyerOrder(world.ctx, { session_id: id, origin: undefined }).then(orThrow);
  const transaction = await transactionOf(world, made.order.transaction_id!);
  const since_s = (transaction.approved_at!.getTime() - agreed_at.getTime()) / 1_000;
  expect(transaction.status).toBe('approved');
  expect(Math.floor(since_s / 3_000)).toBe(isTold ? 0 : 1);
});

test('an order whose session was paid by another while it was made is none', async () => {
  const { id: session_id } = await openSession(world, merchant);
  world.script.answerBy('payments.open', async () => {
    await sql`update checkout_sessions set status = 'completed' where id = ${session_id}`.execute(
      world.ctx.db,
    );
    return { kind: 'created', provider_order_id: newProviderId('order'), approve_url: null };
  });
  const made = createBuyerOrder(world.ctx, { session_id, origin: undefined }).then(orThrow);
  expect(await refusalOf(made)).toBe('session_completed');
  expect(await paymentEvents(world, merchant.merchant_id)).toEqual([]);
});
