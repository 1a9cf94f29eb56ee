import { openDatabase, type OpenDatabase } from '../../db/open.ts';

const CONNECTIONS_MAX = 4;

/** The dispatcher's own connections, apart from those that answer requests. Its table is empty most of the time, and the
 *  planner remembers it so. A plan made then may read all rows and sort them, since there are none, and would be kept for
 *  the burst that follows: so here it may only take rows from an index, in its order. */
export function dispatcherDatabase(url: string): OpenDatabase {
  return openDatabase({
    ...{ url, connectionsMax: CONNECTIONS_MAX, name: 'dispatcher' },
    planner: { enable_sort: 'off', enable_bitmapscan: 'off', enable_mergejoin: 'off' },
  });
}
