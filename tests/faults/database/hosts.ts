import { setTimeout as wait } from 'node:timers/promises';
import { makeSession } from '../../world/actors.ts';
import type { Chance } from '../world/chance.ts';
import { startLoad } from './load.ts';
import { counted, endings, pidsOf, problemsInTheEnd } from './run.ts';
import { type DatabaseWorld, startDatabaseWorld } from './world.ts';
import { isLate } from '../world/times.ts';
import type { Report } from '../world/scenario.ts';

// Lapses many times over between the clocks of the two hosts, and is renewed in good time.
const LEASE_SECONDS = 3;
const RECEIVER_MS = 1_500;
const STAMPED_WITHIN_MS = 1_000;
const CLIENTS = 3;

/** Two hosts, one ahead of the database's time and later behind it: they take nothing from each other, nothing too early
 *  and nothing twice, and stamp with one time. */
export async function hostsApart(
  plan: { aheadSeconds: number; thenAheadSeconds: number; forMs: number },
  chance: Chance,
): Promise<Report> {
  const { aheadSeconds, thenAheadSeconds, forMs } = plan;
  const world = await startDatabaseWorld({
    processes: 2,
    leaseSeconds: LEASE_SECONDS,
    env: (index) => ({ HOST_AHEAD_SECONDS: index === 1 ? String(aheadSeconds) : '0' }),
  });
  try {
    const pids = pidsOf(world);
    // Slow enough that each process sees what the other has under way.
    await world.control('PUT', `receivers/${world.receiver.name}`, { delay_ms: RECEIVER_MS });
    const load = startLoad(world, CLIENTS, chance);
    const apart = [await stampsApart(world)];
    await wait(forMs / 2);
    world.tell(1, String(thenAheadSeconds));
    apart.push(await stampsApart(world));
    await wait(forMs / 2);
    await load.stop();
    await world.control('PUT', `receivers/${world.receiver.name}`, { delay_ms: 0 });
    const problems = await problemsInTheEnd(world, [load.counts]);
    const repeated = await countRepeated(world);
    const most = Math.max(...apart);
    return {
      figures: {
        paid: load.counts.paid,
        calls: load.counts.calls,
        stamps_apart_ms: most,
        posted_again: repeated,
      },
      breaches: [
        ...endings(world, pids),
        ...counted(load.counts.breaches),
        ...problems,
        ...(repeated > 0 ? [`${repeated} deliveries were posted again`] : []),
        ...(isLate(most, STAMPED_WITHIN_MS)
          ? [`what was stamped is ${most} ms off the database's time`]
          : []),
      ],
    };
  } finally {
    await world.close();
  }
}

// How far what either process stamps is from the database's time at most.
async function stampsApart(world: DatabaseWorld): Promise<number> {
  const offs = [0, 1].map(async (index) => {
    const { id } = (await makeSession(world.through(index), world.merchant)).body as { id: string };
    const [row] = await world.ask(`
      select (extract(epoch from clock_timestamp() - created_at) * 1000)::int as off
      from checkout_sessions where id = '${id}'`);
    return Math.abs(Number(row!['off']));
  });
  return Math.max(...(await Promise.all(offs)));
}

async function countRepeated(world: DatabaseWorld): Promise<number> {
  const [row] = await world.ask(
    'select count(*)::int as repeated from deliveries_finished where attempts > 1',
  );
  return Number(row!['repeated']);
}
