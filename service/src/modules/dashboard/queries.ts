import { sql } from 'kysely';
import { dueRows } from '../../db/due.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';

const SHOWN = ['id', 'email', 'permissions', 'password_hash', 'created_at'] as const;
const USER = ['id', 'merchant_id', 'email', 'password_hash'] as const;

export type ShownUser = RowOf<'dashboard_users', (typeof SHOWN)[number]>;

type UserRow = RowOf<'dashboard_users', (typeof USER)[number]>;

export async function merchantExists(db: Db, merchantId: string): Promise<boolean> {
  const found = await db.selectFrom('merchants').select('id').where('id', '=', merchantId).executeTakeFirst();
  return found !== undefined;
}

/** The user who signs in with this email, in any letter case. Index: dashboard_email_is_unique. */
export async function findUser(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('dashboard_users')
    .select(USER)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
}

/** A page of a merchant's users, newest first, and how many there are. Index: dashboard_users_by_merchant. */
export async function listUsers(
  db: Db,
  of: { merchant_id: string; limit: number; offset: number },
): Promise<{ items: ShownUser[]; total: number }> {
  const users = db.selectFrom('dashboard_users').where('merchant_id', '=', of.merchant_id);
  const items = await users.select(SHOWN).orderBy('id', 'desc').limit(of.limit).offset(of.offset).execute();
  const counted = await users.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { items, total: counted.total };
}

/** Holds a user's row until the transaction ends: tokens are issued and taken away by one caller at a time. Undefined for
 *  one who was removed. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('dashboard_users').select(USER).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Deletes a user of the merchant with all that is the user's; undefined when the merchant has none with this id.
 *  Indexes: primary keys, dashboard_tokens_by_user, dashboard_invitations_by_user. */
export async function deleteUser(
  tx: Tx,
  user: { merchant_id: string; user_id: string },
): Promise<ShownUser | undefined> {
  const held = await lockUser(tx, user.user_id);
  if (held?.merchant_id !== user.merchant_id) return undefined;
  await tx.deleteFrom('dashboard_tokens').where('user_id', '=', held.id).execute();
  await tx.deleteFrom('dashboard_invitations').where('user_id', '=', held.id).execute();
  return tx.deleteFrom('dashboard_users').where('id', '=', held.id).returning(SHOWN).executeTakeFirst();
}

/** Inserts the user, or gives the one who has this email the new permissions; the merchant stays who it was. */
export async function upsertUser(
  tx: Tx,
  user: { id: string; merchant_id: string; email: string; permissions: string[]; created_at: Date },
): Promise<{ id: string; merchant_id: string } | undefined> {
  return tx
    .insertInto('dashboard_users')
    .values(user)
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .doUpdateSet({ permissions: user.permissions })
        .where('dashboard_users.merchant_id', '=', user.merchant_id),
    )
    .returning(['id', 'merchant_id'])
    .executeTakeFirst();
}

export async function setPassword(tx: Tx, user: { id: string; password_hash: string }): Promise<void> {
  await tx
    .updateTable('dashboard_users')
    .set({ password_hash: user.password_hash })
    .where('id', '=', user.id)
    .execute();
}

export async function insertInvitation(
  tx: Tx,
  invitation: { id: string; user_id: string; token_hash: Buffer; expires_at: Date; created_at: Date },
): Promise<void> {
  await tx.insertInto('dashboard_invitations').values(invitation).execute();
}

export async function endOpenInvitations(tx: Tx, of: { user_id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('dashboard_invitations')
    .set({ expires_at: of.now })
    .where('user_id', '=', of.user_id)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', of.now)
    .execute();
}

export type DashboardInvitation = Omit<UserRow, 'id'> &
  RowOf<'dashboard_invitations', 'id' | 'user_id' | 'expires_at' | 'redeemed_at'>;

/** An invitation by the hash of its token. Index: dashboard_invitation_token_is_unique. */
export async function findDashboardInvitation(
  db: Db,
  tokenHash: Buffer,
): Promise<DashboardInvitation | undefined> {
  return db
    .selectFrom('dashboard_invitations as i')
    .innerJoin('dashboard_users as u', 'u.id', 'i.user_id')
    .select(['i.id', 'i.user_id', 'i.expires_at', 'i.redeemed_at'])
    .select(['u.merchant_id', 'u.email', 'u.password_hash'])
    .where('i.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Marks an invitation as redeemed unless it was, or is over; tells whether it did. */
export async function redeemRow(tx: Tx, invitation: { id: string; now: Date }): Promise<boolean> {
  const redeemed = await tx
    .updateTable('dashboard_invitations')
    .set({ redeemed_at: invitation.now })
    .where('id', '=', invitation.id)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', invitation.now)
    .returning('id')
    .executeTakeFirst();
  return redeemed !== undefined;
}

export async function insertToken(
  tx: Tx,
  token: { id: string; user_id: string; token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await tx.insertInto('dashboard_tokens').values(token).execute();
}

/** Takes all of a user's tokens away but the newest `kept`. Index: dashboard_tokens_by_user. */
export async function deleteTokens(tx: Tx, of: { user_id: string; kept: number }): Promise<void> {
  const newest = tx
    .selectFrom('dashboard_tokens')
    .select('id')
    .where('user_id', '=', of.user_id)
    .orderBy('id', 'desc')
    .limit(of.kept);
  await tx
    .deleteFrom('dashboard_tokens')
    .where('user_id', '=', of.user_id)
    .where('id', 'not in', newest)
    .execute();
}

/** Deletes up to `limit` tokens that have ended. Index: dashboard_tokens_by_end. */
export async function deleteEndedTokens(db: Db, of: { now: Date; limit: number }): Promise<number> {
  const deleted = await sql`
    delete from dashboard_tokens
    where id = any(array(${dueRows('dashboard_tokens', { key: 'id', at: 'expires_at' }, of)}))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0n);
}
