import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../world/actors.ts';
import { answer, atProvider, disputeEvents, makeDispute, type TestDispute } from '../world/disputes.ts';
import { until } from './crash-run.ts';
import { type CrashWorld, startCrashWorld } from './crash-world.ts';
import { type Hold, holdAtProvider, holdWriters } from './holds.ts';

// A process dies while a merchant's answer to a dispute is under way: it is given once at most, what became of it is found
// out without giving it again, and one that was not given may be given then.

const SLOW_MS = 180_000;
const LEASE_SECONDS = 3;
const HELD = 3;
const MESSAGE = 'It left us on Monday.';

let world: CrashWorld;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startCrashWorld({ leaseSeconds: LEASE_SECONDS });
  merchant = await makeConnectedMerchant(world.through(0), await makeChannel(world.through(0)));
}, SLOW_MS);
afterAll(async () => world?.close());

interface Point {
  name: string;
  isGiven: boolean;
  arm(): Promise<Hold>;
}

const holdActs = (mode: string) => holdAtProvider(world, { operation: 'disputes.act', mode, times: HELD });
const POINTS: readonly Point[] = [
  {
    name: 'before the intent is committed',
    isGiven: false,
    arm: () => holdWriters(world, 'dispute_actions', HELD),
  },
  { name: 'provider called, nothing done', isGiven: false, arm: () => holdActs('hang') },
  { name: 'provider done, not answered', isGiven: true, arm: () => holdActs('hang_after_commit') },
  { name: 'outcome being recorded', isGiven: true, arm: () => holdWriters(world, 'audit_entries', HELD) },
];

const give = ({ id }: TestDispute) =>
  answer(world.through(0), merchant, { id, action: 'send-message', body: { message: MESSAGE } }).then(
    ({ status }) => status,
    () => null,
  );
async function givenTo({ provider_id }: TestDispute): Promise<number> {
  const { messages } = await atProvider(world.through(0), provider_id);
  return messages.filter(({ content }: { content: string }) => content === MESSAGE).length;
}

test.each(POINTS)(
  'killed at "$name", an answer is given once and told once',
  async ({ arm, isGiven }) => {
    const view = world.through(0);
    const made: TestDispute[] = [];
    for (let nth = 0; nth < HELD; nth += 1) made.push(await makeDispute(view, merchant));
    await view.drain();
    const hold = await arm();
    const asked = made.map(give);
    try {
      await until(async () => {
        const given = await Promise.all(made.map(givenTo));
        return (await hold.reached()) && given.every((times) => times === (isGiven ? 1 : 0));
      }, 'the point');
    } finally {
      await world.kill(0);
      await Promise.all(asked);
      await hold.release();
      await world.revive(0);
    }
    for (const seconds of [35, 35, 120]) {
      await world.advance(seconds);
      await view.drain();
    }
    const { items } = (await view.operator('GET', 'unsettled')).body;
    expect(items).toEqual([]);
    expect(await Promise.all(made.map(givenTo))).toEqual(made.map(() => (isGiven ? 1 : 0)));
    const eventsOf = async (one: TestDispute) =>
      (await disputeEvents(view, merchant, one)).map(({ type }) => type);
    const moved = isGiven ? ['dispute.created', 'dispute.updated'] : ['dispute.created'];
    expect(await Promise.all(made.map(eventsOf))).toEqual(made.map(() => moved));
    // What was not given can be given now, and is once.
    if (isGiven) return;
    expect(await Promise.all(made.map(give))).toEqual(made.map(() => 200));
    expect(await Promise.all(made.map(givenTo))).toEqual(made.map(() => 1));
  },
  SLOW_MS,
);
