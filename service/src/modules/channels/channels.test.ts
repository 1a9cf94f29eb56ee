import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ModuleWorld, refusalOf, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { UnfitValue } from '../../refusals.ts';
import { orThrow } from '../../refused.ts';
import { listAudit } from '../audit/trail.ts';
import { changeChannel } from './change-channel.ts';
import { createChannel } from './create-channel.ts';
import { type ChannelChange, findOnboardingReturn, listChannels, readChannel } from './queries.ts';
import { currentTerms, type NamedTerms, setTerms, termsOfAll } from './terms.ts';

const SHARE: NamedTerms = { type: 'fee_share', description: 'A third', fee_share_basis_points: 3_333 };
const EACH: NamedTerms = {
  type: 'per_transaction',
  description: 'A quarter each',
  ...{ per_transaction_minor_units: 25, per_transaction_currency: 'USD' },
};

let world: ModuleWorld;
let channel_id: string;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  channel_id = await make('Acme');
});

const make = async (name: string) =>
  (await inTransaction(world.ctx.db, (tx) => createChannel(tx, world.ctx, { name }))).id;
const change = (of: ChannelChange, id = channel_id) => changeChannel(world.ctx, id, of).then(orThrow);
const agree = (terms: NamedTerms, id = channel_id) => setTerms(world.ctx, id, terms).then(orThrow);
const nobody = () => uuidAt(world.ctx.clock.now());
/** What the audit trail says of a channel, the newest first. */
const audited = async (subject = channel_id) =>
  (await listAudit(world.ctx.db, { limit: 50, offset: 0 })).items
    .filter((entry) => entry.subject === subject)
    .map(({ action, detail }) => [action, detail]);
/** The fields of terms that do not hold. */
const problemsOf = async (terms: NamedTerms) => {
  const error: unknown = await agree(terms).catch((thrown: unknown) => thrown);
  return error instanceof UnfitValue ? error.problems.map(({ member }) => member) : error;
};

test('a channel is active from the first, without terms or a place to return to', async () => {
  expect(await readChannel(world.ctx.db, channel_id)).toMatchObject({
    ...{ id: channel_id, name: 'Acme', active: true, onboarding_return_url: null, budget_factor: 1 },
  });
  expect(await currentTerms(world.ctx.db, channel_id)).toBeUndefined();
  expect(await findOnboardingReturn(world.ctx.db, channel_id)).toBeNull();
  expect(await audited()).toEqual([['channel.created', {}]]);
});

test('a channel that is made in a transaction that fails was never made', async () => {
  const failed = inTransaction(world.ctx.db, async (tx) => {
    ({ id: channel_id } = await createChannel(tx, world.ctx, { name: 'Acme' }));
    throw new Error('the owner cannot be invited');
  });
  await expect(failed).rejects.toThrow('the owner cannot be invited');
  expect(await readChannel(world.ctx.db, channel_id)).toBeUndefined();
  expect(await audited()).toEqual([]);
});

test('what is left out of a change stays as it is', async () => {
  const url = 'https://acme.example/connected';
  await change({ onboarding_return_url: url, budget_factor: 3 });
  const { channel } = await change({ active: false, name: undefined });
  expect(channel).toMatchObject({
    name: 'Acme',
    active: false,
    onboarding_return_url: url,
    budget_factor: 3,
  });
  expect(await findOnboardingReturn(world.ctx.db, channel_id)).toEqual({ name: 'Acme', url });
  await change({ onboarding_return_url: null });
  expect(await findOnboardingReturn(world.ctx.db, channel_id)).toBeNull();
  expect((await audited()).slice(0, 2)).toEqual([
    ['channel.changed', { onboarding_return_url: null }],
    ['channel.changed', { active: false }],
  ]);
});

test('a change of nothing answers the channel as it is', async () => {
  expect((await change({})).channel).toEqual(await readChannel(world.ctx.db, channel_id));
});

test('a change is of the channel that is named alone', async () => {
  const other = await make('Bolt');
  await change({ name: 'Acme Ltd', active: false });
  expect(await readChannel(world.ctx.db, other)).toMatchObject({ name: 'Bolt', active: true });
});

test('what is no channel cannot be changed, nor agreed with', async () => {
  const id = nobody();
  expect(await refusalOf(change({ name: 'Acme' }, id))).toBe('channel_not_found');
  expect(await refusalOf(agree(SHARE, id))).toBe('channel_not_found');
  expect(await audited(id)).toEqual([]);
});

test('terms are versions, and the same again are none', async () => {
  await agree(SHARE);
  await agree({ ...SHARE, per_transaction_minor_units: 0, per_transaction_currency: null });
  expect(await currentTerms(world.ctx.db, channel_id)).toMatchObject({
    ...{ version: 1, type: 'fee_share', fee_share_basis_points: 3_333 },
    ...{ per_transaction_minor_units: null, per_transaction_currency: null },
  });
  await agree(EACH);
  expect(await currentTerms(world.ctx.db, channel_id)).toMatchObject({
    ...{ version: 2, fee_share_basis_points: null, per_transaction_minor_units: 25 },
  });
  await agree(SHARE);
  expect(await currentTerms(world.ctx.db, channel_id)).toMatchObject({ version: 3, type: 'fee_share' });
  expect((await audited()).map(([action]) => action)).toEqual([
    ...['channel.terms_set', 'channel.terms_set', 'channel.terms_set'],
    'channel.created',
  ]);
});

test('terms that are agreed on at once are versions one after the other', async () => {
  const shares = [100, 200, 300, 400];
  const agreed = await Promise.all(
    shares.map((fee_share_basis_points) => agree({ ...SHARE, fee_share_basis_points })),
  );
  // Each answers its own.
  expect(agreed.map(({ terms }) => terms.fee_share_basis_points)).toEqual(shares);
  expect(agreed.map(({ terms }) => terms.version).sort()).toEqual([1, 2, 3, 4]);
  expect(await currentTerms(world.ctx.db, channel_id)).toMatchObject({ version: shares.length });
});

test.each<[string, NamedTerms, string[]]>([
  ['a share needs its part', { type: 'fee_share', description: '' }, ['fee_share_basis_points']],
  [
    'an amount each needs the amount and its currency',
    { type: 'per_transaction', description: '' },
    ['per_transaction_minor_units', 'per_transaction_currency'],
  ],
  [
    'a share has no amount each',
    { ...SHARE, per_transaction_minor_units: 25 },
    ['per_transaction_minor_units'],
  ],
  ['an amount each has no share', { ...EACH, fee_share_basis_points: 1 }, ['fee_share_basis_points']],
  [
    'both need both',
    { type: 'fee_share_and_per_transaction', description: '' },
    ['fee_share_basis_points', 'per_transaction_minor_units', 'per_transaction_currency'],
  ],
])('of terms, %s', async (_name, terms, fields) => {
  expect(await problemsOf(terms)).toEqual(fields);
  expect(await currentTerms(world.ctx.db, channel_id)).toBeUndefined();
});

test('the terms of many channels are those in force of each', async () => {
  const [other, without] = [await make('Bolt'), await make('Coil')];
  await agree(SHARE);
  await agree(EACH);
  await agree({ ...SHARE, fee_share_basis_points: 1 }, other);
  const terms = await termsOfAll(world.ctx.db, [channel_id, other, without]);
  expect([terms.get(channel_id)?.version, terms.get(other)?.fee_share_basis_points]).toEqual([2, 1]);
  expect(terms.has(without)).toBe(false);
  expect(await termsOfAll(world.ctx.db, [])).toEqual(new Map());
});

test('channels are listed newest first, page by page', async () => {
  const newest = await make('Bolt');
  const [first, second] = await Promise.all(
    [0, 1].map((offset) => listChannels(world.ctx.db, { limit: 1, offset })),
  );
  expect([first, second].map((page) => page!.items.map(({ id }) => id))).toEqual([[newest], [channel_id]]);
  expect(first!.items[0]).toMatchObject({ owner_id: null, owner_email: null });
  expect(first!.total).toBe(second!.total);
});
