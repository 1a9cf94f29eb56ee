import { expect, test } from 'vitest';
import { withConnection } from '../../../dev/connection.ts';
import { openDatabase } from '../../../service/src/db/open.ts';
import { ensurePartitions } from '../../../service/src/db/partitions.ts';
import { createServiceDatabase } from '../database.ts';
import { growDatabase, GROWING } from './growth.ts';
import { allHeard } from './heard.ts';
import { findScans } from './plans.ts';

const SLOW_MS = 180_000;

// It runs behind all others, and judges as much as they did: of a few tests a few statements.
test(
  'no statement that a test of this run made the service ask reads a table that grows from one end to the other',
  async () => {
    const database = await createServiceDatabase();
    const opened = openDatabase({ url: database.url, connectionsMax: 2, name: 'grown' });
    try {
      await ensurePartitions(opened.db, new Date());
      await withConnection(database.url, async (client) => {
        await growDatabase(client);
        expect(await findScans(client, allHeard(), GROWING)).toEqual([]);
      });
    } finally {
      await opened.close();
      await database.drop();
    }
  },
  SLOW_MS,
);
