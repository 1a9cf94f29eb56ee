import { withConnection } from '../../dev/connection.ts';
import { type RaisedEvent, checkEvent } from './events.ts';

const PAGE = 1_000;
// Below every id.
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Throws when a database of the service holds an event that is not as the registry says of its type. */
export async function checkEvents(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    for (let after = FIRST; ;) {
      const page = 'select id, type, body from events where id > $1 order by id limit $2';
      const { rows } = await client.query<RaisedEvent & { id: string }>(page, [after, PAGE]);
      rows.forEach(checkEvent);
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
    }
  });
}
