import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeReceiver,
  makeSession,
  type TestMerchant,
} from '../../world/actors.ts';
import { withConnection } from '../../../dev/connection.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';

const SLOW_MS = 180_000;
const CLIENTS = 10;
const CALLS_BEFORE = 200;
const ASKED_EVERY_MS = 50;

let world: CrashWorld;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startCrashWorld({ stopDelaySeconds: 1 });
  const first = world.through(0);
  const channel = await makeChannel(first);
  merchant = await makeConnectedMerchant(first, channel);
  await makeReceiver(first, channel);
}, SLOW_MS);
afterAll(() => world.close(), SLOW_MS);

interface Tally {
  answered: number;
  failures: string[];
}

/** Creates and reads sessions for as long as the process is ready, as a load balancer would have it. */
async function callWhileReady(tally: Tally, isReady: () => boolean): Promise<void> {
  const first = world.through(0);
  while (isReady()) {
    try {
      const made = await makeSession(first, merchant);
      const read = await first.call('GET', `/api/checkout-sessions/${made.body.id}`);
      if (made.status !== 201 || read.status !== 200) tally.failures.push(`${made.status} ${read.status}`);
      tally.answered += 2;
    } catch (error) {
      tally.failures.push(String((error as Error).cause ?? error));
    }
  }
}

async function untilNotReady(): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${world.base_url}/readyz`);
    if (status !== 200) return;
    await wait(ASKED_EVERY_MS);
  }
}

test(
  'a process that is stopped under load fails no call of those who ask whether it is ready, and leaves no lease',
  async () => {
    const tally: Tally = { answered: 0, failures: [] };
    let isReady = true;
    const asking = untilNotReady().finally(() => (isReady = false));
    const calling = Array.from({ length: CLIENTS }, () => callWhileReady(tally, () => isReady));
    await expect.poll(() => tally.answered).toBeGreaterThan(CALLS_BEFORE);
    const { code } = await world.stop(0);
    await Promise.all([asking, ...calling]);
    expect(tally.failures).toEqual([]);
    expect(code).toBe(0);
    const leased = await withConnection(world.database_url, async (client) => {
      const { rows } = await client.query<{ leased: number }>(
        `select count(*)::int as leased from deliveries where state = 'leased'`,
      );
      return rows[0]!.leased;
    });
    expect(leased).toBe(0);
  },
  SLOW_MS,
);
