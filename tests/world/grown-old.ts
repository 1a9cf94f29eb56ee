import v8 from 'node:v8';
import vm from 'node:vm';

const WARM_CALLS = 300;
const CALLS = 2_000;
// What a call leaves behind it leaves every time; what the engine grows by while it runs, once.
const ROUNDS = 3;
const CALLS_PER_COLLECTION = 20;

// Where much was in use at once, as in another test of a file, the engine may make such objects old from the first: that is
// its way, and nothing that a call leaves behind.
v8.setFlagsFromString('--no-allocation-site-pretenuring');

/** How many bytes a call leaves behind that the quick collections do not find, although nothing is in use any more: they
 *  stay until a full one, for which V8 waits until there is several times as much as is in use. */
export async function grownOldPerCall(call: () => Promise<unknown>): Promise<number> {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (how?: { type: 'minor' }) => void;
  for (let n = 0; n < WARM_CALLS; n += 1) await call();
  collect();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = oldBytes();
    for (let n = 0; n < CALLS; n += 1) {
      await call();
      if (n % CALLS_PER_COLLECTION === 0) collect({ type: 'minor' });
    }
    rounds.push((oldBytes() - before) / CALLS);
  }
  return Math.min(...rounds);
}

function oldBytes(): number {
  return v8.getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')!.space_used_size;
}
