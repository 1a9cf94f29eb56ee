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

test('a lane that keeps what it takes leaves half to the next, and that one half of the rest', async () => {
  const gate = openGate({ places: 15, kept: { lane: 'admission', places: 2 } });
  expect([await fill(gate, 'a'), await fill(gate, 'b'), await fill(gate, 'c')]).toEqual([7, 3, 2]);
  expect([await fill(gate, 'd'), await fill(gate, 'e')]).toEqual([1, 0]);
});

test('the kept places are for their lane alone, which may take any that is free', async () => {
  const gate = openGate({ places: 5, kept: { lane: 'admission', places: 2 } });
  for (const lane of ['a', 'b', 'c']) expect(await fill(gate, lane)).toBeLessThanOrEqual(2);
  expect(await tries(gate, 'd')).toBe(false);
  expect(await fill(gate, 'admission')).toBe(2);
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

test('who waited in vain is told that the database is not available, and is out of the line', async () => {
  const gate = openGate({ places: 1, kept: null });
  await gate.enter('a', SOON_MS);
  await expect(gate.enter('b', 5)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(gate.figures()).toEqual({ taken: 1, waiting: 0 });
  gate.leave('a');
  expect(await tries(gate, 'b')).toBe(true);
});

test('however lanes come and go, no place is lost, none is given twice, and a free lane always gets in', async () => {
  const steps = fc.array(fc.record({ lane: fc.nat(6), leaves: fc.boolean() }), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const gate = openGate({ places: 15, kept: { lane: 'admission', places: 2 } });
      const held: string[] = [];
      for (const { lane, leaves } of all) {
        const leaving = held.indexOf(`lane ${lane}`);
        if (leaves && leaving >= 0) gate.leave(held.splice(leaving, 1)[0]!);
        else if (await tries(gate, `lane ${lane}`)) held.push(`lane ${lane}`);
        expect(gate.figures()).toEqual({ taken: held.length, waiting: 0 });
        expect(held.length).toBeLessThanOrEqual(13);
        if (held.length < 13 && !held.includes('fresh')) {
          expect(await tries(gate, 'fresh')).toBe(true);
          gate.leave('fresh');
        }
      }
    }),
    { numRuns: 50 },
  );
});
