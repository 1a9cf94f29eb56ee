import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ApprovedSetup,
  approvedSetup,
  connectAccount,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  savedAs,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { orThrow } from '../../refused.ts';
import { releaseWalletLink } from '../onboarding/end-connection.ts';
import { refreshMerchant } from '../onboarding/index.ts';
import { readPayingMerchant } from '../merchants/index.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { createSetup } from './create-setup.ts';
import { forgetAbandonedSetups } from './forget-abandoned-setups.ts';
import { hearOfRemovedInstrument } from './hear-of-removed-instrument.ts';
import { hearOfSavedInstrument } from './hear-of-saved-instrument.ts';
import { listTokens, selectToken } from './queries.ts';
import { saveInstrument } from './save-instrument.ts';

// Each test has a merchant one of whose customers, anna, approved that an instrument is saved.

const PAGE = { limit: 10, offset: 0 };

let world: ModuleWorld;
let merchant: SellingMerchant;
let setup: ApprovedSetup;
let token: string;
let account: string;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  account = newProviderId('account');
  merchant = await connectedMerchant(world, account);
  setup = await approvedSetup(world, merchant, 'anna');
  token = newProviderId('token');
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const save = () => saveInstrument(world.ctx, setup).then(orThrow);
async function saved(): Promise<void> {
  world.script.answer('vault.save', savedAs(token));
  await save();
}
const shown = async ({ merchant_id } = merchant) => {
  const { code: onboarding } = world.script.rail;
  return (await listTokens(world.ctx.db, { merchant_id, onboarding, ...PAGE })).map(
    (one) => one.provider_token_id,
  );
};
const heard = () => ({ provider: world.script.rail.code, rail_account_id: merchant.rail_account_id });
const customersAsked = () => world.script.asked('vault.setUp').map((of) => of.provider_customer_id);

async function chargedBy({ merchant_id }: SellingMerchant): Promise<string | null> {
  const paying = await readPayingMerchant(world.ctx.db, merchant_id, null);
  const { rail: provider, live_account_id: id, live_provider_account: provider_account } = paying;
  const into = { id: id!, provider_account: provider_account! };
  const of = { merchant_id, customer_ref: 'anna', provider, account: into };
  return (await selectToken(world.ctx.db, of))?.provider_token_id ?? null;
}

test('what a customer saved with one merchant is no other merchant’s, though it has the account now', async () => {
  await saved();
  await releaseWalletLink(world.ctx, merchant.merchant_id);
  const other = await connectedMerchant(world, account);
  await approvedSetup(world, other, 'anna');
  expect([await chargedBy(other), await shown(other)]).toEqual([null, []]);
  expect(customersAsked()).toEqual([null, null]);
  expect(world.script.asked('page.saverToken').map((of) => of.provider_customer_id)).toEqual([null, null]);
});

test('one customer of a merchant is not taken for another', async () => {
  await saved();
  await approvedSetup(world, merchant, 'ben');
  await approvedSetup(world, merchant, 'anna');
  const known = [null, null, 'at-wallet-anna'];
  expect(customersAsked()).toEqual(known);
  expect(world.script.asked('page.saverToken').map((of) => of.provider_customer_id)).toEqual(known);
});

test('what a customer is called at one account is not said to another', async () => {
  await saved();
  const another = { wallet_merchant_id: newProviderId('account'), reconnect: true };
  await connectAccount(world, merchant.merchant_id, another);
  merchant = {
    ...merchant,
    rail_account_id: (await readPayingMerchant(world.ctx.db, merchant.merchant_id, null)).live_account_id,
  };
  await approvedSetup(world, merchant, 'anna');
  expect(customersAsked()).toEqual([null, null]);
  expect([await chargedBy(merchant), await shown()]).toEqual([null, []]);
});

test('what was saved is not shown while its seller’s consent is withdrawn', async () => {
  await saved();
  expect(await shown()).toEqual([token]);
  world.script.answer('onboarding.findSeller', { kind: 'missing' });
  world.script.answer('onboarding.readSeller', { kind: 'gone' });
  await refreshMerchant(world.ctx, merchant.merchant_id);
  expect(await shown()).toEqual([]);
});

test('a setup that its provider never confirmed goes after an hour, and no other does', async () => {
  const { ctx, script } = world;
  const { session } = setup;
  const paying = await readPayingMerchant(ctx.db, merchant.merchant_id, null);
  const into = { id: paying.live_account_id!, provider_account: account };
  script.answer('vault.setUp', UNKNOWN);
  const unheard = createSetup(ctx, { session, merchant: paying, account: into, locale: null, in_hand: null });
  expect(await refusalOf(unheard.then(orThrow))).toBe('provider_unavailable');
  const left = async (after: number) => {
    const now = () => new Date(ctx.clock.now().getTime() + after);
    await forgetAbandonedSetups({ ...ctx, clock: { ...ctx.clock, now } });
    const rows = await ctx.db
      .selectFrom('vault_setups')
      .select('provider_setup_id')
      .where('checkout_session_id', '=', session.id)
      .orderBy('id')
      .execute();
    return rows.map(({ provider_setup_id }) => provider_setup_id);
  };
  expect(await left(59 * MINUTE_MS)).toEqual([setup.order_id, null]);
  expect(await left(61 * MINUTE_MS)).toEqual([setup.order_id]);
  await saved();
});

test('that an instrument was removed is believed when the provider shows it no more', async () => {
  const { ctx, script } = world;
  await saved();
  const remove = () => hearOfRemovedInstrument(ctx, { ...heard(), provider_token_id: token, isOld: false });
  const found = { kind: 'found', token: savedAs(token).token } as const;
  script.answer('vault.readToken', found, UNKNOWN, { kind: 'missing' });
  expect([await remove(), await shown()]).toEqual(['done', [token]]);
  expect([await remove(), await shown()]).toEqual(['later', [token]]);
  expect([await remove(), await shown()]).toEqual(['done', []]);
});

test('what another account tells has nothing of this one read, nor asked for', async () => {
  const { ctx, script } = world;
  const other = { ...heard(), rail_account_id: randomUUID() };
  script.answer('vault.save', UNKNOWN);
  expect(await refusalOf(save())).toBe('outcome_unknown');
  const provider_customer_id = 'at-wallet-anna';
  expect(await hearOfSavedInstrument(ctx, { ...other, provider_customer_id })).toBe('done');
  expect(script.asked('vault.save')).toHaveLength(1);
  script.answer('vault.save', savedAs(token));
  expect(await hearOfSavedInstrument(ctx, { ...heard(), provider_customer_id })).toBe('done');
  const removed = { ...other, provider_token_id: token, isOld: true };
  expect([await hearOfRemovedInstrument(ctx, removed), await shown()]).toEqual(['done', [token]]);
});
