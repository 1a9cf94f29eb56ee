import { openDatabase, type OpenDatabase } from '../../../db/open.ts';

const CONNECTIONS_MAX = 4;

/** The dispatcher's own connections, apart from those that answer requests. The delivery tables go from empty to full
 *  and back within minutes, faster than statistics follow, so their plans must not depend on these: an index, always. */
export function dispatcherDatabase(databaseUrl: string): OpenDatabase {
  const url = new URL(databaseUrl);
  url.searchParams.set('enable_seqscan', 'off');
  return openDatabase({ url: url.href, connectionsMax: CONNECTIONS_MAX, name: 'dispatcher' });
}
