import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { breaches } from '../../db/tx.ts';
import { type AccountRow, unnamedAccounts } from './queries.ts';
import { type Claimants, claimantsFrom } from './seller-of.ts';

const IS_TAKEN = ['rail_account_serves_one_merchant', 'rail_account_is_known_once'];

const UNNAMED_MAX = 2_000;
/** So many have their credentials opened before what they are for is asked. */
const OPENED_AT_ONCE = 100;

/** The accounts of a rail of which the provider has not said what it calls them since their credentials were last set: so many of the
 *  newest, in batches, since whoever looks for one of them may not need the rest. Gap G78. */
export async function* sellersUnnamed(
  ctx: Pick<Ctx, 'db' | 'config' | 'log'>,
  rail: string,
): AsyncGenerator<Claimants, void, undefined> {
  let behind: string | null = null;
  for (let left = UNNAMED_MAX; left > 0; left -= OPENED_AT_ONCE) {
    const limit = Math.min(left, OPENED_AT_ONCE);
    const accounts: AccountRow[] = await unnamedAccounts(ctx.db, { rail, behind, limit });
    if (accounts.length > 0) yield claimantsFrom(ctx, accounts);
    if (accounts.length < limit) return;
    behind = accounts.at(-1)!.id;
  }
}

/** The provider calls an account so, which it said in what was genuine for it. A name that another merchant's account has is not
 *  taken: then one account at the provider serves two merchants, which is told in the log. */
export async function nameAccount(
  { db, log }: Pick<Ctx, 'db' | 'log'>,
  of: { account_id: string; provider_account: string },
): Promise<void> {
  const { account_id, provider_account } = of;
  const name = (as: string | null) =>
    sql<Pick<AccountRow, 'id'>>`
      update rail_accounts
      set name_version = version, provider_account = coalesce(${as}::text, provider_account)
      where id = ${account_id} and (provider_account = id::text or name_version < version)`.execute(db);
  try {
    await name(provider_account);
  } catch (error) {
    if (!IS_TAKEN.some((constraint) => breaches(error, constraint))) throw error;
    log.error(
      { event: 'account.serves_two', account_id, provider_account },
      'an account serves two merchants',
    );
    await name(null);
  }
}
