import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { orThrow } from '../../refused.ts';
import { listAudit } from '../audit/trail.ts';
import { createChannel } from '../channels/index.ts';
import { createMerchant, foldEmail } from './create-merchant.ts';
import { findMerchant, listMerchants, type MerchantFilter, updateMerchant } from './queries.ts';

let world: ModuleWorld;
let channel_id: string;
let made = 0;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  channel_id = await makeChannel();
});

const makeChannel = async () =>
  (await inTransaction(world.ctx.db, (tx) => createChannel(tx, world.ctx, { name: 'Acme' }))).id;
const newEmail = () => `shop-${(made += 1)}@example.com`;
const make = async (business_name: string, email = newEmail(), owner: string | null = channel_id) => {
  const asked = { channel_id: owner, actor: 'key:test', business_name, email, country_code: 'US' };
  return orThrow(await createMerchant(world.ctx, asked)).merchant;
};
const list = (filter: Partial<MerchantFilter> = {}) =>
  listMerchants(world.ctx.db, { channel_id, limit: 50, offset: 0, ...filter });
const names = async (filter: Partial<MerchantFilter> = {}) =>
  (await list(filter)).merchants.map(({ business_name }) => business_name);
const trailOf = async (subject: string) =>
  (await listAudit(world.ctx.db, { limit: 50, offset: 0 })).items
    .filter((entry) => entry.subject === subject)
    .map(({ actor, action }) => [actor, action]);

test('a merchant begins without a fee, a hold or an account, on the rail of the deployment', async () => {
  const { id, email } = await make('Corner Shop');
  expect(await findMerchant(world.ctx.db, id)).toMatchObject({
    ...{ id, channel_id, business_name: 'Corner Shop', email, country_code: 'US' },
    ...{ payment_provider: world.script.rail.code, payment_hold: false, rail_credentials: null },
    ...{ platform_fee_percent_millionths: 0, platform_fee_fixed_minor_units: 0, supported_funding: null },
  });
  expect(await trailOf(id)).toEqual([['key:test', 'merchant.created']]);
});

test('an email serves one merchant, whosever it is and in any letter case', async () => {
  const email = newEmail();
  await make('Corner Shop', email);
  const other = await makeChannel();
  expect(await refusalOf(make('Corner Shop', email.toUpperCase()))).toBe('merchant_email_taken');
  expect(await refusalOf(make('Corner Shop', email, other))).toBe('merchant_email_taken');
  expect(await refusalOf(make('Corner Shop', email, null))).toBe('merchant_email_taken');
  expect([await names(), await names({ channel_id: other })]).toEqual([['Corner Shop'], []]);
});

test('of two that ask for an email at once, one is made', async () => {
  const email = newEmail();
  const refusals = await Promise.all(['One', 'Two'].map((name) => refusalOf(make(name, email))));
  expect(refusals.toSorted()).toEqual(['merchant_email_taken', null]);
  expect(await names()).toHaveLength(1);
});

test('what is changed of a merchant is what is named, and of that merchant alone', async () => {
  const [one, other] = [await make('One'), await make('Other')];
  const change = (set: Parameters<typeof updateMerchant>[2]) =>
    inTransaction(world.ctx.db, (tx) => updateMerchant(tx, one.id, set));
  await change({
    payment_hold: true,
    platform_fee_percent_millionths: 25_000,
    pay_later: '{"enabled":false}',
  });
  await change({});
  expect(await findMerchant(world.ctx.db, one.id)).toMatchObject({
    ...{ business_name: 'One', payment_hold: true, platform_fee_percent_millionths: 25_000 },
    pay_later: { enabled: false },
  });
  expect(await findMerchant(world.ctx.db, other.id)).toMatchObject({ payment_hold: false, pay_later: null });
});

test('what has no such id is no merchant', async () => {
  expect(await findMerchant(world.ctx.db, uuidAt(world.ctx.clock.now()))).toBeUndefined();
});

describe('the list', () => {
  test('is of one channel, newest first, page by page', async () => {
    await make('Another’s', newEmail(), await makeChannel());
    await make('Nobody’s', newEmail(), null);
    for (const name of ['One', 'Two', 'Three']) await make(name);
    expect([await names({ limit: 2 }), await names({ limit: 2, offset: 2 })]).toEqual([
      ['Three', 'Two'],
      ['One'],
    ]);
    expect((await list({ limit: 1 })).total).toBe(3);
  });

  test('is of every channel, and of none, for the operator', async () => {
    await make('Channel’s');
    await make('Nobody’s', newEmail(), null);
    const { merchants, total } = await list({ channel_id: null, limit: 2 });
    expect(merchants.map(({ business_name }) => business_name)).toEqual(['Nobody’s', 'Channel’s']);
    expect(total).toBeGreaterThanOrEqual(2);
  });

  test('finds an email in any letter case, and all of it', async () => {
    const { email } = await make('One', `Mixed.${newEmail()}`);
    await make('Two');
    expect(await names({ email_folded: foldEmail(email.toUpperCase()) })).toEqual(['One']);
    expect(await names({ email_folded: email.slice(0, -1).toLowerCase() })).toEqual([]);
  });

  test('finds words in names and emails, and takes none of them for a pattern', async () => {
    await make('Ten % off');
    await make('Ten_fold');
    await make('Back\\slash');
    await make('Plain', `findme-${newEmail()}`);
    const found = await Promise.all(
      ['ten', '%', '_', '\\', 'FINDME', 'nothing'].map((search) => names({ search })),
    );
    expect(found).toEqual([
      ['Ten_fold', 'Ten % off'],
      ['Ten % off'],
      ['Ten_fold'],
      ['Back\\slash'],
      ['Plain'],
      [],
    ]);
  });

  test('shows and finds how far the onboarding of each has come; of one that never began it is pending', async () => {
    const merchant = await connectedMerchant(world);
    const own = { channel_id: merchant.channel_id! };
    await make('Waiting', newEmail(), own.channel_id);
    expect((await list(own)).merchants).toMatchObject([
      { onboarding_status: 'pending', wallet_connection_status: 'not_linked', payments_enabled: false },
      { id: merchant.merchant_id, onboarding_status: 'completed', payments_enabled: true },
    ]);
    expect(await names({ ...own, onboarding_status: ['pending'] })).toEqual(['Waiting']);
    expect(await names({ ...own, onboarding_status: ['completed'] })).toEqual(['Corner Shop']);
    expect(await names({ ...own, onboarding_status: ['pending', 'completed'] })).toHaveLength(2);
    expect(await names({ ...own, onboarding_status: [] })).toHaveLength(2);
  });
});
