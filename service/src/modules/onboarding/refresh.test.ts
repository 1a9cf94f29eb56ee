import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asCaller } from '../../../../postgres/caller.ts';
import { DatabaseUnavailable } from '../../../../postgres/failures.ts';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { createPpcpRail } from '../../rails/ppcp/index.ts';
import { optionsFor } from '../../rails/ppcp/provider.fixture.ts';
import { railRegistry } from '../../rails/registry.ts';
import { newTenant, startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { disconnectMerchant, releaseWalletLink } from './end-connection.ts';
import { readConnection } from './queries.ts';
import { readStatus } from './read-status.ts';
import { beginRefresh, refreshSoon } from './refresh.ts';
import { type SellerAnswer, storeAnswer } from './store-answer.ts';

// Merchants who began and have no account: what is stored follows without a word of the provider.

const PATIENCE_MS = 300;

let world: World;
let ctx: Ctx;
let merchant_id: string;
beforeAll(async () => {
  world = await startWorld();
  ctx = { ...world.ctx, rails: railRegistry([createPpcpRail(optionsFor('http://127.0.0.1:9'))]) };
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ merchant_id } = await newTenant(ctx));
  await sql`
    insert into wallet_connections (merchant_id, started, onboarding_status, updated_at)
    values (${merchant_id}, true, 'in_progress', ${ctx.clock.now()})`.execute(ctx.db);
});

const FEATURES = [
  'checkout_platform_fee',
  'disputes',
  'transaction_search',
  'reporting_reconciliation',
] as const;
const READY: Extract<SellerAnswer, { kind: 'seller' }>['seller'] = {
  ...{ wallet_merchant_id: '', tracking_id: null, country: 'US', primary_currency: 'USD' },
  ...{ email_confirmed: true, payments_receivable: true, has_checkout_product: true, can_vault: false },
  granted: {
    missing_scopes: [],
    features: {
      ...(Object.fromEntries(FEATURES.map((name) => [name, true])) as Record<
        (typeof FEATURES)[number],
        true
      >),
      ...{ merchant_info: true, advanced_card_checkout: false },
    },
  },
  ...{ acdc_status: 'unavailable', apple_pay_status: 'unavailable', google_pay_status: 'unavailable' },
};

const withLeft = <T>(leftMs: number, work: () => T): T => asCaller({ lane: 'test', leftMs }, work);
const stored = async () => (await readConnection(ctx.db, merchant_id))!;

test('a refresh is stored however little time whoever began it had left', async () => {
  const connection = await stored();
  const reading = await withLeft(0, () => beginRefresh(ctx, connection)!.stored);
  expect(reading.fresh).toBe(true);
  expect((await stored()).refreshed_at).not.toBeNull();
});

test('whoever reads a status waits no longer for what is stored than for anything else', async () => {
  const failure = await inTransaction(ctx.db, async (tx) => {
    await sql`select from merchants where id = ${merchant_id} for update`.execute(tx);
    const read = withLeft(PATIENCE_MS, () => readStatus(ctx, merchant_id));
    return read.catch((error: unknown) => error);
  });
  expect(failure).toBeInstanceOf(DatabaseUnavailable);
  // By its own patience, and not by what one wait for a lock may take.
  expect((failure as Error).message).toMatch(/while the caller waited$|within \d{1,3} ms$|no time left/);
  await expect.poll(async () => (await stored()).refreshed_at).not.toBeNull();
});

test('a refresh that nobody waits for and that cannot begin is nobody’s failure', async () => {
  await withLeft(0, () => refreshSoon(ctx, merchant_id));
  expect((await stored()).refreshed_at).toBeNull();
});

test.each([
  ['disconnected the merchant', disconnectMerchant, 'restricted'],
  ['released its account', releaseWalletLink, 'not_linked'],
])('an answer that was asked for before the operator %s changes nothing', async (_what, end, expected) => {
  const seller = { ...READY, wallet_merchant_id: merchant_id };
  const answer: SellerAnswer = { kind: 'seller', account_conflict: false, seller };
  await storeAnswer(ctx, await stored(), { answer, askedAt: ctx.clock.now() });
  const read = await stored();
  expect(read.wallet_connection_status).toBe('connected');
  await end(ctx, merchant_id);
  const ended = await stored();
  // Whoever read the row before may well ask only afterwards.
  await storeAnswer(ctx, read, { answer, askedAt: new Date(ctx.clock.now().getTime() + 1) });
  expect(await stored()).toEqual(ended);
  expect(ended.wallet_connection_status).toBe(expected);
});

test('of two answers the one that was asked for later stands, whichever is stored first', async () => {
  const { clock } = world.ctx;
  const seller = { ...READY, wallet_merchant_id: merchant_id };
  const here: SellerAnswer = { kind: 'seller', account_conflict: false, seller };
  const gone: SellerAnswer = { kind: 'gone', account_conflict: false, wallet_merchant_id: merchant_id };
  const first = { answer: here, askedAt: clock.now() };
  clock.move(1);
  const second = { answer: gone, askedAt: clock.now() };
  clock.move(1);
  // The older answer comes late, after the newer one was asked for and before that is answered.
  await storeAnswer(ctx, await stored(), first);
  expect((await stored()).wallet_connection_status).toBe('connected');
  clock.move(1);
  await storeAnswer(ctx, await stored(), second);
  expect(await stored()).toMatchObject({ consent_withdrawn: true, payments_enabled: false });
  const ended = await stored();
  clock.move(1);
  await storeAnswer(ctx, ended, first);
  expect(await stored()).toEqual(ended);
});

test('that another account is gone says nothing of the one that the merchant has', async () => {
  const seller = { ...READY, wallet_merchant_id: merchant_id };
  const here: SellerAnswer = { kind: 'seller', account_conflict: false, seller };
  const gone = (account: string): SellerAnswer => ({
    kind: 'gone',
    account_conflict: false,
    wallet_merchant_id: account,
  });
  const { clock } = world.ctx;
  const hear = async (answer: SellerAnswer) => {
    clock.move(1);
    await storeAnswer(ctx, await stored(), { answer, askedAt: clock.now() });
    return (await stored()).wallet_connection_status;
  };
  expect(await hear(here)).toBe('connected');
  expect(await hear(gone('another'))).toBe('connected');
  expect(await hear(gone(merchant_id))).toBe('restricted');
});
