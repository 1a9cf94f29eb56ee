import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeOrder,
  refund,
} from '../../world/actors.ts';
import { findBreaches, settle, withSql } from '../books/books.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { insisting } from '../world/insist.ts';

// What the administrators of a server, a database or a role say that sessions begin with is none of the service's business, and
// it goes by none of it.

const SLOW_MS = 600_000;
const AT_ONCE = 12;
const SETTINGS: Readonly<Record<string, string>> = {
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  datestyle: 'SQL, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Pacific/Auckland',
  bytea_output: 'escape',
  client_encoding: 'LATIN1',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  idle_session_timeout: '1000',
  jit: 'on',
  jit_above_cost: '0',
};

let world: CrashWorld;
beforeAll(async () => {
  world = await startCrashWorld();
  const name = new URL(world.database_url).pathname.slice(1);
  await withSql(world.database_url, async (db) => {
    for (const [key, value] of Object.entries(SETTINGS))
      await sql`alter database ${sql.id(name)} set ${sql.id(key)} to ${sql.lit(value)}`.execute(db);
  });
  await world.kill(0);
  await world.revive(0);
}, SLOW_MS);
afterAll(async () => world?.close());

test(
  'payments, charges and refunds at once, and a month of them, are what they are under settings of ours',
  async () => {
    const view = world.through(0);
    const channel = await makeChannel(view);
    const terms = { type: 'fee_share', description: 'A quarter', fee_share_basis_points: 2500 };
    const set = await world.operator('PUT', `channels/${channel.channel_id}/terms`, terms);
    expect(set.status).toBe(200);
    const merchant = await makeConnectedMerchant(view, channel);
    const description = 'Zwei Tassen für Ömer 🫖';
    const paid = await makeCapture(view, merchant, { description });
    const { customer_ref } = await makeInstrument(view, merchant);
    const answered = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const { order_id } = await makeOrder(view, merchant);
        const [charged, refunded] = [{ key: randomUUID() }, { key: randomUUID() }];
        return Promise.all([
          insisting(() => capture(view, merchant, order_id)),
          insisting(() => charge(view, merchant, { customer_ref, ...charged })),
          insisting(() => refund(view, merchant, paid.capture_id, { amount: '1.00', ...refunded })),
        ]);
      }),
    );
    expect(answered.flat().map(({ status }) => status)).toEqual(Array(3 * AT_ONCE).fill(200));
    await settle(world);
    const at = { key: merchant.key, merchant: merchant.merchant_id };
    const { body } = await world.call('GET', `/api/transactions/${paid.transaction_id}`, at);
    expect(body.refunded_amount_cents).toBe(100 * AT_ONCE);
    const aroundMs = Math.abs(Date.parse(body.captured_at) - world.clock.now().getTime());
    expect(aroundMs).toBeLessThan(SLOW_MS);
    await world.advance(40 * 86_400);
    await world.drain();
    const [statement] = await world.as(merchant.key).statements.list();
    expect(statement).toMatchObject({ accounted_transaction_count: 1 + 2 * AT_ONCE });
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);
