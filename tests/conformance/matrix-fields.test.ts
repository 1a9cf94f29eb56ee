import { afterAll, describe, expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { callersOf, makeActors } from './matrix-actors.ts';
import { type ListedOperation, pathOf, readOperations, type Schema } from './matrix-document.ts';
import { expectProblem } from './support.ts';

// Every place in which an operation can be sent something it does not know.

const SURPLUS = 'surplus';
const DEPTH_MAX = 10;
/** Its body is the provider's own, whatever is in it. */
const FOREIGN_BODY = ['notices.receive', 'notices.sms'];

const world = await startWorld({ worker: false });
const operations = await readOperations(world.base_url);
const actors = await makeActors(world);
afterAll(() => world.close());

const rows = operations.map((operation) => [operation.id, operation] as const);
const withBody = rows.filter(([id, { method }]) => method !== 'GET' && !FOREIGN_BODY.includes(id));

async function call(operation: ListedOperation, to: { query?: string; body?: unknown }) {
  const caller = callersOf(actors, operation)[0]!;
  const path = `${pathOf(operation)}${to.query ?? ''}`;
  const body = to.body ?? (operation.body ? operation.example : undefined);
  return world.call(operation.method, path, { ...caller, ...(body === undefined ? {} : { body }) });
}

describe('an unknown parameter of the query is named', () => {
  test.each(rows)('%s', async (_id, operation) => {
    const answer = await call(operation, { query: `?${SURPLUS}=1` });
    expectProblem(answer, ['query', SURPLUS], 'extra_forbidden');
  });
});

describe('an unknown property of the body is named', () => {
  test.each(withBody)('%s', async (_id, operation) => {
    const body = { ...operation.example, [SURPLUS]: 1 };
    expectProblem(await call(operation, { body }), ['body', SURPLUS], 'extra_forbidden');
  });
});

describe('an unknown property at any depth of the body is named', () => {
  const nested = withBody.flatMap(([id, operation]) =>
    closedPlaces(operation.body ?? {}).map((place) => [id, place.join('.'), place, operation] as const),
  );
  test.each(nested)('%s: %s', async (_id, _name, place, operation) => {
    const body = { ...operation.example, ...(planted(place, { [SURPLUS]: 1 }) as object) };
    expectProblem(await call(operation, { body }), ['body', ...place, SURPLUS], 'extra_forbidden');
  });

  test('there are such places', () => {
    expect(nested.length).toBeGreaterThan(0);
  });
});

describe('a body of the wrong shape is refused as a whole', () => {
  test.each(withBody)('%s', async (_id, operation) => {
    for (const body of ['[]', '5', '"text"', 'null', 'true']) {
      expectProblem(await call(operation, { body }), ['body']);
    }
  });
});

type Place = (string | number)[];

// Where a body holds objects of its own whose fields are all known.
function closedPlaces(schema: Schema, at: Place = []): Place[] {
  if (at.length > DEPTH_MAX) return [];
  const here = at.length > 0 && schema.additionalProperties === false ? [at] : [];
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    closedPlaces(property, [...at, name]),
  );
  const items = schema.items ? closedPlaces(schema.items, [...at, 0]) : [];
  return [...here, ...below, ...items];
}

function planted(place: Place, value: unknown): unknown {
  return place.reduceRight((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value);
}
