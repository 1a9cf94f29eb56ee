import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { capturedPayment, connectedMerchant, transactionOf } from '../../../../tests/world/module-world.ts';
import { disputeOf, newProviderId, noBecause, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderDispute } from '../../rails/rail.ts';
import { disputeSteps } from './disputes.fixture.ts';
import { sweepDisputeMatches } from './sweep-dispute-matches.ts';
import { sweepDisputeDeadlines } from './sweep-dispute-deadlines.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { on, at, shows, hear, known, opened, events } = disputeSteps();

describe('a dispute', () => {
  test('that two processes hear of in the same moment is told of once', async () => {
    const dispute = disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-60) });
    const both = Promise.withResolvers<void>();
    let reads = 0;
    for (let nth = 0; nth < 2; nth += 1) {
      on.world.script.answerBy('disputes.read', async () => {
        reads += 1;
        if (reads === 2) both.resolve();
        await both.promise;
        return { kind: 'found', dispute };
      });
    }
    // Whoever comes second reads once more.
    shows(dispute);
    expect(await Promise.all([hear(dispute.provider_dispute_id), hear(dispute.provider_dispute_id)])).toEqual(
      ['done', 'done'],
    );
    expect(await events()).toEqual(['created']);
  });

  test('is what the read shows that was begun last, whichever ends last', async () => {
    const dispute = await opened();
    const early = Promise.withResolvers<void>();
    const { provider_dispute_id } = dispute;
    on.world.script.answerBy('disputes.read', async () => {
      await early.promise;
      return { kind: 'found', dispute };
    });
    const first = hear(provider_dispute_id);
    await expect.poll(() => on.world.script.unused()).toEqual([]);
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
    expect(await hear(newProviderId('dispute'), newProviderId('account'))).toBe('done');
    expect(await events()).toEqual([]);
  });

  test('that cannot be read is heard of again, but not where the access was withdrawn', async () => {
    on.world.script.answer('disputes.read', UNKNOWN, {
      kind: 'denied',
      refusal: noBecause('PERMISSION_DENIED'),
    });
    expect(await hear(newProviderId('dispute'))).toBe('later');
    expect(await hear(newProviderId('dispute'))).toBe('done');
  });
});

describe('a dispute that cannot be written', () => {
  // What stands in the way of one row and of no other.
  async function refusing(table: string, column: string, id: string, work: () => Promise<void>) {
    const { db } = on.world.ctx;
    await sql`
      create function refuse_one() returns trigger language plpgsql as
      ${sql.lit(`begin if new.${column} = '${id}' then raise exception 'not this one'; end if; return new; end`)}`.execute(
      db,
    );
    await sql`
      create trigger refuse_one before update on ${sql.table(table)} for each row execute function refuse_one()`.execute(
      db,
    );
    try {
      await work();
    } finally {
      await sql`drop function refuse_one cascade`.execute(db);
    }
  }

  test('keeps no other from the payment that is looked for', async () => {
    const [bad, good] = [newProviderId('capture'), newProviderId('capture')];
    const first = await opened({ provider_transaction_id: bad });
    const { provider_dispute_id } = await opened({ provider_transaction_id: good });
    const { transaction_id } = await capturedPayment(on.world, on.merchant);
    await sql`update transactions set provider_capture_id = ${good} where id = ${transaction_id}`.execute(
      on.world.ctx.db,
    );
    on.world.ctx.clock.move(6);
    const { id } = await known(first.provider_dispute_id);
    await refusing('disputes', 'id', id, async () => {
      await sweepDisputeMatches(on.world.ctx);
      expect(await known(provider_dispute_id)).toMatchObject({ transaction_id });
      await expect(sweepDisputeMatches(on.world.ctx)).rejects.toThrow('not this one');
    });
    expect(await sweepDisputeMatches(on.world.ctx)).toBe(1);
  });

  test('keeps no other from being told of', async () => {
    const first = await opened({ response_deadline: at(DAY) });
    await opened({ response_deadline: at(2 * DAY) });
    const { id } = await known(first.provider_dispute_id);
    await refusing('dispute_deadlines', 'dispute_id', id, async () => {
      await sweepDisputeDeadlines(on.world.ctx);
      expect(await events()).toEqual(['created', 'created', 'evidence_deadline_approaching']);
    });
    await sweepDisputeDeadlines(on.world.ctx);
    expect((await events()).filter((type) => type === 'evidence_deadline_approaching')).toHaveLength(2);
  });
});

describe('the payment of a dispute', () => {
  test('is of the same account, and else of nobody', async () => {
    const other = await connectedMerchant(on.world);
    const { capture_id } = await capturedPayment(on.world, other);
    const { provider_dispute_id } = await opened({ provider_transaction_id: capture_id });
    expect(await known(provider_dispute_id)).toMatchObject({
      merchant_id: on.merchant.merchant_id,
      transaction_id: null,
    });
    on.world.ctx.clock.move(DAY);
    await sweepDisputeMatches(on.world.ctx);
    expect((await known(provider_dispute_id)).transaction_id).toBeNull();
    expect([await events(), await events(other)]).toEqual([['created'], []]);
  });

  test('is looked for until it is found', async () => {
    const capture_id = newProviderId('capture');
    const { provider_dispute_id } = await opened({ provider_transaction_id: capture_id });
    const paid = await capturedPayment(on.world, on.merchant);
    await sql`update transactions set provider_capture_id = ${capture_id} where id = ${paid.transaction_id}`.execute(
      on.world.ctx.db,
    );
    expect(await sweepDisputeMatches(on.world.ctx)).toBe(0);
    on.world.ctx.clock.move(6);
    await sweepDisputeMatches(on.world.ctx);
    expect(await known(provider_dispute_id)).toMatchObject({
      transaction_id: paid.transaction_id,
      match_at: null,
    });
    expect(await events()).toEqual(['created', 'updated']);
  });

  test('is looked for also when the dispute names it only later', async () => {
    const dispute = await opened({ provider_transaction_id: null });
    const paid = await capturedPayment(on.world, on.merchant);
    const { transaction_id } = paid;
    const named = newProviderId('capture');
    shows({ ...dispute, status: 'UNDER_REVIEW', provider_transaction_id: named });
    await hear(dispute.provider_dispute_id);
    await sql`update transactions set provider_capture_id = ${named} where id = ${transaction_id}`.execute(
      on.world.ctx.db,
    );
    on.world.ctx.clock.move(MINUTE);
    await sweepDisputeMatches(on.world.ctx);
    expect(await known(dispute.provider_dispute_id)).toMatchObject({ transaction_id, match_at: null });
  });

  test('is not looked for after half a year', async () => {
    const { provider_dispute_id } = await opened({ provider_transaction_id: newProviderId('capture') });
    on.world.ctx.clock.move(181 * DAY);
    await sweepDisputeMatches(on.world.ctx);
    expect((await known(provider_dispute_id)).match_at).toBeNull();
  });
});

describe('the money that is disputed', () => {
  const postingsOf = async (transaction_id: string) => {
    const { rows } = await sql<{ kind: string; amount_cents: number }>`
      select kind, amount_cents from ledger_postings
      where transaction_id = ${transaction_id} and kind like 'dispute%' order by occurred_at, kind`.execute(
      on.world.ctx.db,
    );
    return rows.map(({ kind, amount_cents }) => [kind, amount_cents]);
  };
  const disputedAt = async (transaction_id: string) =>
    (
      await on.world.ctx.db
        .selectFrom('transactions')
        .select('disputed_at')
        .where('id', '=', transaction_id)
        .executeTakeFirstOrThrow()
    ).disputed_at;

  test.each(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_BUYER_FAVOUR'])(
    'is held until the dispute ends, once each, also as %s',
    async (outcome) => {
      const { capture_id, transaction_id } = await capturedPayment(on.world, on.merchant);
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
    const more = await capturedPayment(on.world, on.merchant);
    await opened({ provider_transaction_id: more.capture_id, amount: minor(5_000) });
    const over = await capturedPayment(on.world, on.merchant);
    await opened({ provider_transaction_id: over.capture_id, is_resolved: true });
    expect([await postingsOf(more.transaction_id), await postingsOf(over.transaction_id)]).toEqual([
      [['dispute_hold', 1_000]],
      [],
    ]);
  });

  /** What the ledger holds for each of these disputes. */
  const heldFor = (...disputes: ProviderDispute[]) =>
    Promise.all(
      disputes.map(async ({ provider_dispute_id }) => {
        const { id } = await known(provider_dispute_id);
        const { rows } = await sql<{ held: number }>`
          select coalesce(sum(case kind when 'dispute_hold' then amount_cents else -amount_cents end), 0)::bigint as held
          from ledger_postings where source_id = ${id}`.execute(on.world.ctx.db);
        return rows[0]!.held;
      }),
    );
  const ended = (dispute: ProviderDispute, seconds = 0) => ({
    ...{ ...dispute, is_resolved: true, status: 'RESOLVED', outcome: 'RESOLVED_SELLER_FAVOUR' },
    updated_at: at(seconds),
  });

  test('follows what is disputed, also when the provider tells no other time of it', async () => {
    const { capture_id, transaction_id } = await capturedPayment(on.world, on.merchant);
    const dispute = await opened({ provider_transaction_id: capture_id, amount: minor(400) });
    const amounts = [minor(700), minor(1_000), minor(300), null, minor(5_000), minor(200)];
    shows(...amounts.map((amount) => ({ ...dispute, amount })), ended(dispute));
    for (const _of of [...amounts, 'the end']) await hear(dispute.provider_dispute_id);
    expect(await postingsOf(transaction_id)).toEqual([
      ['dispute_hold', 400],
      ['dispute_hold', 300],
      ['dispute_hold', 300],
      ['dispute_win', 700],
      ['dispute_hold', 700],
      ['dispute_win', 800],
      ['dispute_win', 200],
    ]);
  });

  test('is no more in two disputes than there is left, and what one gives back the other holds', async () => {
    const { capture_id } = await capturedPayment(on.world, on.merchant);
    const about = { provider_transaction_id: capture_id };
    const first = await opened({ ...about, amount: minor(700) });
    const second = await opened({ ...about, amount: minor(1_000) });
    expect(await heldFor(first, second)).toEqual([700, 300]);
    shows({ ...first, amount: minor(100) });
    await hear(first.provider_dispute_id);
    expect(await heldFor(first, second)).toEqual([100, 900]);
    shows(ended(first));
    await hear(first.provider_dispute_id);
    expect(await heldFor(first, second)).toEqual([0, 1_000]);
    shows(ended(second));
    await hear(second.provider_dispute_id);
    expect(await heldFor(first, second)).toEqual([0, 0]);
  });

  test('is what is left when two disputes of a payment move in the same moment', async () => {
    const { capture_id } = await capturedPayment(on.world, on.merchant);
    const about = { provider_transaction_id: capture_id };
    const first = await opened(about);
    const second = await opened(about);
    const moved = [ended(first), { ...second, status: 'UNDER_REVIEW' }];
    for (let nth = 0; nth < 2; nth += 1) {
      on.world.script.answerBy('disputes.read', ({ provider_dispute_id }) => {
        const dispute = moved.find((one) => one.provider_dispute_id === provider_dispute_id)!;
        return Promise.resolve({ kind: 'found', dispute });
      });
    }
    await Promise.all(moved.map(({ provider_dispute_id }) => hear(provider_dispute_id)));
    expect(await heldFor(first, second)).toEqual([0, 1_000]);
  });

  test('that went back meanwhile is held no more', async () => {
    const { capture_id, transaction_id } = await capturedPayment(on.world, on.merchant);
    const dispute = await opened({ provider_transaction_id: capture_id });
    await sql`update transactions set refunded_amount_cents = 400 where id = ${transaction_id}`.execute(
      on.world.ctx.db,
    );
    shows({ ...dispute, status: 'UNDER_REVIEW' });
    await hear(dispute.provider_dispute_id);
    expect(await heldFor(dispute)).toEqual([600]);
  });

  test('is not held again when a dispute that had ended is open once more', async () => {
    const { capture_id } = await capturedPayment(on.world, on.merchant);
    const about = { provider_transaction_id: capture_id };
    const held = await opened(about);
    const late = await opened({ ...about, is_resolved: true });
    for (const dispute of [held, late]) {
      const appealed = { ...dispute, is_resolved: false, status: 'UNDER_REVIEW', outcome: null };
      shows(ended(dispute, 1), { ...appealed, updated_at: at(2) });
      await hear(dispute.provider_dispute_id);
      await hear(dispute.provider_dispute_id);
    }
    expect(await heldFor(held, late)).toEqual([0, 0]);
  });

  test('is nothing where another currency is disputed, until it is that of the payment', async () => {
    const { capture_id } = await capturedPayment(on.world, on.merchant);
    const dispute = await opened({
      provider_transaction_id: capture_id,
      amount: minor(400),
      currency: 'EUR',
    });
    expect(await heldFor(dispute)).toEqual([0]);
    shows({ ...dispute, currency: 'USD', status: 'UNDER_REVIEW' });
    await hear(dispute.provider_dispute_id);
    expect(await heldFor(dispute)).toEqual([400]);
  });

  test('is held in steps, though each of them bears the same time', async () => {
    const { capture_id } = await capturedPayment(on.world, on.merchant);
    on.world.ctx.clock.move(HOUR);
    const dispute = await opened({ provider_transaction_id: capture_id, amount: minor(400) });
    for (const amount of [minor(500), minor(700)]) {
      shows({ ...dispute, amount });
      await hear(dispute.provider_dispute_id);
    }
    expect(await heldFor(dispute)).toEqual([700]);
  });

  test('is held no earlier than it was taken', async () => {
    const { capture_id, transaction_id } = await capturedPayment(on.world, on.merchant);
    await opened({ provider_transaction_id: capture_id, opened_at: at(-HOUR) });
    const { captured_at } = await transactionOf(on.world, transaction_id);
    const { rows } = await sql<{ occurred_at: Date }>`
      select occurred_at from ledger_postings
      where transaction_id = ${transaction_id} and kind = 'dispute_hold'`.execute(on.world.ctx.db);
    expect(rows).toEqual([{ occurred_at: captured_at }]);
  });

  test('has its payment disputed since the first', async () => {
    const { capture_id, transaction_id } = await capturedPayment(on.world, on.merchant);
    const first = await opened({ provider_transaction_id: capture_id, opened_at: at(60) });
    await opened({ provider_transaction_id: capture_id, opened_at: at(120) });
    const { disputed_at } = await transactionOf(on.world, transaction_id);
    expect(disputed_at).toEqual(first.opened_at);
  });

  test('is held when the payment is found', async () => {
    const capture_id = newProviderId('capture');
    await opened({ provider_transaction_id: capture_id });
    const { transaction_id } = await capturedPayment(on.world, on.merchant);
    await sql`update transactions set provider_capture_id = ${capture_id} where id = ${transaction_id}`.execute(
      on.world.ctx.db,
    );
    on.world.ctx.clock.move(6);
    await sweepDisputeMatches(on.world.ctx);
    expect(await postingsOf(transaction_id)).toEqual([['dispute_hold', 1_000]]);
  });
});

describe('a deadline', () => {
  test('that is moved and moved back is told of once', async () => {
    const [first, second] = [at(2 * DAY), at(2.5 * DAY)];
    const dispute = await opened({ response_deadline: first });
    for (const response_deadline of [second, first, second]) {
      await sweepDisputeDeadlines(on.world.ctx);
      shows({ ...dispute, response_deadline });
      await hear(dispute.provider_dispute_id);
    }
    await sweepDisputeDeadlines(on.world.ctx);
    expect((await events()).filter((type) => type === 'evidence_deadline_approaching')).toHaveLength(2);
  });

  test('that two workers meet is told of once', async () => {
    await opened({ response_deadline: at(DAY) });
    await Promise.all([sweepDisputeDeadlines(on.world.ctx), sweepDisputeDeadlines(on.world.ctx)]);
    expect(await events()).toEqual(['created', 'evidence_deadline_approaching']);
  });

  test('that is over is not told of', async () => {
    await opened({ response_deadline: at(-1) });
    await sweepDisputeDeadlines(on.world.ctx);
    expect(await events()).toEqual(['created']);
  });
});
