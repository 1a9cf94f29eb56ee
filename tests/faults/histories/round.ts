import { runHistories } from './histories.ts';

const BATCH = 400;
const BATCHES_IN_WORLD = 2;
const SHOWN_EVERY = 1_000;
const SHOWN_MAX = 20;
const LIMIT_MS = 4 * 3_600_000;

/** Runs so many random histories and says what came of them. True when all books agreed. */
export async function runHistoryRound(
  { histories, seed }: { histories: number; seed: number },
  say: (line: string) => void,
): Promise<boolean> {
  if (histories === 0) return true;
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
  say(`\nRandom histories of payments: ${histories}`);
  const { breaches, ...figures } = await runHistories({
    ...{ seed, histories, batch: BATCH, batchesInWorld: BATCHES_IN_WORLD, limitMs: LIMIT_MS },
    onBatch: (done) => {
      if (done % SHOWN_EVERY < BATCH) say(`  ${done} after ${seconds()} s`);
    },
  });
  for (const [name, count] of Object.entries({ ...figures, seconds: seconds(), breaches: breaches.length })) {
    say(`  ${name.padEnd(12)}${String(count).padStart(8)}`);
  }
  for (const breach of breaches.slice(0, SHOWN_MAX)) say(`  ! ${breach}`);
  return breaches.length === 0;
}
