import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../../dev/connection.ts';
import { growDatabase } from '../../../tests/world/scans/growth.ts';
import { ensurePartitions } from '../db/partitions.ts';
import { UNTIL_DONE } from '../lib/sweep-run.ts';
import { startWorld, type World } from '../../../tests/world/bare-world.ts';
import { sweepsOf } from './sweeps.ts';

const THREE_YEARS_SECONDS = 3 * 365 * 86_400;
// Two batches of 500, where a sweep is about two tables, and what it may drop beside them.
const TAKEN_AT_ONCE_MAX = 1_100;
const ABANDONED = 1_200;
const RUNS_MAX = 100;
const SLOW_MS = 180_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await ensurePartitions(world.ctx.db, world.ctx.clock.now());
  await withConnection(world.env['DATABASE_URL']!, growDatabase);
}, SLOW_MS);
afterAll(() => world.close());

/** Leaves behind, in numbers, what nobody will ask for again. */
async function abandon(): Promise<void> {
  const { db } = world.ctx;
  await sql`update invitations set sealed_key = '', recoverable_until = now()`.execute(db);
  await sql`update transactions set status = 'created', provider_order_id = null, provider_capture_id = null`.execute(
    db,
  );
  await sql`
    insert into vault_setups (id, merchant_id, checkout_session_id, customer_ref, provider, wallet_merchant_id, created_at,
      updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'left', 'left', 'ppcp', 'left', now(), now()
    from generate_series(1, ${ABANDONED}::integer)`.execute(db);
}

const countOf = async (from: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(from)}`.execute(
    world.ctx.db,
  );
  return rows[0]!.count;
};

test(
  'every sweep takes a batch at a time, and in the end everything',
  async () => {
    await abandon();
    world.ctx.clock.move(THREE_YEARS_SECONDS);
    for (const { name, run, end } of sweepsOf(world.ctx)) {
      const taken = [];
      do taken.push(await run(UNTIL_DONE));
      while (taken.at(-1)! > 0 && taken.length < RUNS_MAX);
      expect([name, taken.at(-1)]).toEqual([name, 0]);
      // What has an end to come to works at so many places at once, and goes on in one run until nothing is due.
      const tooMany = end ? [] : taken.filter((count) => count > TAKEN_AT_ONCE_MAX);
      expect([name, tooMany]).toEqual([name, []]);
    }
    for (const left of [
      'invitations where sealed_key is not null',
      'owner_sessions',
      'passkey_challenges',
      'dashboard_tokens',
      'session_id_tokens',
      'vault_setups where provider_setup_id is null',
      'idempotency_keys',
      `transactions where status = 'created'`,
      'delivery_attempts',
      'deliveries_finished',
      `notices where body <> 'null'`,
      'audit_entries',
    ]) {
      expect([left, await countOf(left)]).toEqual([left, 0]);
    }
  },
  SLOW_MS,
);
