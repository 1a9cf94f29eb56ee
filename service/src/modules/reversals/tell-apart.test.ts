import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../lib/time.ts';
import { hear, type CountedReversal, showByAmount, showByName } from './tell-apart.ts';

// Reversals of one amount on one capture: each happens at its time, and notices and looks tell of it in any order, once or often.

const CAPTURE = 'CAPTURE';
const AMOUNT = 300;

interface Real {
  name: string;
  /** What its notice calls it. */
  called: string;
  at: Date;
  isTold: boolean;
}

interface Play {
  real: Real[];
  steps: { nth: number; does: 'tell' | 'show' }[];
}

const plays = (isNamedAlike: boolean): fc.Arbitrary<Play> =>
  fc
    .array(
      fc.record({ hours: fc.integer({ min: 0, max: 120 }), isOther: fc.boolean(), isTold: fc.boolean() }),
      { minLength: 2, maxLength: 4 },
    )
    .chain((reversals) => {
      const real = reversals.map(({ hours, isOther, isTold }, nth) => {
        const name = `R${nth}`;
        const called = isNamedAlike || !isOther ? name : `other-${name}`;
        return { name, called, at: new Date(Date.UTC(2026, 0, 1) + hours * HOUR_MS + nth), isTold };
      });
      const does = fc.constantFrom<'tell' | 'show'>('tell', 'show');
      const step = fc.record({ nth: fc.nat({ max: real.length - 1 }), does });
      return fc.array(step, { maxLength: 14 }).map((steps) => ({ real, steps }));
    });

// As rows are written: what is added is counted from then on, at its time.
function recorded(all: readonly CountedReversal[], nextId: () => string): CountedReversal[] {
  return all.map((one) => ({ ...one, id: one.id ?? nextId(), at: one.at ?? one.shown?.at ?? one.told!.at }));
}

/** What is known when all of it was played, and thereafter everything was told of that ever is, and shown. */
function endOf({ real, steps }: Play): CountedReversal[] {
  let all: CountedReversal[] = [];
  let ids = 0;
  const nextId = () => `row-${(ids += 1)}`;
  const tell = ({ called, at, isTold }: Real) => {
    if (isTold) hear(all, { name: called, at, amount: AMOUNT }, CAPTURE);
  };
  const show = ({ name, at }: Real) => {
    const shown = { name, at, amount: AMOUNT };
    if (showByName(all, shown) || showByAmount(all, shown)) return;
    all.push({ id: null, told: null, shown, amount: AMOUNT, at: null });
  };
  const does = (step: (one: Real) => void, one: Real) => {
    step(one);
    all = recorded(all, nextId);
    const names = all.map(({ told, shown }) => (told ?? shown)!.name);
    expect(new Set(names).size).toBe(names.length);
  };
  for (const { nth, does: what } of steps) does(what === 'tell' ? tell : show, real[nth]!);
  for (const step of [tell, show, tell, show]) for (const one of real) does(step, one);
  return all;
}

describe('in whatever order notices and looks tell of them,', () => {
  test('each is counted once and at its own time, where both name it alike', () => {
    fc.assert(
      fc.property(plays(true), (play) => {
        const counted = endOf(play).map(({ told, shown, at }) => [shown?.name, told?.name ?? null, at]);
        const real = play.real.map(({ name, at, isTold }) => [name, isTold ? name : null, at]);
        expect(counted.toSorted()).toEqual(real.toSorted());
      }),
      { numRuns: 2_000 },
    );
  });

  test('each is counted once and at its own time, where notices name them otherwise', () => {
    fc.assert(
      fc.property(plays(false), (play) => {
        const counted = endOf(play).map(({ shown, at }) => [shown?.name, at]);
        const real = play.real.map(({ name, at }) => [name, at]);
        expect(counted.toSorted()).toEqual(real.toSorted());
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('of one amount,', () => {
  const at = (time: string) => new Date(`2026-01-01T${time}Z`);
  const shownAlone = (name: string, time: string): CountedReversal => ({
    ...{ id: name, told: null, amount: AMOUNT, at: at(time) },
    shown: { name, at: at(time) },
  });
  const toldAt = (time: string, shown: CountedReversal['shown']): CountedReversal => ({
    ...{ id: 'row', amount: AMOUNT, at: at(time), shown },
    told: { name: 'NOTICE', at: at(time) },
  });

  test('a notice from before a reversal was shown to happen is of another', () => {
    const all = [shownAlone('SHOWN', '11:00:00')];
    hear(all, { name: 'NOTICE', at: at('09:59:59'), amount: AMOUNT }, CAPTURE);
    expect(all.map(({ told }) => told?.name ?? null)).toEqual([null, 'NOTICE']);
    const near = [shownAlone('SHOWN', '11:00:00')];
    hear(near, { name: 'NOTICE', at: at('10:00:00'), amount: AMOUNT }, CAPTURE);
    expect(near.map(({ told }) => told?.name ?? null)).toEqual(['NOTICE']);
  });

  test('one whose time was not kept gives way to none that is shown', () => {
    const all = [toldAt('10:00:00', { name: 'SHOWN', at: null })];
    expect(showByAmount(all, { name: 'ANOTHER', at: at('10:00:00'), amount: AMOUNT })).toBe(false);
    expect(all).toEqual([toldAt('10:00:00', { name: 'SHOWN', at: null })]);
  });

  test('one whose time was not kept is no later than what it was taken for', () => {
    const all = [toldAt('10:00:00', { name: 'SHOWN', at: null })];
    expect(showByName(all, { name: 'NOTICE', at: at('10:00:00'), amount: AMOUNT })).toBe(true);
    expect(all.map(({ shown }) => shown)).toMatchObject([
      { name: 'NOTICE' },
      { name: 'SHOWN', at: at('10:00:00') },
    ]);
  });
});
