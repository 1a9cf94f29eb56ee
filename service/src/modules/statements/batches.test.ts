import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantTransactions } from '../../../../dev/plant.ts';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { sweepStatements } from './sweep-statements.ts';
import { listUnderWay } from './under-way.ts';
import { moveTo, sharingMerchant } from './statements.fixture.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { listStatements } from './queries.ts';

// A month of more captures than one batch has, a few of which went back.

const PLANTED = 24_000;
const DAYS = 5;
const MONTH_MS = 32 * 86_400_000;
const SLOW_MS = 180_000;

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

test(
  'lines are written batch by batch, and their sums are those of the ledger',
  async () => {
    const { ctx } = world;
    const { merchant_id, channel_id } = await sharingMerchant(world);
    await plantTransactions(world.database_url, { merchant_id, rows: PLANTED, days: DAYS });
    moveTo(world, new Date(ctx.clock.now().getTime() + MONTH_MS).toISOString());
    const seen: [lines: number, written_until: string | null][] = [];
    for (let steps = 1; steps > 0;) {
      let asked = 0;
      steps = await sweepStatements(ctx, { ...UNTIL_DONE, isOver: () => (asked += 1) > 2 });
      const { items } = await listUnderWay(
        ctx.db,
        { period: undefined, channel_id },
        { limit: 5, offset: 0 },
      );
      for (const { lines, written_until } of items) seen.push([lines, written_until?.toISOString() ?? null]);
    }
    const stated = await listStatements(ctx.db, {
      channel_id,
      include_superseded: false,
      limit: 10,
      offset: 0,
    });
    const total = (of: (statement: (typeof stated)[number]) => number) =>
      stated.reduce((sum, statement) => sum + of(statement), 0);
    const { rows } = await sql<{ captures: number; captured: number; accrued: number; returned: number }>`
      select count(*) filter (where kind = 'capture') as captures,
        sum(amount_cents) filter (where kind = 'capture')::bigint as captured,
        sum(amount_cents) filter (where kind = 'platform_fee')::bigint as accrued,
        sum(amount_cents) filter (where kind = 'fee_return')::bigint as returned
      from ledger_postings where merchant_id = ${merchant_id}`.execute(ctx.db);
    expect(rows[0]!.captures).toBeGreaterThan(20_000);
    expect({
      captures: total((statement) => statement.accounted_transaction_count),
      captured: total((statement) => statement.accounted_captured_amount_cents),
      accrued: total((statement) => statement.platform_fee_accrued_cents),
      returned: total((statement) => statement.platform_fee_refunded_cents),
    }).toEqual(rows[0]);
    const { rows: lines } = await sql<{ sum: number; lines: number; blocks: number }>`
      select sum(l.channel_share_cents)::bigint as sum, count(*) as lines,
        (select sum(lines)::bigint from statement_blocks b join statements o on o.id = b.statement_id
          where o.channel_id = ${channel_id}) as blocks
      from statements s join lateral (
        select channel_share_cents from statement_lines where statement_id = s.id
      ) l on true
      where s.channel_id = ${channel_id}`.execute(ctx.db);
    expect(lines[0]!.sum).toBe(total((statement) => statement.channel_share_cents));
    expect([lines[0]!.lines, lines[0]!.blocks]).toEqual(
      Array(2).fill(total((statement) => statement.line_count)),
    );
    const written = seen.filter(([, until]) => until !== null);
    expect(written.length).toBeGreaterThan(0);
    expect(written.every(([lines]) => lines % 10_000 === 0 && lines > 0)).toBe(true);
    expect(written).toEqual(written.toSorted());
    expect(Math.max(...stated.map(({ line_count }) => line_count))).toBeGreaterThan(10_000);
  },
  SLOW_MS,
);
