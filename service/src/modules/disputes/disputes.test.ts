import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
  stopping,
} from '../../../../tests/world/module-world.ts';
import { disputeOf, newProviderId, noBecause, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderDispute } from '../../rails/rail.ts';
import { settleNow } from '../doubt/index.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { actOnDispute } from './act-on-dispute.ts';
import { hearOfDispute } from './hear-of-dispute.ts';
import { findAccounts, listingsOf } from './list-disputes.ts';
import { matchDisputes } from './match.ts';
import { findByProvider } from './queries.ts';
import { disputeActionDoubt } from './settle.ts';
import { settleByHand } from './settle-by-hand.ts';
import { tellDeadlines } from './tell-deadlines.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const MESSAGE = { action: 'send-message', message: 'It is on its way.' } as const;

let world: ModuleWorld;
let merchant: SellingMerchant;
let account: string;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
  account = await accountOf(merchant);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

async function accountOf({ merchant_id }: SellingMerchant): Promise<string> {
  const row = await world.ctx.db
    .selectFrom('rail_accounts')
    .select('provider_account')
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  return row.provider_account;
}

const at = (seconds: number) => new Date(world.ctx.clock.now().getTime() + seconds * 1_000);

/** What the provider shows of a dispute from now on, each time it is asked once. */
const shows = (...states: ProviderDispute[]) =>
  states.forEach((dispute) => world.script.answer('disputes.read', { kind: 'found', dispute }));
const hear = (provider_dispute_id: string, provider_account = account) =>
  hearOfDispute(world.ctx, { provider: 'ppcp', provider_dispute_id, provider_account });
const known = async (provider_dispute_id: string) =>
  (await findByProvider(world.ctx.db, { provider: 'ppcp', provider_dispute_id }))!;

async function opened(more: Partial<ProviderDispute> = {}): Promise<ProviderDispute> {
  const dispute = disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-60), ...more });
  shows(dispute);
  await hear(dispute.provider_dispute_id);
  return dispute;
}

async function events(of: SellingMerchant = merchant): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where merchant_id = ${of.merchant_id} and type like 'dispute.%' order by id`.execute(
    world.ctx.db,
  );
  return rows.map(({ type }) => type.slice('dispute.'.length));
}

describe('a dispute', () => {
  test('that two processes hear of in the same moment is told of once', async () => {
    const dispute = disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-60) });
    const both = Promise.withResolvers<void>();
    let reads = 0;
    for (let nth = 0; nth < 2; nth += 1) {
      world.script.answerBy('disputes.read', async () => {
        reads += 1;
        if (reads === 2) both.resolve();
        await both.promise;
        return { kind: 'found', dispute };
      });
    }
    // Whoever comes second reads once more.
    shows(dispute);
    expect(await Promise.all([hear(dispute.provider_dispute_id), hear(dispute.provider_dispute_id)])).toEqual(
      [true, true],
    );
    expect(await events()).toEqual(['created']);
  });

  test('is what the read shows that was begun last, whichever ends last', async () => {
    const dispute = await opened();
    const early = Promise.withResolvers<void>();
    const { provider_dispute_id } = dispute;
    world.script.answerBy('disputes.read', async () => {
      await early.promise;
      return { kind: 'found', dispute };
    });
    const first = hear(provider_dispute_id);
    await expect.poll(() => world.script.unused()).toEqual([]);
    shows({ ...dispute, status: 'UNDER_REVIEW' });
    await hear(provider_dispute_id);
    early.resolve();
    await first;
    expect((await known(provider_dispute_id)).status).toBe('UNDER_REVIEW');
    expect(await events()).toEqual(['created', 'updated']);
  });

  test('is never set back to what the provider itself calls older', async () => {
    const dispute = await opened();
    shows({ ...dispute, status: 'UNDER_REVIEW', updated_at: at(0) }, dispute);
    await hear(dispute.provider_dispute_id);
    await hear(dispute.provider_dispute_id);
    expect((await known(dispute.provider_dispute_id)).status).toBe('UNDER_REVIEW');
  });

  test('that moved in nothing but its time is no news', async () => {
    const dispute = await opened();
    shows({ ...dispute, updated_at: at(0) });
    await hear(dispute.provider_dispute_id);
    expect(await events()).toEqual(['created']);
  });

  test('against an account that nobody has is passed over', async () => {
    expect(await hear(newProviderId('dispute'), newProviderId('account'))).toBe(true);
    expect(await events()).toEqual([]);
  });

  test('that cannot be read is heard of again, but not where the access was withdrawn', async () => {
    world.script.answer('disputes.read', UNKNOWN, {
      kind: 'denied',
      refusal: noBecause('PERMISSION_DENIED'),
    });
    expect(await hear(newProviderId('dispute'))).toBe(false);
    expect(await hear(newProviderId('dispute'))).toBe(true);
  });
});

describe('the payment of a dispute', () => {
  test('is of the same account, and else of nobody', async () => {
    const other = await connectedMerchant(world);
    const { capture_id } = await capturedPayment(world, other);
    const { provider_dispute_id } = await opened({ provider_transaction_id: capture_id });
    expect(await known(provider_dispute_id)).toMatchObject({
      merchant_id: merchant.merchant_id,
      transaction_id: null,
    });
    world.ctx.clock.move(DAY);
    await matchDisputes(world.ctx);
    expect((await known(provider_dispute_id)).transaction_id).toBeNull();
    expect([await events(), await events(other)]).toEqual([['created'], []]);
  });

  test('is looked for until it is found', async () => {
    const capture_id = newProviderId('capture');
    const { provider_dispute_id } = await opened({ provider_transaction_id: capture_id });
    const paid = await capturedPayment(world, merchant);
    await sql`update transactions set provider_capture_id = ${capture_id} where id = ${paid.transaction_id}`.execute(
      world.ctx.db,
    );
    expect(await matchDisputes(world.ctx)).toBe(0);
    world.ctx.clock.move(6);
    await matchDisputes(world.ctx);
    expect(await known(provider_dispute_id)).toMatchObject({
      transaction_id: paid.transaction_id,
      match_at: null,
    });
    expect(await events()).toEqual(['created', 'updated']);
  });

  test('is not looked for after half a year', async () => {
    const { provider_dispute_id } = await opened({ provider_transaction_id: newProviderId('capture') });
    world.ctx.clock.move(181 * DAY);
    await matchDisputes(world.ctx);
    expect((await known(provider_dispute_id)).match_at).toBeNull();
  });
});

describe('the money that is disputed', () => {
  const postingsOf = async (transaction_id: string) => {
    const { rows } = await sql<{ kind: string; amount_cents: number }>`
      select kind, amount_cents from ledger_postings
      where transaction_id = ${transaction_id} and kind like 'dispute%' order by posted_at, kind`.execute(
      world.ctx.db,
    );
    return rows.map(({ kind, amount_cents }) => [kind, amount_cents]);
  };
  const disputedAt = async (transaction_id: string) =>
    (
      await world.ctx.db
        .selectFrom('transactions')
        .select('disputed_at')
        .where('id', '=', transaction_id)
        .executeTakeFirstOrThrow()
    ).disputed_at;

  test.each(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_BUYER_FAVOUR'])(
    'is held until the dispute ends, once each, also as %s',
    async (outcome) => {
      const { capture_id, transaction_id } = await capturedPayment(world, merchant);
      const dispute = await opened({ provider_transaction_id: capture_id, amount: minor(600) });
      expect(await postingsOf(transaction_id)).toEqual([['dispute_hold', 600]]);
      expect(await disputedAt(transaction_id)).toEqual(dispute.opened_at);
      const ended = { ...dispute, is_resolved: true, status: 'RESOLVED', outcome };
      shows({ ...dispute, status: 'UNDER_REVIEW' }, ended, { ...ended, available_actions: ['appeal'] });
      for (let nth = 0; nth < 3; nth += 1) await hear(dispute.provider_dispute_id);
      expect(await postingsOf(transaction_id)).toEqual([
        ['dispute_hold', 600],
        ['dispute_win', 600],
      ]);
    },
  );

  test('is never more than the payment, and nothing once the dispute has ended', async () => {
    const more = await capturedPayment(world, merchant);
    await opened({ provider_transaction_id: more.capture_id, amount: minor(5_000) });
    const over = await capturedPayment(world, merchant);
    await opened({ provider_transaction_id: over.capture_id, is_resolved: true });
    expect([await postingsOf(more.transaction_id), await postingsOf(over.transaction_id)]).toEqual([
      [['dispute_hold', 1_000]],
      [],
    ]);
  });

  test('is held when the payment is found', async () => {
    const capture_id = newProviderId('capture');
    await opened({ provider_transaction_id: capture_id });
    const { transaction_id } = await capturedPayment(world, merchant);
    await sql`update transactions set provider_capture_id = ${capture_id} where id = ${transaction_id}`.execute(
      world.ctx.db,
    );
    world.ctx.clock.move(6);
    await matchDisputes(world.ctx);
    expect(await postingsOf(transaction_id)).toEqual([['dispute_hold', 1_000]]);
  });
});

describe('a deadline', () => {
  test('that is moved and moved back is told of once', async () => {
    const [first, second] = [at(2 * DAY), at(2.5 * DAY)];
    const dispute = await opened({ response_deadline: first });
    for (const response_deadline of [second, first, second]) {
      await tellDeadlines(world.ctx);
      shows({ ...dispute, response_deadline });
      await hear(dispute.provider_dispute_id);
    }
    await tellDeadlines(world.ctx);
    expect((await events()).filter((type) => type === 'evidence_deadline_approaching')).toHaveLength(2);
  });

  test('that two workers meet is told of once', async () => {
    await opened({ response_deadline: at(DAY) });
    await Promise.all([tellDeadlines(world.ctx), tellDeadlines(world.ctx)]);
    expect(await events()).toEqual(['created', 'evidence_deadline_approaching']);
  });

  test('that is over is not told of', async () => {
    await opened({ response_deadline: at(-1) });
    await tellDeadlines(world.ctx);
    expect(await events()).toEqual(['created']);
  });
});

describe('an answer', () => {
  const give = async (provider_dispute_id: string, ctx = world.ctx) =>
    actOnDispute(ctx, {
      merchant_id: merchant.merchant_id,
      dispute_id: (await known(provider_dispute_id)).id,
      actor: 'key:test',
      answer: MESSAGE,
    });
  const answerOf = async (provider_dispute_id: string) =>
    world.ctx.db
      .selectFrom('dispute_actions')
      .select(['id', 'state', 'refusal', 'last_problem'])
      .where('dispute_id', '=', (await known(provider_dispute_id)).id)
      .executeTakeFirstOrThrow();
  const said = (...words: string[]) => words.map((one) => ({ action: 'send-message', words: one }) as const);

  test('whose process ended before it was sent was not given, half a minute later', async () => {
    const dispute = await opened();
    shows(dispute);
    // The process is gone: nobody hears what becomes of the call.
    world.script.answerBy('disputes.act', () => new Promise(() => undefined));
    void give(dispute.provider_dispute_id);
    await expect.poll(() => world.script.asked('disputes.act')).toHaveLength(1);
    const { id } = await answerOf(dispute.provider_dispute_id);
    world.ctx.clock.move(29);
    shows(dispute);
    expect(await settleNow(world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: false });
    world.ctx.clock.move(2);
    shows(dispute);
    expect(await settleNow(world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: true });
    expect(await answerOf(dispute.provider_dispute_id)).toMatchObject({ state: 'refused' });
    expect(world.script.asked('disputes.act')).toHaveLength(1);
  });

  test('whose process ended after it was sent is found', async () => {
    const dispute = await opened();
    shows(dispute);
    world.script.answerBy('disputes.act', () => new Promise(() => undefined));
    void give(dispute.provider_dispute_id);
    await expect.poll(() => world.script.asked('disputes.act')).toHaveLength(1);
    const { id } = await answerOf(dispute.provider_dispute_id);
    shows({ ...dispute, answered: said('It is on its way.') });
    expect(await settleNow(world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: true });
    expect(await answerOf(dispute.provider_dispute_id)).toMatchObject({ state: 'done' });
  });

  test('that the dispute shows in other words stays open', async () => {
    const dispute = await opened({ answered: said('Hello') });
    shows(dispute);
    world.script.answer('disputes.act', UNKNOWN);
    expect(await refusalOf(give(dispute.provider_dispute_id))).toBe('outcome_unknown');
    const { id } = await answerOf(dispute.provider_dispute_id);
    world.ctx.clock.move(HOUR);
    shows({ ...dispute, answered: said('Hello', 'It is on its w\u2026') });
    expect(await settleNow(world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: false });
    expect(await answerOf(dispute.provider_dispute_id)).toMatchObject({
      state: 'unknown',
      last_problem: 'the dispute shows such an answer in other words',
    });
    shows({ ...dispute, answered: said('Hello', 'It is on its w\u2026', 'It is on its way.') });
    expect(await settleNow(world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: true });
  });

  test.each([
    [true, 'done'],
    [false, 'refused'],
  ])('in doubt is settled by hand as given: %s', async (was_given, state) => {
    const dispute = await opened();
    const { provider_dispute_id } = dispute;
    const { id: dispute_id } = await known(provider_dispute_id);
    expect(await refusalOf(settleByHand(world.ctx, { dispute_id, was_given }))).toBe('unsettled_not_found');
    shows(dispute);
    world.script.answer('disputes.act', UNKNOWN);
    await refusalOf(give(provider_dispute_id));
    await settleByHand(world.ctx, { dispute_id, was_given });
    expect(await answerOf(provider_dispute_id)).toMatchObject({ state });
    // The dispute takes another.
    shows(dispute, dispute);
    world.script.answer('disputes.act', { kind: 'done' });
    world.ctx.clock.move(1);
    await give(provider_dispute_id);
  });

  test('under way is not settled by hand', async () => {
    const dispute = await opened();
    const { id: dispute_id } = await known(dispute.provider_dispute_id);
    shows(dispute);
    world.script.answerBy('disputes.act', () => new Promise(() => undefined));
    void give(dispute.provider_dispute_id);
    await expect.poll(() => world.script.asked('disputes.act')).toHaveLength(1);
    const settled = settleByHand(world.ctx, { dispute_id, was_given: true });
    expect(await refusalOf(settled)).toBe('dispute_action_under_way');
  });

  test('that another process is giving is waited for, and by one that stops is not', async () => {
    const dispute = await opened();
    const { provider_dispute_id } = dispute;
    const sent = Promise.withResolvers<void>();
    shows(dispute, dispute, dispute);
    world.script.answerBy('disputes.act', async () => {
      await sent.promise;
      return { kind: 'refused', refusal: noBecause('NO') };
    });
    const first = refusalOf(give(provider_dispute_id));
    await expect.poll(() => world.script.asked('disputes.act')).toHaveLength(1);
    expect(await refusalOf(give(provider_dispute_id, stopping(world)))).toBe('outcome_unknown');
    const second = refusalOf(give(provider_dispute_id));
    await expect.poll(() => world.script.unused()).toEqual([]);
    sent.resolve();
    expect(await Promise.all([first, second])).toEqual(['dispute_action_refused', 'dispute_action_refused']);
  });
});

describe('the provider’s list', () => {
  const listOnce = () => listingsOf(world.ctx).run(UNTIL_DONE);
  const found = (disputes: ProviderDispute[], next_page: string | null = null) => ({
    ...{ kind: 'found' as const, next_page },
    disputes: disputes.map(({ provider_dispute_id, updated_at }) => ({ provider_dispute_id, updated_at })),
  });
  const askedOf = () =>
    world.script.asked('disputes.list').map(({ since, page }) => [since?.getTime() ?? null, page]);

  beforeEach(async () => {
    // Accounts of the tests before are listed by themselves.
    await sql`delete from dispute_accounts`.execute(world.ctx.db);
    await sql`update rail_accounts set retired_at = now() where merchant_id <> ${merchant.merchant_id}`.execute(
      world.ctx.db,
    );
    await sql`delete from dispute_account_walks`.execute(world.ctx.db);
    await findAccounts(world.ctx);
    await sql`delete from dispute_accounts where merchant_id <> ${merchant.merchant_id}`.execute(
      world.ctx.db,
    );
  });

  test('is read page by page, the first time to its end and then what moved', async () => {
    const [one, two] = [1, 2].map(() =>
      disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-DAY), is_resolved: true }),
    );
    const begun = world.ctx.clock.now().getTime();
    world.script.answer('disputes.list', found([one!], 'second'), found([two!]));
    shows(one!, two!);
    await listOnce();
    expect(askedOf()).toEqual([
      [null, null],
      [null, 'second'],
    ]);
    expect(await events()).toEqual(['created', 'resolved', 'created', 'resolved']);
    world.ctx.clock.move(6 * HOUR + 1);
    world.script.answer('disputes.list', found([one!, two!]));
    await listOnce();
    const since = askedOf().at(-1)![0] as number;
    expect(Math.abs(since - (begun - HOUR * 1_000))).toBeLessThan(60_000);
  });

  test('goes on at the page where it was left when the provider fails', async () => {
    const dispute = disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-DAY) });
    world.script.answer('disputes.list', found([], 'second'), found([dispute]));
    world.script.answer('disputes.read', UNKNOWN);
    await listOnce();
    world.ctx.clock.move(61);
    world.script.answer('disputes.list', found([dispute]));
    shows(dispute);
    await listOnce();
    expect(askedOf().map(([, page]) => page)).toEqual([null, 'second', 'second']);
    // One that is open is asked about every hour.
    world.ctx.clock.move(HOUR + 1);
    world.script.answer('disputes.list', found([dispute]));
    await listOnce();
  });

  test('ends at a page that leads to itself, and begins anew beyond what the search reaches', async () => {
    world.script.answer('disputes.list', found([], 'round'), found([], 'round'));
    await listOnce();
    world.ctx.clock.move(181 * DAY);
    world.script.answer('disputes.list', found([]));
    await listOnce();
    expect(askedOf()).toEqual([
      [null, null],
      [null, 'round'],
      [null, null],
    ]);
  });

  test('of an account that withdrew the access is asked for a day later', async () => {
    world.script.answer('disputes.list', { kind: 'denied', refusal: noBecause('PERMISSION_DENIED') });
    await listOnce();
    world.ctx.clock.move(23 * HOUR);
    await listOnce();
    world.ctx.clock.move(2 * HOUR);
    world.script.answer('disputes.list', found([]));
    await listOnce();
  });
});
