import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { dayOf } from '../../lib/time.ts';
import { askForDays } from './ask-for-days.ts';
import { listDays } from './list-days.ts';

const MANY = 10_001;

let world: ModuleWorld;
let merchant_id: string;
let day: string;
beforeAll(async () => {
  world = await startModuleWorld();
  day = dayOf(world.ctx.clock.now());
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  await sql`delete from reconciliation_days`.execute(world.ctx.db);
  await sql`delete from rail_accounts`.execute(world.ctx.db);
  ({ merchant_id } = await connectedMerchant(world));
});

/** Accounts that the merchant had, whose ids are the first of all. */
async function hadAccounts(rail: string, count: number): Promise<void> {
  await sql`
    insert into rail_accounts (id, merchant_id, rail, provider_account, retired_at, created_at)
    select lpad(to_hex(nth), 32, '0')::uuid, ${merchant_id}::uuid, ${rail}, 'HAD-' || nth, now(), now()
    from generate_series(1, ${count}::integer) nth`.execute(world.ctx.db);
}

const ask = (of: string | null) => askForDays(world.ctx, { from: day, to: day, merchant_id: of });
const asked = async () => (await listDays(world.ctx.db, { merchant_id }, { limit: 9, offset: 0 })).total;

test.each(['of its merchant', 'of all'])(
  'an account is not missed behind many that nobody can be asked about, when days %s are asked for',
  async (whose) => {
    await hadAccounts('nmi', MANY);
    expect(await ask(whose === 'of all' ? null : merchant_id)).toBe(1);
    expect(await asked()).toBe(1);
  },
);

test('accounts of before count with the one of today', async () => {
  await hadAccounts('ppcp', 2);
  expect(await ask(merchant_id)).toBe(3);
  expect(await asked()).toBe(3);
});

test('an account that has served several merchants is asked for once', async () => {
  await sql`update rail_accounts set provider_account = 'ONE', retired_at = now()`.execute(world.ctx.db);
  await connectedMerchant(world, 'ONE');
  expect(await ask(null)).toBe(1);
});

test('more than can be asked for at once is refused', async () => {
  await hadAccounts('ppcp', MANY);
  expect(await refusalOf(ask(merchant_id))).toBe('reconciliation_range');
  expect(await refusalOf(ask(null))).toBe('reconciliation_range');
  expect(await asked()).toBe(0);
});
