import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from './failures.ts';
import { openGate } from './gate.ts';

const SOON_MS = 60_000;

/** Enters without waiting, or tells that the lane would have to wait. */
function tries(gate: ReturnType<typeof openGate>, lane: string): Promise<boolean> {
  return gate.enter(lane, 0).then(
    () => true,
    () => false,
  );
}

async function fill(gate: ReturnType<typeof openGate>, lane: string): Promise<number> {
  let entered = 0;
  while (await tries(gate, lane)) entered += 1;
  return entered;
}

test('a lane that keeps what it takes leaves nearly half of the places, of which every other has one', async () => {
  const gate = openGate({ places: 15, kept: { lane: 'admission', places: 2 } });
  expect([await fill(gate, 'a'), await fill(gate, 'b'), await fill(gate, 'c')]).toEqual([7, 1, 1]);
  for (const lane of ['d', 'e', 'f']) expect(await fill(gate, lane)).toBe(1);
  expect([await fill(gate, 'd'), await fill(gate, 'g')]).toEqual([0, 1]);
  expect(await tries(gate, 'h')).toBe(false);
});

test('grouped lanes are one to all others, and one of them leaves some of its share to the rest', async () => {
  const gate = openShared();
  expect([await fill(gate, 'sweep a'), await fill(gate, 'sweep b'), await fill(gate, 'sweep c')]).toEqual([
    4, 1, 1,
  ]);
  for (const lane of ['d', 'e', 'f', 'g', 'h', 'i'])
    expect(await fill(gate, `sweep ${lane}`)).toBeLessThan(2);
  expect(gate.figures().taken).toBe(7);
  for (const lane of ['a', 'b', 'c', 'd', 'e', 'f']) expect(await fill(gate, lane)).toBe(1);
});

test('the kept places are for their lane alone', async () => {
  const gate = openGate({ places: 5, kept: { lane: 'admission', places: 2 } });
  for (const lane of ['a', 'b', 'c']) expect(await fill(gate, lane)).toBeLessThanOrEqual(2);
  expect(await tries(gate, 'd')).toBe(false);
  expect(await fill(gate, 'admission')).toBe(2);
});

test('the lane of the kept places leaves as many of the others as any does', async () => {
  const gate = openGate({ places: 15, kept: { lane: 'admission', places: 2 } });
  expect(await fill(gate, 'admission')).toBe(9);
  for (const lane of ['a', 'b', 'c', 'd', 'e', 'f']) expect(await fill(gate, lane)).toBe(1);
});

test('what the lane of the kept places holds of them is taken from nobody else', async () => {
  const gate = openGate({ places: 15, kept: { lane: 'admission', places: 2 } });
  for (let own = 0; own < 2; own += 1) expect(await tries(gate, 'admission')).toBe(true);
  expect(await fill(gate, 'a')).toBe(7);
});

test('without lanes whoever comes takes a free place', async () => {
  const gate = openGate({ places: 4, kept: null });
  expect(await fill(gate, 'a')).toBe(4);
});

test('who waits is let in when a place is given back, the longest waiting first', async () => {
  const gate = openGate({ places: 1, kept: null });
  await gate.enter('a', SOON_MS);
  const order: string[] = [];
  const waits = ['b', 'c', 'b'].map((lane, index) =>
    gate.enter(lane, SOON_MS).then(() => {
      order.push(`${lane}${index}`);
      gate.leave(lane);
    }),
  );
  expect(gate.figures()).toEqual({ taken: 1, waiting: 3 });
  gate.leave('a');
  await Promise.all(waits);
  expect(order).toEqual(['b0', 'c1', 'b2']);
  expect(gate.figures()).toEqual({ taken: 0, waiting: 0 });
});

test('of grouped lanes the one that has gone without for longest is next, however many wait in another', async () => {
  const gate = openGate({ places: 1, kept: null, grouped: 'sweep ' });
  await gate.enter('sweep a', SOON_MS);
  const order: string[] = [];
  const waits = ['sweep a', 'sweep a', 'sweep a', 'b', 'sweep c', 'sweep c'].map((lane) =>
    gate.enter(lane, SOON_MS).then(() => {
      order.push(lane);
      gate.leave(lane);
    }),
  );
  gate.leave('sweep a');
  await Promise.all(waits);
  expect(order).toEqual(['sweep a', 'sweep c', 'b', 'sweep a', 'sweep c', 'sweep a']);
});

test('who waited in vain is told that the database is not available, and is out of the line', async () => {
  const gate = openGate({ places: 1, kept: null });
  await gate.enter('a', SOON_MS);
  await expect(gate.enter('b', 5)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(gate.figures()).toEqual({ taken: 1, waiting: 0 });
  gate.leave('a');
  expect(await tries(gate, 'b')).toBe(true);
});

// Half of the 13 that are not kept.
const RESERVED = 6;

// A lane asks for so many places, one after the other, or gives some back.
const changesOf = fc.array(
  fc.record({
    lane: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'sweep a', 'sweep b', 'sweep c'),
    places: fc.integer({ min: -4, max: 10 }),
  }),
  { maxLength: 60 },
);

/** What the lanes hold after each change. */
async function* changed(gate: ReturnType<typeof openGate>, changes: { lane: string; places: number }[]) {
  const held: string[] = [];
  for (const { lane, places } of changes) {
    for (let more = places; more > 0 && (await tries(gate, lane)); more -= 1) held.push(lane);
    for (let less = places; less < 0 && held.includes(lane); less += 1) {
      held.splice(held.indexOf(lane), 1);
      gate.leave(lane);
    }
    yield held;
  }
}

const openShared = () => openGate({ places: 15, kept: { lane: 'admission', places: 2 }, grouped: 'sweep ' });

test('however lanes come and go, no place is lost and none is given twice', async () => {
  await fc.assert(
    fc.asyncProperty(changesOf, async (changes) => {
      const gate = openShared();
      for await (const held of changed(gate, changes)) {
        expect(gate.figures()).toEqual({ taken: held.length, waiting: 0 });
        expect(held.length).toBeLessThanOrEqual(13);
      }
    }),
  );
});

test('a lane that holds none is refused only when more than six hold some, all that are grouped being one', async () => {
  await fc.assert(
    fc.asyncProperty(changesOf, async (changes) => {
      const gate = openShared();
      for await (const held of changed(gate, changes)) {
        const others = new Set(held.map((lane) => (lane.startsWith('sweep ') ? 'sweeps' : lane)));
        const isLetIn = await tries(gate, 'fresh');
        if (isLetIn) gate.leave('fresh');
        expect(isLetIn || others.size > RESERVED).toBe(true);
      }
    }),
  );
});
