import { openDatabase, type OpenDatabase } from '../../../db/open.ts';

const CONNECTIONS_MAX = 4;

/** The dispatcher's own connections, apart from those that answer requests. */
export function dispatcherDatabase(url: string): OpenDatabase {
  return openDatabase({ url, connectionsMax: CONNECTIONS_MAX, name: 'dispatcher' });
}
