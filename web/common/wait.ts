const FIRST_MS = 1_000;
const GROWTH = 1.6;
const LONGEST_MS = 15_000;
const SPREAD = 0.2;
// The service counts calls in whole minutes and names no time to come back.
const BUDGET_WINDOW_MS = 60_000;
const BUDGET_SPREAD_MS = 6_000;

/** How long to wait before the `n`th question, counted from 0: longer each time, up to 15 s, and never
 *  quite the same,  so that many waiting pages do not ask together. */
export function backoffMs(n: number, random: number = Math.random()): number {
  const plain = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** n);
  return Math.round(plain * (1 - SPREAD + 2 * SPREAD * random));
}

/** How long to wait after a refusal for too many calls. */
export function budgetWindowMs(): number {
  return BUDGET_WINDOW_MS + Math.random() * BUDGET_SPREAD_MS;
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** What the work gives, or a failure when it takes longer. */
export function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('took too long')), limitMs);
    const settled = () => clearTimeout(timer);
    work.finally(settled).then(resolve, reject);
  });
}
