import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import {
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderRefund } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { hearOfRefund } from './hear-of-refund.ts';
import { refundCapture } from './refund-capture.ts';

type Traits = NonNullable<Parameters<typeof startModuleWorld>[0]>;
export type Paid = Awaited<ReturnType<typeof capturedPayment>>;

/** A refund as the provider shows it, of 4 USD unless told otherwise. */
export function refundOf(more: Partial<ProviderRefund> = {}): ProviderRefund {
  return {
    ...{ provider_refund_id: newProviderId('refund'), provider_capture_id: null, status: 'completed' },
    ...{ amount: minor(400), currency: 'USD', total_refunded: null },
    ...more,
  };
}

/** A world for the tests of a file, and for each of them a merchant of its own; nothing that was scripted is left over. */
export function refundSteps(traits: Traits = {}) {
  const on = {} as { world: ModuleWorld; merchant: SellingMerchant };
  beforeAll(async () => {
    on.world = await startModuleWorld(traits);
  });
  afterAll(() => on.world.close());
  beforeEach(async () => {
    on.world.script.beginAnew();
    on.merchant = await connectedMerchant(on.world);
  });
  afterEach(() => expect(on.world.script.unused()).toEqual([]));

  const issued = () => on.world.script.asked('refunds.issue');

  /** The provider tells of a refund of a payment, and shows it when it is asked. */
  async function hear(transaction_id: string, refund: ProviderRefund) {
    on.world.script.answer('refunds.read', { kind: 'found', refund });
    const transaction = await transactionOf(on.world, transaction_id);
    return hearOfRefund(on.world.ctx, transaction, refund.provider_refund_id);
  }

  return { on, issued, hear };
}

/** The same, where each test has a capture of 10 USD, of which 1 USD is the platform's. */
export function captureSteps(traits: Traits = {}) {
  const { on: given, issued, hear } = refundSteps(traits);
  const on = given as typeof given & { paid: Paid };
  beforeEach(async () => {
    on.paid = await capturedPayment(on.world, on.merchant);
  });

  const asking = (amount: string | null, idempotency_key: string | null = null) => ({
    ...{ merchant_id: on.merchant.merchant_id, actor: CALLER, capture_id: on.paid.capture_id },
    ...{ amount, idempotency_key },
  });
  const refund = (...of: Parameters<typeof asking>) =>
    refundCapture(on.world.ctx, asking(...of)).then(orThrow);

  /** A refund of the capture as the provider shows it. */
  const shown = (more: Partial<ProviderRefund> = {}) =>
    refundOf({ provider_capture_id: on.paid.capture_id, ...more });

  /** What the capture says of itself: its state, what was returned of it, and what is held for refunds under way. */
  async function standing() {
    const of = await transactionOf(on.world, on.paid.transaction_id);
    return [of.status, of.refunded_amount_cents, of.refund_reserved_cents];
  }

  return { on, issued, hear, asking, refund, shown, standing };
}
