/** Numbers that look random and come again with the same seed. */
export interface Chance {
  /** At least `from`, less than `to`, whole. */
  between(from: number, to: number): number;
  /** True with this probability. */
  is(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Chance of its own for somebody beside us, so that what they draw does not depend on who comes first. */
  fork(name: number): Chance;
}

/** Mulberry32: 32 bits of state, enough to vary a test and to repeat it. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const chance: Chance = {
    between: (from, to) => from + Math.floor(next() * (to - from)),
    is: (probability) => next() < probability,
    pick: (from) => from[chance.between(0, from.length)]!,
    fork: (name) => chanceOf(Math.imul(seed ^ (name + 1), 0x9e3779b1)),
  };
  return chance;
}
