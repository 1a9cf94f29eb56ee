import { sql } from 'kysely';
import { check } from '../../../cli/check/books.ts';
import { countOpen, findBreaches, readProviderBooks, settle, withSql } from '../books/books.ts';
import type { CrashWorld } from '../world/crash-world.ts';
import type { BatchPlan } from './plans.ts';

const DAY_SECONDS = 86_400;
// Until the provider shows the last day whole, and its hour of asking is over.
const COMPARED_SECONDS = DAY_SECONDS + 5 * 3_600;
const EVER = [new Date('2000-01-01T00:00:00Z'), new Date('2200-01-01T00:00:00Z')] as const;

/** Everything comes to its end, what was never told of is found in the provider's books, and then all books agree. */
export async function closeBatch(world: CrashWorld, { are_held_lost }: BatchPlan): Promise<string[]> {
  await world.control('DELETE', 'faults');
  if (are_held_lost) await world.control('POST', 'notices', { mode: 'deliver' });
  else await world.control('POST', 'notices/release');
  const view = world.through(0);
  await settle(view);
  await view.advance(COMPARED_SECONDS);
  await view.drain();
  // A day in which something differs is looked at again a day later: what came after the first look may have mended it.
  if ((await openDifferences(world)).length > 0) {
    await view.advance(DAY_SECONDS);
    await view.drain();
  }
  // What was asked about in vain several times is asked about again in an hour, or in six.
  const open = await countOpen(world);
  const { breaks } = await check(world.database_url, EVER);
  return [
    ...(open === 0 ? [] : [`not settled: ${open}`]),
    ...breaks.map(({ rule, subject, told }) => `check: ${rule}: ${subject}: ${told}`),
    ...(await findBreaches(world)),
    ...(await openDifferences(world)),
  ];
}

function openDifferences(world: CrashWorld): Promise<string[]> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ told: string }>`
      select format('differs from the provider: %s of %s %s: %s, theirs %s', cause, kind, provider_id, ours, theirs) as told
      from reconciliation_differences where state = 'open'`.execute(db);
    return rows.map(({ told }) => told);
  });
}

/** What a world came to. */
export async function figuresOf(world: CrashWorld) {
  const books = await readProviderBooks(world);
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ reconciled: number; mended: number }>`
      select (select count(*)::int from reconciliation_days where is_whole) as reconciled,
        (select count(*)::int from reconciliation_differences where state = 'mended') as mended`.execute(db);
    return {
      captures: books.captures.filter(({ is_taken }) => is_taken).length,
      refunds: books.refunds.filter(({ is_done }) => is_done).length,
      ...rows[0]!,
    };
  });
}
