import { sql } from 'kysely';
import { dueRows } from '../../db/due.ts';
import type { Db } from '../../db/tx.ts';
import type { AddressedRow } from '../accounts/index.ts';
import { findSession } from './queries.ts';
import { customerRefOf } from './rules.ts';

interface TokenNeed extends AddressedRow {
  can_vault: boolean;
  /** The provider's id of a customer who has saved something with this account before. */
  provider_customer_id: string | null;
  /** Until when the token that is there can be used. */
  expires_at: Date | null;
}

/** What a token for a session is minted for; undefined for a session that takes money, is of another rail, or is of an account
 *  that is not its merchant's any more. Indexes: primary keys and vault_tokens_by_customer. */
export async function readTokenNeed(db: Db, sessionId: string, rail: string): Promise<TokenNeed | undefined> {
  const session = await findSession(db, sessionId);
  if (session?.amount_cents !== 0) return undefined;
  const result = await sql<TokenNeed>`
    select a.id as rail_account_id, m.id as merchant_id, ${rail}::text as provider, w.wallet_merchant_id,
      coalesce((w.seller->>'can_vault')::boolean, false) as can_vault, kept.expires_at, known.provider_customer_id
    from merchants m
    join wallet_connections w on w.merchant_id = m.id
    left join rail_accounts a on a.id = ${session.rail_account_id}::uuid
    left join session_id_tokens kept on kept.checkout_session_id = ${session.id}
    left join lateral (
      select t.provider_customer_id from vault_tokens t
      where t.merchant_id = m.id and t.customer_ref = ${customerRefOf(session)} and t.provider = ${rail}
        and t.wallet_merchant_id = w.wallet_merchant_id
      order by t.id desc
      limit 1
    ) known on true
    where m.id = ${session.merchant_id} and coalesce(${session.rail}::text, m.payment_provider) = ${rail}
      and (a.id is null or a.provider_account = w.wallet_merchant_id)`.execute(db);
  return result.rows[0];
}

export async function keepToken(
  db: Db,
  kept: { checkout_session_id: string; token: string; expires_at: Date },
): Promise<void> {
  const { token, expires_at } = kept;
  await db
    .insertInto('session_id_tokens')
    .values(kept)
    .onConflict((conflict) => conflict.column('checkout_session_id').doUpdateSet({ token, expires_at }))
    .execute();
}

/** Deletes up to `limit` tokens that have ended. Index: session_id_tokens_by_end. */
export async function deleteEndedTokens(db: Db, of: { now: Date; limit: number }): Promise<number> {
  const ended = dueRows('session_id_tokens', { key: 'checkout_session_id', at: 'expires_at' }, of);
  const deleted = await sql`
    delete from session_id_tokens
    where checkout_session_id = any(array(${ended}))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0n);
}
