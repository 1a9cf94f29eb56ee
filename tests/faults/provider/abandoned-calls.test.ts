import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  refund,
  type TestMerchant,
} from '../../world/actors.ts';
import type { Ctx } from '../../../service/src/context.ts';
import { openDatabase } from '../../../service/src/db/open.ts';
import { recordCaptureOutcome } from '../../../service/src/modules/captures/record-capture.ts';
import { startWorld, type World } from '../../world/world.ts';
import { findBreaches, readProviderBooks, settle, withSql } from '../books/books.ts';

// Calls to a provider beside which another was made about the same: the process of one died, or was slow to tell.

const SLOW_MS = 180_000;
const MANY = 100_000;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, SLOW_MS);
afterAll(async () => world.close());

const arm = (operation: string, mode: string, more: Record<string, unknown> = {}) =>
  world.control('POST', 'faults', { operation, mode, ...more });

/** A capture that was sent, and whose process died with it: what stays behind is its intent. */
async function abandonedCapture(mode: 'reset' | 'reset_after_commit') {
  const order = await makeOrder(world, merchant);
  await arm('orders.capture', mode);
  expect((await capture(world, merchant, order.order_id)).status).toBe(503);
  await withSql(world.database_url, (db) =>
    sql`
      update capture_attempts set state = 'sending'
      where transaction_id = ${order.transaction_id} and state = 'unknown'`.execute(db),
  );
  return order;
}

test.each(['reset', 'reset_after_commit'] as const)(
  'nobody waits for a capture that was abandoned and cannot be read (%s): it is asked for again',
  async (mode) => {
    await world.control('POST', 'notices', { mode: 'hold' });
    const { order_id } = await abandonedCapture(mode);
    await arm('orders.read', 'error', { times: MANY });
    await world.advance(60);
    await world.drain();
    expect((await capture(world, merchant, order_id)).status).toBe(200);
    await world.control('DELETE', 'faults');
    await world.control('POST', 'notices/release');
    expect(await settle(world)).toBe(0);
    expect(await findBreaches(world)).toEqual([]);
    const { captures } = await readProviderBooks(world);
    expect(captures.filter((held) => held.order_id === order_id && held.is_taken)).toHaveLength(1);
  },
  SLOW_MS,
);

test(
  'what a process tells late of its call does not end the one that was made again since',
  async () => {
    const order = await makeOrder(world, merchant);
    const id = randomUUID();
    const [sent, sentAgain] = [new Date(world.clock.now().getTime() - 60_000), world.clock.now()];
    await withSql(world.database_url, async (db) => {
      await sql`
        insert into capture_attempts (id, transaction_id, state, next_check_at, created_at, updated_at)
        values (${id}, ${order.transaction_id}, 'sending', ${sentAgain}, ${sent}, ${sentAgain})`.execute(db);
      await sql`update checkout_sessions set status = 'capturing' where id = ${order.session_id}`.execute(db);
    });
    const { db, close } = openDatabase({ url: world.database_url, connectionsMax: 1, name: 'test' });
    const ctx = { db, clock: world.clock, wake: () => undefined } as unknown as Ctx;
    const { transaction_id } = order;
    const late = {
      id,
      transaction_id,
      state: 'sending' as const,
      checks: 0,
      created_at: sent,
      updated_at: sent,
    };
    const answered = recordCaptureOutcome(ctx, late, {
      kind: 'unreachable',
      problem: '',
      retry_after_seconds: null,
    });
    expect(await answered).toMatchObject({ kind: 'refused', refusal: 'outcome_unknown' });
    await close();
    const session = await world.call('GET', `/api/checkout-sessions/${order.session_id}`);
    expect(session.body.status).not.toBe('open');
    expect(await settle(world)).toBe(0);
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);

test(
  'a refund that the sweep heard refused is not given up while its caller asks for it again',
  async () => {
    const { capture_id } = await makeCapture(world, merchant, { amount: '10.00' });
    await world.drain();
    await world.control('POST', 'notices', { mode: 'hold' });
    const asked = { amount: '4.00', key: randomUUID() };
    await arm('captures.refund', 'error');
    expect((await refund(world, merchant, capture_id, asked)).status).toBe(503);
    await arm('captures.refund', 'refuse', { issue: 'REFUND_NOT_ALLOWED', status: 422 });
    await arm('orders.read', 'delay', { delay_ms: 1_500 });
    await world.advance(6);
    const swept = world.drain();
    const armed = async () => (await world.control('GET', 'faults')).body.items.length;
    await expect.poll(armed).toBe(0);
    // The sweep was refused and is shown that nothing went back, a moment before the caller's repeat returns it.
    await arm('captures.refund', 'delay', { delay_ms: 4_000 });
    expect((await refund(world, merchant, capture_id, asked)).status).toBe(200);
    await swept;
    expect((await refund(world, merchant, capture_id, asked)).status).toBe(200);
    const { refunds } = await readProviderBooks(world);
    expect(refunds.filter((one) => one.capture_id === capture_id && one.is_done)).toHaveLength(1);
    await world.control('POST', 'notices/release');
    expect(await settle(world)).toBe(0);
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);

test(
  'a sweep that heard nothing does not put off the look at a call that a caller has made since',
  async () => {
    const { capture_id, transaction_id } = await makeCapture(world, merchant, { amount: '10.00' });
    await world.drain();
    await world.control('POST', 'notices', { mode: 'hold' });
    const asked = { amount: '4.00', key: randomUUID() };
    await arm('captures.refund', 'error', { times: MANY });
    expect((await refund(world, merchant, capture_id, asked)).status).toBe(503);
    await world.advance(3 * 3_600);
    await world.drain();
    await world.advance(4 * 3_600);
    await world.control('DELETE', 'faults');
    await arm('captures.refund', 'refuse', { issue: 'REFUND_NOT_ALLOWED', status: 422 });
    await arm('orders.read', 'delay', { delay_ms: 1_500 });
    const swept = world.drain();
    const armed = async () => (await world.control('GET', 'faults')).body.items.length;
    await expect.poll(armed).toBe(0);
    await arm('captures.refund', 'delay', { delay_ms: 15_000 });
    const repeated = refund(world, merchant, capture_id, asked);
    await swept;
    const { rows } = await withSql(world.database_url, (db) =>
      sql<{ state: string; next_check_at: Date }>`
        select state, next_check_at from refunds where transaction_id = ${transaction_id}`.execute(db),
    );
    expect(rows[0]!.state).toBe('requested');
    const seconds = (rows[0]!.next_check_at.getTime() - world.clock.now().getTime()) / 1_000;
    expect(seconds).toBeLessThan(60);
    expect((await repeated).status).toBe(200);
    await world.control('POST', 'notices/release');
    expect(await settle(world)).toBe(0);
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);
