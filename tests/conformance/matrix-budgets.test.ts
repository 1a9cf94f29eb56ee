import { afterAll, expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { type Actors, credentialOf, from, makeActors } from './matrix-actors.ts';
import { type Credential, type ListedOperation, pathOf, readOperations } from './matrix-document.ts';

// Every operation up to its budget and one call further, by each kind of credential. The largest budgets are
// tried in a world that has all of them smaller: it is the same rule, and tens of thousands of calls fewer.

const LARGE = 300;
const SMALLER = 0.05;
const AT_ONCE = 20;

interface Tried {
  world: World;
  scale: number;
  actors: Actors | null;
}

const trusting = (scale: number) => ({ RATE_LIMIT_SCALE: String(scale), TRUSTED_PROXIES: '127.0.0.1' });
const worlds = await Promise.all(
  // The last is for the operator, whose budgets the making of actors would spend.
  [1, SMALLER, SMALLER].map((scale) => startWorld({ worker: false, env: trusting(scale) })),
);
const [real, smaller, bare] = worlds as readonly World[] as [World, World, World];
const operations = await readOperations(real.base_url);
const [actors, few] = [await makeActors(real), await makeActors(smaller)];
afterAll(() => Promise.all(worlds.map((world) => world.close())));

function where(operation: ListedOperation): Tried {
  if (operation.family === 'operator') return { world: bare, scale: SMALLER, actors: null };
  // Keys are made by calls that have budgets too: where these are smaller there are not enough of them.
  return operation.budget > LARGE && operation.family === 'public'
    ? { world: smaller, scale: SMALLER, actors: few }
    : { world: real, scale: 1, actors };
}

function credentialIn(tried: Tried, credential: Credential | null): { key?: string; merchant?: string } {
  if (credential === null) return {};
  return tried.actors ? credentialOf(tried.actors, credential) : { key: tried.world.operator_token };
}

const cases = operations.flatMap((operation, index) => {
  const credentials: readonly (Credential | null)[] = operation.accepts.length ? operation.accepts : [null];
  const address = `203.0.113.${index + 1}`;
  return credentials.map(
    (credential) => [operation.id, credential ?? 'nobody', { operation, credential, address }] as const,
  );
});

test.each(cases)('%s by %s has its budget, and no call of it more', async (_id, _who, one) => {
  const { operation, credential, address } = one;
  const tried = where(operation);
  const limit = Math.max(1, Math.floor(operation.budget * tried.scale));
  const path = `${pathOf(operation)}?surplus=1`;
  // Fields that are refused spend the budget without leaving anything behind.
  const options = { ...credentialIn(tried, credential), headers: from(address) };
  const call = () => tried.world.call(operation.method, path, options);
  for (let left = limit; left > 0; left -= AT_ONCE) {
    const within = await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, call));
    expect(new Set(within.map(({ status }) => status))).toEqual(new Set([422]));
  }
  const over = await call();
  const body = { error: `Rate limit exceeded: ${limit} per 1 minute` };
  expect({ status: over.status, body: over.body }).toEqual({ status: 429, body });
  for (const [name] of over.headers) expect(name).not.toMatch(/retry-after|ratelimit|rate-limit/i);
});
