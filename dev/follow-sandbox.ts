import path from 'node:path';
import { readIfThere, writePrivate } from '../local/files.ts';
import { openDatabase } from '../service/src/db/open.ts';
import { moveAccounts } from '../service/src/modules/accounts/index.ts';

/** Has the accounts that the sandbox opened for merchants follow it: what is kept of each names the place where the sandbox
 *  listened then, and a port may be another at each start. */
export async function followSandbox(
  home: string,
  { database_url: url, sandbox_url: to }: { database_url: string; sandbox_url: string },
): Promise<void> {
  const file = path.join(home, 'sandbox-url');
  const from = (await readIfThere(file))?.trim();
  if (from === to) return;
  if (from) {
    const database = openDatabase({ url, connectionsMax: 1, name: 'start' });
    try {
      await moveAccounts(database.db, { from, to });
    } finally {
      await database.close();
    }
  }
  await writePrivate(file, `${to}\n`);
}
