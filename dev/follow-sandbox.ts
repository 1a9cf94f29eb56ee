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
  const file = path.join(home, 'sandbox-urls');
  const known = (await readIfThere(file))?.split('\n').filter((line) => line !== '') ?? [];
  const others = known.filter((one) => one !== to);
  // Written before they move: whoever is ended in between finds them again, wherever they are.
  if (!known.includes(to)) await writePrivate(file, linesOf([...others, to]));
  if (others.length === 0) return;
  const database = openDatabase({ url, connectionsMax: 1, name: 'start' });
  try {
    for (const from of others) await moveAccounts(database.db, { from, to });
  } finally {
    await database.close();
  }
  await writePrivate(file, linesOf([to]));
}

function linesOf(urls: readonly string[]): string {
  return urls.map((one) => `${one}\n`).join('');
}
