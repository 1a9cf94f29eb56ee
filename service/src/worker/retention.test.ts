import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidAt } from '../lib/ids.ts';
import { DAY_MS } from '../lib/time.ts';
import { forgetOldEntries, recordAudit } from '../modules/audit/index.ts';
import { forgetNoticeBodies } from '../modules/notices/index.ts';
import { startWorld, type World } from '../../../tests/world/bare-world.ts';

const MANY = 1_200;

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());

const daysAgo = (days: number) => new Date(world.ctx.clock.now().getTime() - days * DAY_MS);
const keptForEver = () => {
  const keep = {
    attempts_days: null,
    deliveries_days: null,
    notices_days: null,
    audit_days: null,
    sessions_days: null,
  };
  return { ...world.ctx, config: { ...world.ctx.config, keep } };
};

/** Runs a sweep until it takes nothing, and tells what each run took. */
async function runs(sweep: () => Promise<number>): Promise<number[]> {
  const taken = [];
  for (let last = await sweep(); last > 0; last = await sweep()) taken.push(last);
  return taken;
}

async function insertNotices(at: Date, options: { count: number; isWaiting?: boolean }): Promise<void> {
  const due_at = options.isWaiting ? at : null;
  const state = options.isWaiting ? 'received' : 'done';
  await sql`
    insert into notices (id, rail, provider_notice_id, notice_type, body, state, due_at, received_at)
    select gen_random_uuid(), 'ppcp', gen_random_uuid(), 'CUSTOMER.X', '{"id": 1}', ${state}, ${due_at}::timestamptz,
      ${at}::timestamptz
    from generate_series(1, ${options.count}::integer)`.execute(world.ctx.db);
}

test('bodies of notices are erased by batches when they are past their keeping, and the notices stay', async () => {
  const { notices_days } = world.ctx.config.keep;
  await insertNotices(daysAgo(notices_days! + 1), { count: MANY });
  await insertNotices(daysAgo(notices_days! + 1), { count: 1, isWaiting: true });
  await insertNotices(daysAgo(notices_days! - 1), { count: 1 });
  expect(await forgetNoticeBodies(keptForEver())).toBe(0);
  expect(await runs(() => forgetNoticeBodies(world.ctx))).toEqual([500, 500, 200]);
  const { rows } = await sql<{ notices: number; with_body: number }>`
    select count(*) as notices, count(*) filter (where body = '{"id": 1}') as with_body from notices`.execute(
    world.ctx.db,
  );
  expect(rows).toEqual([{ notices: MANY + 2, with_body: 2 }]);
});

test('audit entries past their keeping are forgotten by batches', async () => {
  const { db, clock } = world.ctx;
  const old = daysAgo(world.ctx.config.keep.audit_days! + 1);
  const ids = Array.from({ length: MANY }, () => uuidAt(old));
  await sql`
    insert into audit_entries (id, actor, action, subject, created_at)
    select id, 'operator', 'channel.created', 'old', ${old}::timestamptz from unnest(${ids}::uuid[]) id`.execute(
    db,
  );
  const young = { actor: 'operator', action: 'channel.created', subject: 'young' };
  await db.transaction().execute((tx) => recordAudit(tx, clock, young));
  expect(await forgetOldEntries(keptForEver())).toBe(0);
  expect(await runs(() => forgetOldEntries(world.ctx))).toEqual([500, 500, 200]);
  expect(await db.selectFrom('audit_entries').select('subject').execute()).toEqual([{ subject: 'young' }]);
});
