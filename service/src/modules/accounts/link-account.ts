import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { type Account, type AccountName, insertLive, retireOthers } from './queries.ts';

/** The merchant is paid into this account of the rail from now on, and into no other of it; a null account, into none. Any other
 *  account takes no new payments, and stays what earlier ones are returned from. */
export async function linkAccount(
  tx: Tx,
  { clock }: Pick<Ctx, 'clock'>,
  link: Omit<AccountName, 'provider_account'> & { provider_account: string | null },
): Promise<Account | null> {
  const now = clock.now();
  const { merchant_id, rail, provider_account } = link;
  await retireOthers(tx, { ...link, now });
  if (provider_account === null) return null;
  const account = { merchant_id, rail, provider_account };
  const id = await insertLive(tx, { ...account, id: uuidAt(now), created_at: now });
  return { id, provider_account };
}
