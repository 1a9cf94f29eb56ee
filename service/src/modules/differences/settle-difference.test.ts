import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { uuidAt } from '../../lib/ids.ts';
import { dayOf } from '../../lib/time.ts';
import { askForDays } from '../reconciliation/ask-for-days.ts';
import type { ComparedDay, Finding } from './finding.ts';
import { listFinding } from './list-finding.ts';
import { closeUnseen, hasOpenDifference, listDifferences } from './queries.ts';
import { settleDifference } from './settle-difference.ts';

const THEIRS = { amount_cents: 900, currency: 'USD', state: 'completed', at: null };
const FINDING: Finding = {
  ...{ cause: 'amount', kind: 'capture', provider_id: 'CAPTURE', payment: null },
  ...{ ours: { ...THEIRS, amount_cents: 1_000 }, theirs: THEIRS },
};
const NOTE = 'their mistake';

let world: ModuleWorld;
let merchant_id: string;
let day: ComparedDay;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  ({ merchant_id } = await connectedMerchant(world));
  const today = dayOf(world.ctx.clock.now());
  await askForDays(world.ctx, { from: today, to: today, merchant_id });
  const { rows } = await sql<ComparedDay>`
    select id, provider, provider_account, merchant_id, to_char(day, 'YYYY-MM-DD') as day
    from reconciliation_days where merchant_id = ${merchant_id}`.execute(world.ctx.db);
  day = { ...rows[0]!, begun_at: world.ctx.clock.now() };
});

const listed = async () =>
  (await listDifferences(world.ctx.db, { merchant_id }, { limit: 10, offset: 0 })).items;
const find = (finding: Finding = FINDING) => listFinding(world.ctx, day, finding, 'open');

async function settled(): Promise<string> {
  await find();
  const difference_id = (await listed())[0]!.id;
  await settleDifference(world.ctx, { difference_id, note: NOTE });
  return difference_id;
}

test('a difference that a person settled stays so while both sides say what they said', async () => {
  const id = await settled();
  await find();
  expect(await listed()).toMatchObject([{ id, state: 'settled', note: NOTE }]);
  expect(await hasOpenDifference(world.ctx.db, day.id)).toBe(false);
});

test('a difference that was settled is open again when either side says something else', async () => {
  const id = await settled();
  await find({ ...FINDING, theirs: { ...THEIRS, amount_cents: 800 } });
  expect(await listed()).toMatchObject([{ id, state: 'open', closed_at: null }]);
});

test('only what is open can be settled', async () => {
  const settle = (difference_id: string) => settleDifference(world.ctx, { difference_id, note: NOTE });
  expect(await refusalOf(settle(await settled()))).toBe('difference_not_found');
  expect(await refusalOf(settle(uuidAt(world.ctx.clock.now())))).toBe('difference_not_found');
});

test('what a later look at the day does not find any more is gone, and was settled by nobody', async () => {
  await find();
  const begun_at = new Date(day.begun_at!.getTime() + 1_000);
  await world.ctx.db.transaction().execute((tx) => closeUnseen(tx, { ...day, begun_at }, begun_at));
  expect(await listed()).toMatchObject([{ state: 'gone', note: null, closed_at: begun_at }]);
});
