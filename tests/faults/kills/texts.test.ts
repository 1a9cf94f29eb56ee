import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../../world/actors.ts';
import { askBody, cancelText, messagesTo, newPhone, readText, sendText } from '../../world/texts.ts';
import { until } from './crash-run.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { type Hold, holdAtProvider, holdWriters } from '../world/holds.ts';

// A process dies while a link to pay is being texted, or withdrawn: one message at most, whoever asks again, and no invoice that
// can be paid without one.

const SLOW_MS = 600_000;
const LEASE_SECONDS = 3;
const HELD = 3;

let world: CrashWorld;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startCrashWorld({ leaseSeconds: LEASE_SECONDS });
  merchant = await makeConnectedMerchant(world.through(0), await makeChannel(world.through(0)));
}, SLOW_MS);
afterAll(async () => world?.close());

const holdAt = (operation: string, mode: string) => holdAtProvider(world, { operation, mode, times: HELD });

/** What the request reads when it is asked for again, and how often it was texted until then. */
interface Point {
  name: string;
  again: 'pending' | 'sending';
  texted: 0 | 1;
  arm(): Promise<Hold>;
}

const holdRequests = () => holdWriters(world, 'text_to_pay_requests', HELD);
const POINTS: readonly Point[] = [
  { name: 'before the intent is committed', again: 'pending', texted: 1, arm: holdRequests },
  ...(['invoices.create', 'invoices.send'] as const).flatMap((operation) =>
    (['hang', 'hang_after_commit'] as const).map((mode) => ({
      name: `${operation}: ${mode}`,
      again: 'pending' as const,
      texted: 1 as const,
      arm: () => holdAt(operation, mode),
    })),
  ),
  { name: 'message asked for', again: 'sending', texted: 0, arm: () => holdAt('messages.send', 'hang') },
  {
    name: 'message sent, not answered',
    again: 'pending',
    texted: 1,
    arm: () => holdAt('messages.send', 'hang_after_commit'),
  },
];

/** How many invoices of this note the seller has in a state. */
const invoicesOf = async (note: string, status: string) =>
  (await world.control('GET', 'invoices?limit=200')).body.items.filter(
    (one: { status: string; detail: { note?: string } }) => one.status === status && one.detail.note === note,
  ).length as number;

const statusOf = (sending: ReturnType<typeof sendText>) =>
  sending.then(
    ({ body }) => body.status,
    () => null,
  );

test.each(POINTS)(
  'killed at "$name", what is asked for again is texted $texted times and $again',
  async ({ again, texted, arm }) => {
    const asked = Array.from({ length: HELD }, () => {
      const phone = newPhone();
      // By which its invoices are told from others.
      return {
        key: randomUUID(),
        phone,
        body: askBody({ phone, instructions: `Thank you, ${randomUUID()}` }),
      };
    });
    const ask = () =>
      Promise.all(asked.map(({ body, key }) => statusOf(sendText(world.through(0), merchant, body, key))));
    const hold = await arm();
    const first = ask();
    try {
      await until(hold.reached, 'the point');
    } finally {
      await world.kill(0);
      await first;
      await hold.release();
      await world.revive(0);
    }
    // Longer than a call is held for, so that nobody waits for one that is no more.
    await world.advance(40);
    await world.drain();
    expect(await ask()).toEqual(asked.map(() => again));
    await world.drain();
    for (const { phone, body } of asked) {
      expect(await messagesTo(world.through(0), phone)).toHaveLength(texted);
      // One that is stuck keeps its invoice: it may have been texted, for all that anybody knows.
      expect(await invoicesOf(String(body['instructions']), 'UNPAID')).toBe(1);
      expect(await invoicesOf(String(body['instructions']), 'DRAFT')).toBe(0);
    }
  },
  SLOW_MS,
);

test.each([
  ['hang', 'pending'],
  ['hang_after_commit', 'canceled'],
])(
  'killed while it is canceled, at %s, a request reads as its invoice is and is canceled once',
  async (mode, then) => {
    const view = world.through(0);
    const made = await Promise.all(Array.from({ length: HELD }, () => sendText(view, merchant)));
    const ids = made.map(({ body }) => body.id as string);
    const hold = await holdAt('invoices.cancel', mode);
    const canceling = ids.map((id) => cancelText(view, merchant, id).catch(() => null));
    try {
      await until(hold.reached, 'the provider');
    } finally {
      await world.kill(0);
      await Promise.all(canceling);
      await hold.release();
      await world.revive(0);
    }
    await world.advance(90);
    await world.drain();
    for (const id of ids) {
      expect((await readText(world.through(0), merchant, id)).status).toBe(then);
      const canceled = await cancelText(world.through(0), merchant, id);
      expect([canceled.status, canceled.body.status]).toEqual([then === 'pending' ? 200 : 409, 'canceled']);
    }
  },
  SLOW_MS,
);
