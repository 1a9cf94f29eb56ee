import type { Client } from 'pg';
import { KEEP_AUTOVACUUM_AWAY } from '../autovacuum.ts';
import { CONTENTS } from './contents.ts';
import { MAKE_IDS } from './made-ids.ts';

/** How many rows each table gets: enough that no plan prefers reading them all. */
export const ROWS = 5_000;

/** The tables that grow: all but what has a row for each deployment or migration. */
export const GROWING = CONTENTS.map(([into]) => into.split(' ')[0]!);

/** Fills a migrated database with what years leave behind, and lets the planner know. Autovacuum has been everywhere, and
 *  does not come again: it reads a table from one end to the other for the ranges that its index has no summary of. */
export async function growDatabase(client: Client): Promise<void> {
  await client.query(MAKE_IDS);
  await client.query('begin');
  // Every reference holds by the way the ids are made; checking each would take most of the time.
  await client.query('set local session_replication_role = replica');
  for (const [into, values] of CONTENTS) {
    await client.query(`insert into ${into} select ${values} from generate_series(1, ${ROWS}) i`);
  }
  await client.query('commit');
  await client.query(KEEP_AUTOVACUUM_AWAY);
  await client.query('vacuum (analyze)');
}
