import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeMerchant, makeMerchantKey } from '../../world/actors.ts';
import type { Answer, World } from '../../world/world.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { timeoutOf, roundsOf } from '../world/rounds.ts';
import { untilServed } from '../world/served.ts';

// What endpoints promise holds for callers of different processes, at the same moment. FAULT_ROUNDS makes it long.

const ROUNDS = roundsOf(3);
const SLOW_MS = timeoutOf(ROUNDS);
const CALLERS = 50;
const ENDPOINTS_MAX = 10;
const OLD_HOST = 'https://receiver.sandbox.test/raced';
const NEW_HOST = 'https://8.8.8.8/raced';

interface Owner {
  path: string;
  key: string;
}

interface EndpointRecord {
  id: string;
  url: string;
  enabled: boolean;
  secret_hint: string;
}

let world: CrashWorld;
beforeAll(async () => void (world = await startCrashWorld({ processes: 2 })), SLOW_MS);
afterAll(async () => world?.close());

const throughBoth = (count: number, call: (view: World, index: number) => Promise<Answer>) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => untilServed(() => call(world.through(index % 2), index))),
  );
const tally = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

async function newOwners(): Promise<Owner[]> {
  const channel = await makeChannel(world.through(0));
  const merchant_id = await makeMerchant(world.through(0), channel);
  const key = await makeMerchantKey(world.through(0), merchant_id);
  return [
    { path: '/api/channel/webhook-endpoints', key: channel.key },
    { path: '/api/merchant/webhook-endpoints', key },
  ];
}

const listOf = async ({ path, key }: Owner) =>
  (await world.call('GET', path, { key })).body as EndpointRecord[];

test(
  'of a hundred endpoints asked for at once, ten are made, for each owner by itself',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owners = await newOwners();
      const answers = await Promise.all(
        owners.map(({ path, key }) =>
          throughBoth(100, (view, index) =>
            view.call('POST', path, { key, body: { url: OLD_HOST, enabled: index % 3 > 0 } }),
          ),
        ),
      );
      expect(answers.map(tally)).toEqual(owners.map(() => ({ 201: ENDPOINTS_MAX, 400: 90 })));
      for (const owner of owners) expect(await listOf(owner)).toHaveLength(ENDPOINTS_MAX);
    }
  },
  SLOW_MS,
);

// One of five calls, so that each is made by both processes.
function callOf(view: World, index: number, { path, key }: Owner, id: string): Promise<Answer> {
  const one = `${path}/${id}`;
  switch (index % 5) {
    case 0:
      return view.call('PATCH', one, { key, body: { url: NEW_HOST, rotate_secret: true } });
    case 1:
      return view.call('PATCH', one, { key, body: { url: NEW_HOST } });
    case 2:
      return view.call('POST', `${one}/enable`, { key });
    case 3:
      return view.call('POST', `${one}/rotate-secret`, { key });
    default:
      return view.call('DELETE', one, { key });
  }
}

test(
  'however changes, switches and rotations meet, no host gets the secret of the one before it',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const owner of await newOwners()) {
        const body = { url: OLD_HOST, enabled: false };
        const made = (await world.call('POST', owner.path, { key: owner.key, body })).body as EndpointRecord;
        const answers = await throughBoth(CALLERS, (view, index) => callOf(view, index, owner, made.id));
        for (const { status } of answers) expect([200, 400, 409]).toContain(status);
        const seen = answers
          .filter(({ status }) => status === 200)
          .map(({ body: record }) => record as EndpointRecord);
        for (const record of [...seen, ...(await listOf(owner))]) {
          if (record.url === NEW_HOST) expect(record.secret_hint).not.toBe(made.secret_hint);
        }
        // A host and its secret belong together for good: what signed for one never signs for the other.
        const hintsOf = (url: string) =>
          seen.filter((record) => record.url === url).map((one) => one.secret_hint);
        const old = new Set(hintsOf(OLD_HOST));
        expect(hintsOf(NEW_HOST).filter((hint) => old.has(hint))).toEqual([]);
      }
    }
  },
  SLOW_MS,
);
