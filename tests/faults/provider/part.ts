import { makeChannel, makeConnectedMerchant } from '../../world/actors.ts';
import { startWorld } from '../../world/world.ts';
import { row, say, showBreaches } from '../world/shown.ts';
import { FAULT_KINDS, runFaultKind } from './rounds.ts';

/** Lets the provider fail each call about money in every way, so many times each. True when everything held. */
export async function runProvider({ provider: rounds }: { provider: number }): Promise<boolean> {
  if (rounds === 0) return true;
  say(`\n${row('the provider fails by', 'rounds', 'breaches')}`);
  const world = await startWorld();
  let isSound = true;
  try {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    for (const kind of FAULT_KINDS) {
      const breaches = await runFaultKind(world, merchant, { kind, rounds });
      const name = `${kind.operation} ${kind.mode} ${kind.status ?? ''}`;
      say(row(name, String(rounds), String(breaches.length)));
      showBreaches(breaches);
      isSound &&= breaches.length === 0;
    }
  } finally {
    await world.close();
  }
  return isSound;
}
