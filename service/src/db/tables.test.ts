import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tablesOf } from '../../../dev/generate-tables.ts';
import { createServiceDatabase } from '../../../tests/world/database.ts';

test('the types of the tables are those of the migrated database', async () => {
  const database = await createServiceDatabase();
  try {
    const written = await readFile(new URL('./tables.ts', import.meta.url), 'utf8');
    expect(written).toBe(await tablesOf(database.url));
  } finally {
    await database.drop();
  }
});
