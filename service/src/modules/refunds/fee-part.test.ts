import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderRefund, RefundOutcome } from '../../rails/rail.ts';
import { inTransaction } from '../../db/tx.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { heldUntil } from '../doubt/index.ts';
import { hearOfRefund } from './hear-of-refund.ts';
import { endRefund } from './record-refund.ts';
import { refundCapture } from './refund-capture.ts';
import { refundsOf } from './queries.ts';
import { settleRefund } from './settle.ts';

// Of each payment a tenth is the platform's fee: of 10 USD it is 1 USD, of 9 or 10 cents a single cent.

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

type Paid = Awaited<ReturnType<typeof capturedPayment>>;

const pay = (cents: number) =>
  capturedPayment(world, merchant, { plan: { amount_cents: cents }, capture: { amount: minor(cents) } });

const made = (cents: number, more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  ...{ provider_refund_id: newProviderId('refund'), provider_capture_id: null, status: 'completed' },
  ...{ amount: minor(cents), currency: 'USD', total_refunded: null },
  ...more,
});
const completed = (cents: number) => ({ kind: 'completed', refund: made(cents) }) as const;
const heldBack = (cents: number) =>
  ({ kind: 'pending', refund: made(cents, { status: 'pending' }) }) as const;

async function refund({ capture_id }: Paid, amount: string | null, outcome: RefundOutcome): Promise<void> {
  world.script.answer('refunds.issue', outcome);
  const { merchant_id } = merchant;
  await refundCapture(world.ctx, {
    ...{ merchant_id, actor: CALLER, capture_id, amount, idempotency_key: null },
  });
}

/** The parts of the fee that the provider was asked to give back, one for each refund. */
const asked = () => world.script.asked('refunds.issue').map(({ platform_fee }) => platform_fee);
const rows = ({ transaction_id }: Paid) => refundsOf(world.ctx.db, transaction_id);
const feeReturned = async ({ transaction_id }: Paid) =>
  (await transactionOf(world, transaction_id)).refunded_platform_fee_cents;

/** A refund of which nobody heard what became of it, and a person said that it was not made. */
async function givenUp(paid: Paid, amount: string): Promise<string> {
  await refund(paid, amount, UNKNOWN);
  const { id, checks } = (await rows(paid))[0]!;
  expect(await inTransaction(world.ctx.db, (tx) => endRefund(tx, world.ctx, { id, checks }))).toBe(true);
  return id;
}

async function hear({ transaction_id }: Paid, shown: ProviderRefund): Promise<void> {
  world.script.answer('refunds.read', { kind: 'found', refund: shown });
  const transaction = await transactionOf(world, transaction_id);
  expect(await hearOfRefund(world.ctx, transaction, shown.provider_refund_id)).toBe('done');
}

test.each([
  ['is in doubt', UNKNOWN],
  ['is held back', heldBack(400)],
])('beside a refund that %s the rest gives back no more than the rest of the fee', async (_how, first) => {
  const paid = await pay(1_000);
  await refund(paid, '4.00', first);
  await refund(paid, null, completed(600));
  expect([asked(), await feeReturned(paid)]).toEqual([[40, 60], 60]);
});

test('a fee of one cent goes back with the last of three refunds, also while the first two are under way', async () => {
  const paid = await pay(9);
  await refund(paid, '0.03', UNKNOWN);
  await refund(paid, '0.03', heldBack(3));
  await refund(paid, '0.03', completed(3));
  expect([asked(), await feeReturned(paid)]).toEqual([[0, 0, 1], 1]);
});

test('one that turns out made after it was given up gives back no more of the fee than others have left', async () => {
  const paid = await pay(10);
  const id = await givenUp(paid, '0.05');
  await refund(paid, '0.05', completed(5));
  await hear(paid, made(5, { refund_id: id }));
  expect(await rows(paid)).toMatchObject([
    { id, state: 'completed', platform_fee_refund_cents: 0 },
    { state: 'completed', platform_fee_refund_cents: 1 },
  ]);
  expect([asked(), await feeReturned(paid)]).toEqual([[1, 1], 1]);
});

test('one that turns out made of another amount leaves others under way their part of the fee', async () => {
  const paid = await pay(10);
  const id = await givenUp(paid, '0.06');
  await refund(paid, '0.05', heldBack(5));
  await hear(paid, made(5, { refund_id: id }));
  expect(await feeReturned(paid)).toBe(0);
  const [, other] = await rows(paid);
  world.script.answer('refunds.read', { kind: 'found', refund: made(5) });
  expect(await settleRefund(world.ctx, other!.id, heldUntil(world.ctx.clock.now()))).toBe('settled');
  expect(await feeReturned(paid)).toBe(1);
});
