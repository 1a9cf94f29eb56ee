import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../../world/actors.ts';
import { ACTION_CASES, type ActionCase, disputeFor } from '../../world/dispute-actions.ts';
import { atProvider, disputeEvents, takeAction, type TestDispute } from '../../world/disputes.ts';
import { until } from './crash-run.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { type Hold, holdAtProvider, holdWriters } from '../world/holds.ts';

// A process dies while each of a merchant's actions on a dispute is under way: it is taken once at most, what became of it is found
// out without giving it again, and one that was not given may be given then.

const SLOW_MS = 180_000;
const LEASE_SECONDS = 3;
const HELD = ACTION_CASES.length;

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

interface Asked extends ActionCase {
  made: TestDispute;
}
const view = () => world.through(0);
const give = ({ made: { id }, action, body }: Asked) =>
  takeAction(view(), merchant, { id, action, body }).then(
    ({ status }) => status,
    () => null,
  );
const shown = (asked: readonly Asked[]) =>
  Promise.all(asked.map(({ made }) => atProvider(view(), made.provider_id)));
const countsTold = (asked: readonly Asked[]) =>
  Promise.all(asked.map(async ({ made }) => (await disputeEvents(view(), merchant, made)).length));

async function disputesForAll(): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const one of ACTION_CASES) {
    asked.push({ ...one, made: await disputeFor({ world: view(), merchant }, one) });
  }
  await view().drain();
  return asked;
}

test.each(POINTS)(
  'killed at "$name", each action is taken once and told once',
  async ({ arm, isGiven }) => {
    const asked = await disputesForAll();
    const [before, told] = [await shown(asked), await countsTold(asked)];
    const hold = await arm();
    const answers = asked.map(give);
    try {
      await until(async () => {
        const now = await shown(asked);
        const isMoved = now.map((one, nth) => !isDeepStrictEqual(one, before[nth]));
        return (await hold.reached()) && isMoved.every((moved) => moved === isGiven);
      }, 'the point');
    } finally {
      await world.kill(0);
      await Promise.all(answers);
      await hold.release();
      await world.revive(0);
    }
    const given = await shown(asked);
    for (const seconds of [35, 35, 120]) {
      await world.advance(seconds);
      await view().drain();
    }
    const { items } = (await view().operator('GET', 'unsettled')).body;
    expect(items).toEqual([]);
    // Nothing more was said: each dispute is as it was at the moment of the kill.
    expect(await shown(asked)).toEqual(given);
    expect(await countsTold(asked)).toEqual(told.map((count) => count + (isGiven ? 1 : 0)));
    // What was not given can be given now, and is once.
    if (isGiven) return;
    expect(await Promise.all(asked.map(give))).toEqual(asked.map(() => 200));
    await view().drain();
    expect(await countsTold(asked)).toEqual(told.map((count) => count + 1));
  },
  SLOW_MS,
);
