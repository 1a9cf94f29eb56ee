import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { UNKNOWN, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { uuidAt } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import type { PaymentDetail } from '../../rails/rail.ts';
import { railRegistry } from '../../rails/registry.ts';
import { readProviderDetail } from './provider-detail.ts';
import { plant } from './transactions.fixture.ts';

let world: ModuleWorld;
let paid: { merchant_id: string; transaction_id: string };
beforeAll(async () => {
  world = await startModuleWorld();
  const merchant = await connectedMerchant(world);
  const { transaction_id } = await capturedPayment(world, merchant);
  paid = { merchant_id: merchant.merchant_id, transaction_id };
});
beforeEach(() => world.script.beginAnew());
afterAll(() => world.close());

const DETAIL: PaymentDetail = {
  ...{ authorized: null, captured: minor(1_000), external_identifier: 'ours', reconciliation_id: null },
  ...{ payment_service_definition_id: null, payment_service_display_name: null },
  ...{ provider_status: 'COMPLETED', provider_updated_at: '2026-01-02T03:04:05.000Z' },
  payload: { id: 'order' },
};

describe('a transaction at its provider', () => {
  test('is what the provider says at this moment', async () => {
    world.script.answer('books.detail', { kind: 'found', detail: DETAIL });
    expect(await readProviderDetail(world.ctx, paid)).toEqual({
      ...{ available: true, provider: 'ppcp', captured_amount_cents: 1_000, external_identifier: 'ours' },
      ...{ provider_status: 'COMPLETED', provider_updated_at: '2026-01-02T03:04:05.000Z' },
      payload: { id: 'order' },
    });
    const asked = await transactionOf(world, paid.transaction_id);
    const { provider_order_id, provider_capture_id, rail_account_id, wallet_merchant_id } = asked;
    expect(world.script.asked('books.detail')).toMatchObject([
      {
        ...{ provider_order_id, provider_capture_id, currency: 'USD' },
        seller: { account_id: rail_account_id, provider_account: wallet_merchant_id },
      },
    ]);
  });

  test.each([
    ['knows nothing of it', { kind: 'missing' }],
    ['cannot be reached', UNREACHABLE],
    ['is not understood', UNKNOWN],
  ] as const)(
    'is not available where the provider %s, and nothing of ours stands in',
    async (_how, outcome) => {
      world.script.answer('books.detail', outcome);
      expect(await readProviderDetail(world.ctx, paid)).toEqual({ available: false, provider: 'ppcp' });
    },
  );

  test('is not asked for where the provider never had an order, or the rail is not there', async () => {
    const { merchant_id } = paid;
    const failed = await plant(world.ctx.db, {
      ...{ merchant_id, created_at: world.ctx.clock.now(), status: 'failed', has_order: false },
    });
    const unavailable = { available: false, provider: 'ppcp' };
    expect(await readProviderDetail(world.ctx, { merchant_id, transaction_id: failed })).toEqual(unavailable);
    const unrouted = { ...world.ctx, rails: railRegistry([]) };
    expect(await readProviderDetail(unrouted, paid)).toEqual(unavailable);
    expect(world.script.asked('books.detail')).toEqual([]);
  });

  test('is its merchant’s alone', async () => {
    const foreign = { ...paid, merchant_id: uuidAt(new Date()) };
    expect(await refusalOf(readProviderDetail(world.ctx, foreign))).toBe('transaction_not_found');
    expect(world.script.asked('books.detail')).toEqual([]);
  });
});
