import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  approvedOrder,
  CALLER,
  capturedPayment,
  connectAccount,
  connectedMerchant,
  type ModuleWorld,
  openSession,
  refusalOf,
  savedToken,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import { orThrow } from '../../refused.ts';
import { captureMerchantOrder } from '../captures/capture-order.ts';
import { readBackOrder } from '../captures/index.ts';
import { chargeCustomer } from '../charges/index.ts';
import { transactionCharged } from '../charges/charge-customer.ts';
import { updateMerchant } from '../merchants/index.ts';
import { releaseWalletLink } from '../onboarding/end-connection.ts';
import { createBuyerOrder } from '../orders/index.ts';
import { refundCapture } from '../refunds/refund-capture.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';

let world: ModuleWorld;
let merchant: SellingMerchant;
let account: { id: string; provider_account: string };

beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  world.configured.beginAnew();
  merchant = await connectedMerchant(world);
  account = (await accountsOf(merchant.merchant_id))[0]!;
});
afterEach(() => expect([...world.script.unused(), ...world.configured.unused()]).toEqual([]));

async function accountsOf(merchant_id: string) {
  return world.ctx.db
    .selectFrom('rail_accounts')
    .select(['id', 'rail', 'provider_account', 'retired_at'])
    .where('merchant_id', '=', merchant_id)
    .orderBy('id')
    .execute();
}

const route = (payment_provider: string) =>
  inTransaction(world.ctx.db, (tx) => updateMerchant(tx, merchant.merchant_id, { payment_provider }));
const order = async (session_id: string) =>
  orThrow(await createBuyerOrder(world.ctx, { session_id, origin: undefined })).order;
const seller = () => ({
  account_id: account.id,
  provider_account: account.provider_account,
  shown: {},
  secrets: {},
});

async function connectAnother(): Promise<string> {
  const wallet_merchant_id = newProviderId('account');
  await connectAccount(world, merchant.merchant_id, { wallet_merchant_id, reconnect: true });
  return wallet_merchant_id;
}

function refundAll(capture_id: string) {
  const refund = { provider_refund_id: newProviderId('refund'), provider_capture_id: capture_id };
  const told = { ...refund, amount: minor(1_000), currency: 'USD', total_refunded: null };
  world.script.answer('refunds.issue', { kind: 'completed', refund: { ...told, status: 'completed' } });
  const asked = { merchant_id: merchant.merchant_id, actor: CALLER, capture_id, amount: null };
  return refundCapture(world.ctx, { ...asked, idempotency_key: null }).then(orThrow);
}

describe('a merchant that is connected', () => {
  test('has one account of its rail, which its sessions are paid into', async () => {
    expect(await accountsOf(merchant.merchant_id)).toEqual([{ ...account, rail: 'ppcp', retired_at: null }]);
    const session = await openSession(world, merchant);
    expect([session.rail, session.rail_account_id]).toEqual(['ppcp', account.id]);
  });

  test('with another account later has the first one retired, and live again when it returns to it', async () => {
    const { provider_account } = account;
    const second = await connectAnother();
    const accounts = await accountsOf(merchant.merchant_id);
    expect(accounts.map((one) => [one.provider_account, one.retired_at !== null])).toEqual([
      [provider_account, true],
      [second, false],
    ]);
    await inTransaction(world.ctx.db, (tx) =>
      sql`update wallet_connections set wallet_merchant_id = ${provider_account}
        where merchant_id = ${merchant.merchant_id}`.execute(tx),
    );
    // As the release before this one leaves it, which knows of no accounts.
    world.script.answer('payments.open', UNKNOWN);
    const session = await openSession(world, { ...merchant, rail_account_id: null });
    expect(await refusalOf(order(session.id))).toBe('provider_unavailable');
    expect(world.script.asked('payments.open')[0]!.seller).toEqual(seller());
    const after = await accountsOf(merchant.merchant_id);
    expect(after.map(({ retired_at }) => retired_at === null)).toEqual([true, false]);
  });

  test('gives its account up to another merchant that the provider knows it by', async () => {
    await releaseWalletLink(world.ctx, merchant.merchant_id);
    expect((await accountsOf(merchant.merchant_id))[0]!.retired_at).not.toBeNull();
    const other = await connectedMerchant(world, account.provider_account);
    expect(await accountsOf(other.merchant_id)).toMatchObject([
      { provider_account: account.provider_account, retired_at: null },
    ]);
  });
});

describe('what was begun on a rail stays on it when its merchant is routed elsewhere', () => {
  test('a session is ordered, captured and refunded in the account that it was made for', async () => {
    const session = await openSession(world, merchant);
    await route('gravy');
    const provider_order_id = newProviderId('order');
    world.script.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
    const { provider } = await order(session.id);
    expect(provider).toBe('ppcp');
    world.script.answer('payments.take', taken({}, provider_order_id));
    const { merchant_id } = merchant;
    const wanted = { merchant_id, order_id: provider_order_id };
    const { transaction } = orThrow(await captureMerchantOrder(world.ctx, wanted));
    await refundAll(transaction.provider_capture_id!);
    expect([
      world.script.asked('payments.open')[0]!.seller,
      world.script.asked('payments.take')[0]!.seller,
      world.script.asked('refunds.issue')[0]!.seller,
    ]).toEqual([seller(), seller(), seller()]);
  });

  test('a new session is of the new rail, and is not paid by the old one', async () => {
    await route('gravy');
    const { rail_account_id: _before, ...routed } = { ...merchant, payment_provider: 'gravy' };
    const session = await openSession(world, { ...routed, rail_account_id: null });
    expect([session.rail, session.rail_account_id]).toEqual(['gravy', null]);
    expect(await refusalOf(order(session.id))).toBe('payments_not_allowed');
  });

  test('an order in doubt is read back where it was made', async () => {
    const { transaction_id, order_id } = await approvedOrder(world, merchant);
    await route('gravy');
    world.script.answer('payments.find', { kind: 'found', order: taken({}, order_id).order });
    await readBackOrder(world.ctx, await transactionOf(world, transaction_id));
    expect((await transactionOf(world, transaction_id)).status).toBe('captured');
    expect(world.script.asked('payments.find').at(-1)!.seller).toEqual(seller());
  });
});

describe('when a merchant has connected another account', () => {
  test('a session of the first takes no payment', async () => {
    const session = await openSession(world, merchant);
    await connectAnother();
    expect(await refusalOf(order(session.id))).toBe('payments_not_allowed');
  });

  test('what was paid into the first is returned from the first', async () => {
    const { capture_id } = await capturedPayment(world, merchant);
    await connectAnother();
    await refundAll(capture_id);
    expect(world.script.asked('refunds.issue')[0]!.seller).toEqual(seller());
  });

  test('an instrument that was saved for the first is charged by it alone', async () => {
    const { merchant_id } = merchant;
    const customer_ref = randomUUID();
    await savedToken(world, merchant, customer_ref);
    const charge = (idempotency_key: string) =>
      chargeCustomer(world.ctx, {
        ...{ merchant_id, customer_ref, idempotency_key, currency: 'USD', description: null },
        ...{ amount: minor(1_000), actor: CALLER },
      }).then(transactionCharged);
    world.script.answer('vault.charge', taken());
    await charge('before');
    expect(world.script.asked('vault.charge')[0]!.seller).toEqual(seller());
    await connectAnother();
    expect(await refusalOf(charge('after'))).toBe('customer_not_found');
  });
});

describe('of the release before this one', () => {
  test('a payment is returned from the account that it names, which is written down then', async () => {
    const { capture_id, transaction_id } = await capturedPayment(world, merchant);
    await inTransaction(world.ctx.db, async (tx) => {
      await sql`update transactions set rail_account_id = null where id = ${transaction_id}`.execute(tx);
      await sql`delete from rail_accounts where merchant_id = ${merchant.merchant_id}`.execute(tx);
    });
    await refundAll(capture_id);
    const [written] = await accountsOf(merchant.merchant_id);
    expect(world.script.asked('refunds.issue')[0]!.seller).toEqual({
      account_id: written!.id,
      provider_account: account.provider_account,
      shown: {},
      secrets: {},
    });
  });

  test('a session goes by the rail of its merchant', async () => {
    const session = await openSession(world, merchant);
    await sql`update checkout_sessions set rail = null, rail_account_id = null where id = ${session.id}`.execute(
      world.ctx.db,
    );
    world.script.answer('payments.open', UNKNOWN);
    expect(await refusalOf(order(session.id))).toBe('provider_unavailable');
    expect(world.script.asked('payments.open')[0]!.seller).toEqual(seller());
  });
});
