const FIRST_MS = 1_000;
const GROWTH = 1.6;
const LONGEST_MS = 15_000;
const SPREAD = 0.2;

/** How long to wait before the `n`th question, counted from 0: longer each time, up to 15 s, and never
 *  quite the same,  so that many waiting pages do not ask together. */
export function backoffMs(n: number, random: number = Math.random()): number {
  const plain = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** n);
  return Math.round(plain * (1 - SPREAD + 2 * SPREAD * random));
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
