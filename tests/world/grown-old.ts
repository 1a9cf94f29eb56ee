import v8 from 'node:v8';
import vm from 'node:vm';

const WARM_CALLS = 300;
const CALLS = 2_000;
const CALLS_PER_COLLECTION = 20;

/** How many bytes a call leaves behind that the quick collections do not find, although nothing is in use any more: they
 *  stay until a full one, for which V8 waits until there is several times as much as is in use. */
export async function grownOldPerCall(call: () => Promise<unknown>): Promise<number> {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (how?: { type: 'minor' }) => void;
  for (let n = 0; n < WARM_CALLS; n += 1) await call();
  collect();
  const before = oldBytes();
  for (let n = 0; n < CALLS; n += 1) {
    await call();
    if (n % CALLS_PER_COLLECTION === 0) collect({ type: 'minor' });
  }
  return (oldBytes() - before) / CALLS;
}

function oldBytes(): number {
  return v8.getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')!.space_used_size;
}
