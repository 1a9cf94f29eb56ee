import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, type TestChannel } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, NOBODY } from './support.ts';

const SHARE = { type: 'fee_share', description: 'A quarter of the fee', fee_share_basis_points: 2_500 };
const PAID = {
  ...{ type: 'per_transaction', description: 'Five cents each' },
  ...{ per_transaction_minor_units: 5, per_transaction_currency: 'USD' },
};
const NONE = {
  ...{ fee_share_basis_points: null, per_transaction_minor_units: null, per_transaction_currency: null },
};

let world: World;
let channel: TestChannel;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
});
afterAll(() => world.close());

const put = (body: object, id = channel.channel_id) => world.operator('PUT', `channels/${id}/terms`, body);
const listed = async () => (await world.operator('GET', 'channels?limit=1')).body.items[0];

test('terms are kept as versions and shown in the row of their channel', async () => {
  expect((await listed()).terms).toBeNull();
  const set = await put(SHARE);
  expect(set.status).toBe(200);
  expect(set.body).toMatchObject({
    channel_id: channel.channel_id,
    terms: { ...NONE, ...SHARE, version: 1 },
  });
  expect((await put(SHARE)).body.terms).toEqual(set.body.terms);
  const paid = await put({ ...NONE, ...PAID, fee_share_basis_points: 0 });
  expect(paid.body.terms).toMatchObject({ ...NONE, ...PAID, version: 2 });
  const both = { ...SHARE, ...PAID, type: 'fee_share_and_per_transaction' };
  expect((await put(both)).body.terms).toMatchObject({ ...both, version: 3 });
  expect((await listed()).terms).toMatchObject({ ...both, version: 3 });
  const renamed = await world.operator('PATCH', `channels/${channel.channel_id}`, { name: 'Renamed' });
  expect(renamed.body.terms).toMatchObject({ version: 3 });
  const { items } = (await world.operator('GET', 'audit?limit=10')).body;
  const set_by = items.filter((entry: { action: string }) => entry.action === 'channel.terms_set');
  expect(set_by.map((entry: { detail: { version: number } }) => entry.detail.version)).toEqual([3, 2, 1]);
});

test.each([
  [{ ...SHARE, type: 'half' }, 'type'],
  [{ ...SHARE, description: '' }, 'description'],
  [{ type: 'fee_share', description: 'x' }, 'fee_share_basis_points'],
  [{ ...SHARE, fee_share_basis_points: 10_001 }, 'fee_share_basis_points'],
  [{ ...SHARE, fee_share_basis_points: -1 }, 'fee_share_basis_points'],
  [{ ...SHARE, per_transaction_minor_units: 5 }, 'per_transaction_minor_units'],
  [{ ...PAID, per_transaction_minor_units: -1 }, 'per_transaction_minor_units'],
  [{ ...PAID, per_transaction_minor_units: 0.5 }, 'per_transaction_minor_units'],
  [{ ...PAID, per_transaction_currency: null }, 'per_transaction_currency'],
  [{ ...PAID, per_transaction_currency: 'XTS' }, 'per_transaction_currency'],
  [{ ...PAID, fee_share_basis_points: 1 }, 'fee_share_basis_points'],
  [{ ...SHARE, version: 9 }, 'version'],
])('terms of %j are refused', async (body, field) => {
  expectProblem(await put(body), ['body', field]);
});

test('nobody’s channel has no terms', async () => {
  expectRefused(await put(SHARE, NOBODY), 404);
});
