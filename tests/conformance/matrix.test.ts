import { afterAll, describe, expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { makeActors } from './matrix-actors.ts';
import { type ListedOperation, pathOf, readOperations } from './matrix-document.ts';
import { everyCaller, outcomeOf, type Caller } from './matrix-rules.ts';
import { SPECIFIED } from './matrix-specified.fixture.ts';
import { raw, refused } from './support.ts';

// Every operation that the document lists, times every kind of credential. A caller who is not allowed must not
// get as far as the fields, so each call has something wrong with its fields: who is told of it was admitted.

const BROKEN_JSON = '{"this is not": json';
const SURPLUS = 'surplus';
const HEADER_REQUIRED = 'X-Merchant-Id header is required';

const world = await startWorld({ worker: false });
const operations = await readOperations(world.base_url);
const callers = everyCaller(await makeActors(world));
afterAll(() => world.close());

async function send(operation: ListedOperation, caller: Caller) {
  const { method } = operation;
  const path = pathOf(operation);
  const answer =
    method === 'GET'
      ? await world.call(method, `${path}?${SURPLUS}=1`, { headers: caller.headers })
      : await world.call(method, path, { headers: caller.headers, body: BROKEN_JSON });
  return { status: answer.status, body: answer.body as unknown };
}

function expected(operation: ListedOperation, caller: Caller) {
  const outcome = outcomeOf(operation, caller.shown);
  if (outcome !== 'admitted') {
    return { status: outcome.status, body: refused(outcome.status, outcome.detail) };
  }
  // Nothing is read of a notice before its signature held.
  if (operation.id === 'notices.receive')
    return { status: 400, body: refused(400, 'The notice could not be verified') };
  if (operation.id === 'notices.sms')
    return { status: 415, body: refused(415, 'Content-Type must be application/x-www-form-urlencoded') };
  const problem =
    operation.method === 'GET'
      ? { type: 'extra_forbidden', loc: ['query', SURPLUS] }
      : { type: 'json_invalid', loc: ['body', expect.any(Number)] };
  // Beside it a parameter that is needed may be missing.
  return { status: 422, body: { detail: expect.arrayContaining([expect.objectContaining(problem)]) } };
}

describe('every operation is open to its own callers alone', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_id, operation) => {
      const answers = await Promise.all(
        callers.map(async (caller) => [caller.name, await send(operation, caller)] as const),
      );
      const rules = callers.map((caller) => [caller.name, expected(operation, caller)] as const);
      expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(rules));
    },
  );
});

describe('a refusal of one kind is the same to the last byte, whatever was wrong', () => {
  test.each(
    operations
      .filter(({ family }) => family !== 'public')
      .map((operation) => [operation.id, operation] as const),
  )('%s', async (_id, operation) => {
    for (const status of [401, 404]) {
      const refused = callers.filter((caller) => {
        const outcome = outcomeOf(operation, caller.shown);
        return outcome !== 'admitted' && outcome.status === status && outcome.detail !== HEADER_REQUIRED;
      });
      const seen = await Promise.all(refused.map((caller) => bytesOf(operation, caller)));
      expect(new Set(seen).size).toBe(Math.min(1, refused.length));
    }
  });
});

async function bytesOf(operation: ListedOperation, caller: Caller): Promise<string> {
  const { method } = operation;
  const body = method === 'GET' ? {} : { body: BROKEN_JSON };
  const headers = { 'content-type': 'application/json', ...caller.headers };
  const answer = await raw(world, method, pathOf(operation), { headers, ...body });
  const head = [...answer.headers].filter(([name]) => name !== 'date').map((pair) => pair.join(': '));
  return [answer.status, ...head, answer.text].join('\n');
}

describe('the document', () => {
  test('says of the specified operations what is specified', () => {
    const served = operations.map(({ method, path, accepts, budget, permission }) => ({
      method,
      path: path.replace(/\{[a-z_]+\}/g, '{}'),
      accepts: [...accepts].sort(),
      budget,
      permission,
    }));
    const nameOf = (row: { method: string; path: string }) => `${row.method} ${row.path}`;
    const specified = new Map(SPECIFIED.map((row) => [nameOf(row), row]));
    const both = served.filter((row) => specified.has(nameOf(row)));
    expect(both.length).toBeGreaterThan(0);
    expect(both).toEqual(both.map((row) => specified.get(nameOf(row))));
  });

  test('lists the operator’s operations under one path, and nothing else there', () => {
    for (const { family, path } of operations) {
      expect([path, family === 'operator']).toEqual([path, path.startsWith('/api/operator/')]);
    }
  });
});
