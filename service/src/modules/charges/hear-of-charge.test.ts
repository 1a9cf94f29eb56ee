import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  paymentEvents,
  refusalOf,
  savedToken,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import { orThrow } from '../../refused.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { chargeCustomer } from './charge-customer.ts';
import { hearOfCharge } from './hear-of-charge.ts';

// Each test has a charge whose answer was lost, and an order at the provider that may be of it.

let world: ModuleWorld;
let merchant: SellingMerchant;
let transaction_id: string;
let order: ReturnType<typeof taken>['order'];
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
  await savedToken(world, merchant, 'anna');
  world.script.answer('vault.charge', UNKNOWN);
  const asked = {
    merchant_id: merchant.merchant_id,
    customer_ref: 'anna',
    amount: minor(1_000),
    currency: 'USD',
  };
  const charge = chargeCustomer(world.ctx, {
    ...asked,
    ...{ idempotency_key: 'key', description: null, actor: CALLER },
  });
  expect(await refusalOf(charge.then(orThrow))).toBe('outcome_unknown');
  ({ transaction_id } = world.script.asked('vault.charge')[0]!);
  order = { ...taken().order, transaction_id };
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const hear = (more: Partial<Parameters<typeof hearOfCharge>[1]> = {}) =>
  hearOfCharge(world.ctx, {
    ...{ provider: world.script.rail.code, rail_account_id: merchant.rail_account_id },
    ...{ provider_order_id: order.provider_order_id, transaction_id },
    ...more,
  });
const standing = async () => [
  (await transactionOf(world, transaction_id)).status,
  await paymentEvents(world, merchant.merchant_id),
];
const TOLD = ['payment.created', 'payment.approved', 'payment.captured'];

test('a charge whose answer was lost is learned of by the order that carries its id', async () => {
  world.script.answer('payments.find', { kind: 'found', order });
  expect([await hear(), await standing()]).toEqual(['done', ['captured', TOLD]]);
});

test('that it was taken is heard of again while its order cannot be read or does not show it', async () => {
  const open = { ...order, capture: null, status: 'approved' } as const;
  world.script.answer('payments.find', UNKNOWN, { kind: 'found', order: open });
  expect([await hear(), await hear(), await standing()]).toEqual(['later', 'later', ['created', []]]);
});

test.each([
  ['of another rail', () => ({ provider: world.configured.rail.code })],
  ['of another account', () => ({ rail_account_id: randomUUID() })],
  ['of another charge', () => ({ transaction_id: randomUUID() })],
  ['of what carries no id of ours', () => ({ transaction_id: 'order-1' })],
  ['of no order', () => ({ provider_order_id: null })],
])('what is told %s is nothing of the charge, and nothing is read for it', async (_what, more) => {
  expect([await hear(more()), world.script.asked('payments.find')]).toEqual(['not_ours', []]);
  expect(await standing()).toEqual(['created', []]);
});

test('an order that carries another id is nothing of the charge, whatever is told of it', async () => {
  const foreign = { ...order, transaction_id: randomUUID() };
  world.script.answer('payments.find', { kind: 'found', order: foreign });
  expect([await hear(), await standing()]).toEqual(['not_ours', ['created', []]]);
});
