import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { connectedMerchant } from '../../../../tests/world/module-world.ts';
import { disputeOf, newProviderId, noBecause, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import type { ProviderDispute } from '../../rails/rail.ts';
import { disputeSteps } from './disputes.fixture.ts';
import { sweepDisputeAccounts } from './sweep-dispute-accounts.ts';
import { sweepOfDisputeListings } from './sweep-dispute-listings.ts';

// The provider’s list of an account’s disputes.

const HOUR = 3_600;
const DAY = 24 * HOUR;

const { on, at, shows, events, known } = disputeSteps();

const listOnce = () => sweepOfDisputeListings(on.world.ctx).run(UNTIL_DONE);
const found = (disputes: ProviderDispute[], next_page: string | null = null) => ({
  ...{ kind: 'found' as const, next_page },
  disputes: disputes.map(({ provider_dispute_id, updated_at }) => ({ provider_dispute_id, updated_at })),
});
const askedOf = () =>
  on.world.script.asked('disputes.list').map(({ since, page }) => [since?.getTime() ?? null, page]);

beforeEach(async () => {
  // Accounts of the tests before are listed by themselves.
  await sql`delete from dispute_accounts`.execute(on.world.ctx.db);
  await sql`update rail_accounts set retired_at = now() where merchant_id <> ${on.merchant.merchant_id}`.execute(
    on.world.ctx.db,
  );
  await sql`delete from dispute_account_walks`.execute(on.world.ctx.db);
  await sweepDisputeAccounts(on.world.ctx);
  await sql`delete from dispute_accounts where merchant_id <> ${on.merchant.merchant_id}`.execute(
    on.world.ctx.db,
  );
});

test('is read page by page, the first time to its end and then what moved', async () => {
  const [one, two] = [1, 2].map(() =>
    disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-DAY), is_resolved: true }),
  );
  const begun = on.world.ctx.clock.now().getTime();
  on.world.script.answer('disputes.list', found([one!], 'second'), found([two!]));
  shows(one!, two!);
  await listOnce();
  expect(askedOf()).toEqual([
    [null, null],
    [null, 'second'],
  ]);
  expect(await events()).toEqual(['created', 'resolved', 'created', 'resolved']);
  on.world.ctx.clock.move(6 * HOUR + 1);
  on.world.script.answer('disputes.list', found([one!, two!]));
  await listOnce();
  const since = askedOf().at(-1)![0] as number;
  expect(Math.abs(since - (begun - HOUR * 1_000))).toBeLessThan(60_000);
});

test('goes on at the page where it was left when the provider fails', async () => {
  const dispute = disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-DAY) });
  on.world.script.answer('disputes.list', found([], 'second'), found([dispute]));
  on.world.script.answer('disputes.read', UNKNOWN);
  await listOnce();
  on.world.ctx.clock.move(61);
  on.world.script.answer('disputes.list', found([dispute]));
  shows(dispute);
  await listOnce();
  expect(askedOf().map(([, page]) => page)).toEqual([null, 'second', 'second']);
  // One that is open is asked about every hour.
  on.world.ctx.clock.move(HOUR + 1);
  on.world.script.answer('disputes.list', found([dispute]));
  await listOnce();
});

test('ends at a page that leads to itself, and begins anew beyond what the search reaches', async () => {
  on.world.script.answer('disputes.list', found([], 'round'), found([], 'round'));
  await listOnce();
  on.world.ctx.clock.move(181 * DAY);
  on.world.script.answer('disputes.list', found([]));
  await listOnce();
  expect(askedOf()).toEqual([
    [null, null],
    [null, 'round'],
    [null, null],
  ]);
});

test('of an account that withdrew the access is asked for a day later', async () => {
  on.world.script.answer('disputes.list', { kind: 'denied', refusal: noBecause('PERMISSION_DENIED') });
  await listOnce();
  on.world.ctx.clock.move(23 * HOUR);
  await listOnce();
  on.world.ctx.clock.move(2 * HOUR);
  on.world.script.answer('disputes.list', found([]));
  await listOnce();
});

test('passes over a dispute that nobody can read, after an hour, and not those behind it', async () => {
  const [broken, sound, behind] = [1, 2, 3].map(() =>
    disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-DAY) }),
  );
  for (let nth = 0; nth < 7; nth += 1) {
    on.world.script.answer('disputes.list', found([broken!, sound!], 'second'));
    on.world.script.answer('disputes.read', UNKNOWN);
    if (nth === 0) shows(sound!);
    if (nth === 6) {
      on.world.script.answer('disputes.list', found([behind!]));
      shows(behind!);
    }
    await listOnce();
    on.world.ctx.clock.move(HOUR + 1);
  }
  expect(await known(behind!.provider_dispute_id)).toBeDefined();
  expect(await known(broken!.provider_dispute_id)).toBeUndefined();
  expect(await events()).toEqual(['created', 'created']);
});

test('is read for whoever has the account by now', async () => {
  const { merchant_id } = await connectedMerchant(on.world);
  const { db } = on.world.ctx;
  const { provider_account } = await db
    .selectFrom('rail_accounts')
    .select('provider_account')
    .where('merchant_id', '=', on.merchant.merchant_id)
    .executeTakeFirstOrThrow();
  await sql`update rail_accounts set retired_at = now() where merchant_id = ${on.merchant.merchant_id}`.execute(
    db,
  );
  await sql`update rail_accounts set provider_account = ${provider_account} where merchant_id = ${merchant_id}`.execute(
    db,
  );
  const dispute = disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-DAY) });
  on.world.script.answer('disputes.list', found([dispute]));
  shows(dispute);
  await listOnce();
  expect(await known(dispute.provider_dispute_id)).toMatchObject({ merchant_id });
});
