import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** Has the accounts of a gateway that is reached at another address now be reached there: those whose own address begins with
 *  `from`. Answers how many. Index: rail_accounts_with_credentials. */
export async function moveAccounts(db: Db, { from, to }: { from: string; to: string }): Promise<number> {
  const moved = await sql`
    update rail_accounts
    set shown = jsonb_set(shown, '{api_base}', to_jsonb(${to}::text || substr(shown->>'api_base', length(${from}::text) + 1)))
    where credentials is not null and starts_with(shown->>'api_base', ${from}::text || '/')`.execute(db);
  return Number(moved.numAffectedRows ?? 0n);
}
