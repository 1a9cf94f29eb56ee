import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { asCaller } from '../../../../postgres/caller.ts';
import { holdNextCommit } from '../../../../tests/world/lost-commit.ts';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  refused,
  savedToken,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { isUnavailable } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import { chargeCustomer, transactionCharged } from './charge-customer.ts';

// Less than the server itself lets a statement take.
const PATIENCE_MS = 2_000;

let world: ModuleWorld;
let merchant_id: string;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  const merchant = await connectedMerchant(world);
  await savedToken(world, merchant, 'anna');
  merchant_id = merchant.merchant_id;
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const charge = () =>
  chargeCustomer(world.ctx, {
    ...{ merchant_id, customer_ref: 'anna', amount: minor(1_000), currency: 'USD' },
    ...{ idempotency_key: 'late', description: null, actor: CALLER },
  }).then(transactionCharged);
const isGivenUp = () =>
  asCaller({ lane: 'vault.charge', leftMs: PATIENCE_MS }, () => refused(charge())).catch(isUnavailable);
const states = () =>
  world.ctx.db
    .selectFrom('vault_charges')
    .select(['state', 'idempotency_key'])
    .where('merchant_id', '=', merchant_id)
    .execute();

test('a charge that is committed when its caller has gone is known as not sent, and its key is free', async () => {
  const held = await holdNextCommit(world.database_url, 'vault_charges');
  expect([await isGivenUp(), await states()]).toEqual([true, []]);
  await held.release();
  await expect.poll(states).toEqual([{ state: 'refused', idempotency_key: null }]);
  world.script.answer('vault.charge', taken());
  expect((await transactionOf(world, await charge())).status).toBe('captured');
});

test('one that is asked for again by a caller who has gone when that is committed stays unknown', async () => {
  world.script.answer('vault.charge', UNKNOWN);
  await expect(charge()).rejects.toMatchObject({ refusal: 'outcome_unknown' });
  world.ctx.clock.move(1);
  const late = { idempotency_key: 'late' };
  const held = await holdNextCommit(world.database_url, 'vault_charges');
  expect([await isGivenUp(), await states()]).toEqual([true, [{ ...late, state: 'unknown' }]]);
  await held.release();
  await expect.poll(states).toEqual([{ ...late, state: 'unknown' }]);
  world.script.answer('vault.charge', taken());
  expect((await transactionOf(world, await charge())).status).toBe('captured');
});
