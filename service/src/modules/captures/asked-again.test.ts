import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ApprovedOrder,
  approvedOrder,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  sessionStatus,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { orderOf, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { orThrow } from '../../refused.ts';
import { openAttempt } from './attempts.ts';
import { captureMerchantOrder } from './capture-order.ts';
import { readBackOrder } from './read-back.ts';

// A capture of which nobody heard what became of it, asked for every minute by a channel that does as it is told.

const QUIET_SECONDS = 120;

describe.each([
  ['remembers no call', 0, 'settled', ['approved', null, 'open']],
  ['remembers a call, which each repeat sends again', 5, 'open', ['approved', 'unknown', 'capturing']],
] as const)('at a provider that %s', (_what, hours, read, left) => {
  let world: ModuleWorld;
  let merchant_id: string;
  let order: ApprovedOrder;
  beforeAll(async () => {
    const repeat_hours = { take: hours, refund: hours, charge: hours };
    world = await startModuleWorld({ quiet_seconds: QUIET_SECONDS, repeat_hours });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.script.beginAnew();
    const merchant = await connectedMerchant(world);
    merchant_id = merchant.merchant_id;
    order = await approvedOrder(world, merchant, { expires_in_minutes: 1_440 });
  });
  afterEach(() => expect(world.script.unused()).toEqual([]));

  const capture = () =>
    captureMerchantOrder(world.ctx, { merchant_id, order_id: order.order_id }).then(orThrow);

  test('the order is read as it stands once the last call that was sent is over', async () => {
    const shown = orderOf({ provider_order_id: order.order_id, status: 'approved' });
    world.script.answer('payments.take', UNKNOWN);
    expect(await refusalOf(capture())).toBe('outcome_unknown');
    for (let minute = 1; minute <= 3; minute += 1) {
      world.ctx.clock.move(60);
      if (hours === 0) world.script.answer('payments.find', { kind: 'found', order: shown });
      else world.script.answer('payments.take', UNKNOWN);
      expect(await refusalOf(capture())).toBe('outcome_unknown');
    }
    world.script.answer('payments.find', { kind: 'found', order: shown });
    expect(await readBackOrder(world.ctx, await transactionOf(world, order.transaction_id))).toBe(read);
    const { status } = await transactionOf(world, order.transaction_id);
    const attempt = await openAttempt(world.ctx.db, order.transaction_id);
    expect([status, attempt?.state ?? null, await sessionStatus(world, order.session_id)]).toEqual(left);
  });
});
