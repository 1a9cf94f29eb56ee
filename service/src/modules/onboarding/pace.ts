import { setImmediate as afterOthers, setTimeout as wait } from 'node:timers/promises';

/** What a reader waits for an answer of a provider that is usually quick. */
const QUICK_MS = 35;
/** What a reader waits as long as nothing is known of the provider's pace. */
const UNKNOWN_MS = 1_000;
/** What a reader waits for all of it at most. */
const LONGEST_MS = 2_000;
const TIMES_USUAL = 3;
const REMEMBERED = 8;
const SLICE_MS = 5;

/** How long the provider usually takes to answer a call, and so how long somebody who reads a status waits for one. */
export interface Pace {
  /** A call was answered after this long. */
  answered(ms: number): void;
  /** A reader waited in vain: until an answer comes in time again, the next ones wait least. */
  missed(): void;
  waitMs(): number;
}

export function createPace(): Pace {
  let answers: number[] = [];
  let isSlow = false;
  return {
    answered: (ms) => {
      answers = [...answers, ms].slice(-REMEMBERED);
      if (ms * TIMES_USUAL <= LONGEST_MS) isSlow = false;
    },
    missed: () => {
      isSlow = true;
    },
    waitMs: () => {
      if (isSlow) return QUICK_MS;
      if (answers.length === 0) return UNKNOWN_MS;
      return Math.min(Math.max(usual(answers) * TIMES_USUAL, QUICK_MS), LONGEST_MS);
    },
  };
}

// The lower middle: one cold or hung call among them says nothing about the others.
function usual(answers: readonly number[]): number {
  return answers.toSorted((a, b) => a - b)[Math.floor((answers.length - 1) / 2)]!;
}

/** Whether `work` ends without a step of it taking longer than about `ms`, and within two seconds. The time is counted
 *  in slices that this process really had, so that a busy machine is not taken for a provider that hangs: a slice that
 *  came late counts once. */
export async function goesOn(work: Promise<unknown>, steps: () => number, ms: number): Promise<boolean> {
  let hasEnded = false;
  const ended = work.then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  );
  let seen = steps();
  let left = Math.ceil(ms / SLICE_MS);
  for (let total = LONGEST_MS / SLICE_MS; left > 0 && total > 0 && !hasEnded; total -= 1) {
    await Promise.race([ended, wait(SLICE_MS)]);
    // What has arrived meanwhile is seen before the next slice is counted.
    if (!hasEnded) await afterOthers();
    left = steps() === seen ? left - 1 : Math.ceil(ms / SLICE_MS);
    seen = steps();
  }
  return hasEnded;
}
