import { sql } from 'kysely';
import { dueRows } from '../../db/due.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';

const OWNER = ['id', 'channel_id', 'email', 'password_hash'] as const;

export type OwnerRow = RowOf<'owners', (typeof OWNER)[number]>;

/** The owners with this email, in any letter case, newest first: one person may own several channels, with a password
 *  for each. Index: owners_by_email. */
export async function ownersByEmail(db: Db, of: { email: string; limit: number }): Promise<OwnerRow[]> {
  return db
    .selectFrom('owners')
    .select(OWNER)
    .where(sql`lower(email)`, '=', sql`lower(${of.email})`)
    .where('password_hash', 'is not', null)
    .orderBy('id', 'desc')
    .limit(of.limit)
    .execute();
}

export async function readOwner(db: Db, id: string): Promise<OwnerRow | undefined> {
  return db.selectFrom('owners').select(OWNER).where('id', '=', id).executeTakeFirst();
}

/** Holds an owner's row until the transaction ends: password, sessions and passkeys change by one caller at a time. */
export async function lockOwner(tx: Tx, id: string): Promise<OwnerRow | undefined> {
  return tx.selectFrom('owners').select(OWNER).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertSession(
  tx: Tx,
  session: {
    id: string;
    owner_id: string;
    token_hash: Buffer;
    passkey_shown: boolean;
    created_at: Date;
    expires_at: Date;
  },
): Promise<void> {
  await tx.insertInto('owner_sessions').values(session).execute();
}

/** Index: owner_session_token_is_unique. */
export async function sessionRuns(db: Db, session: { token_hash: Buffer; now: Date }): Promise<boolean> {
  const found = await db
    .selectFrom('owner_sessions')
    .select('id')
    .where('token_hash', '=', session.token_hash)
    .where('expires_at', '>', session.now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the session still runs; held until the transaction ends. */
export async function holdSession(
  tx: Tx,
  session: { session_id: string; now: Date },
): Promise<{ passkey_shown: boolean } | undefined> {
  return tx
    .selectFrom('owner_sessions')
    .select('passkey_shown')
    .where('id', '=', session.session_id)
    .where('expires_at', '>', session.now)
    .forUpdate()
    .executeTakeFirst();
}

export async function markPasskeyShown(tx: Tx, sessionId: string): Promise<void> {
  await tx.updateTable('owner_sessions').set({ passkey_shown: true }).where('id', '=', sessionId).execute();
}

export async function deleteSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('owner_sessions').where('id', '=', sessionId).execute();
}

/** Takes an owner's sessions away but the newest `kept`. Index: owner_sessions_by_owner. */
export async function deleteSessions(tx: Tx, of: { owner_id: string; kept: number }): Promise<void> {
  const newest = tx
    .selectFrom('owner_sessions')
    .select('id')
    .where('owner_id', '=', of.owner_id)
    .orderBy('id', 'desc')
    .limit(of.kept);
  await tx
    .deleteFrom('owner_sessions')
    .where('owner_id', '=', of.owner_id)
    .where('id', 'not in', newest)
    .execute();
}

type RecoveryRow = RowOf<'device_recoveries', 'id' | 'owner_id'>;

export async function insertRecovery(
  tx: Tx,
  recovery: RecoveryRow & { token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await tx.insertInto('device_recoveries').values(recovery).execute();
}

export async function endOpenRecoveries(tx: Tx, of: { owner_id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('device_recoveries')
    .set({ expires_at: of.now })
    .where('owner_id', '=', of.owner_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', of.now)
    .execute();
}

/** A recovery by the hash of its token. Index: device_recovery_token_is_unique. */
export async function findRecovery(db: Db, tokenHash: Buffer): Promise<RecoveryRow | undefined> {
  return db
    .selectFrom('device_recoveries')
    .select(['id', 'owner_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Counts a guess before it is judged, so that guesses made at the same time are counted too; false when the recovery
 *  was used, has ended, or was tried `triesMax` times. */
export async function countRecoveryTry(
  db: Db,
  of: { id: string; now: Date; triesMax: number },
): Promise<boolean> {
  const counted = await db
    .updateTable('device_recoveries')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', of.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', of.now)
    .where('tries', '<', of.triesMax)
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Marks a recovery as used unless it was, or has ended; tells whether it did. */
export async function useRecovery(tx: Tx, of: { id: string; now: Date }): Promise<boolean> {
  const used = await tx
    .updateTable('device_recoveries')
    .set({ used_at: of.now })
    .where('id', '=', of.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', of.now)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes up to `limit` challenges and as many sessions. Indexes: passkey_challenges_by_end, owner_sessions_by_end. */
export async function deleteEnded(db: Db, of: { now: Date; limit: number }): Promise<number> {
  const challenges = await sql`
    delete from passkey_challenges
    where challenge_hash = any(array(
      ${dueRows('passkey_challenges', { key: 'challenge_hash', at: 'expires_at' }, of)}
    ))`.execute(db);
  const sessions = await sql`
    delete from owner_sessions
    where id = any(array(${dueRows('owner_sessions', { key: 'id', at: 'expires_at' }, of)}))`.execute(db);
  return Number(challenges.numAffectedRows ?? 0n) + Number(sessions.numAffectedRows ?? 0n);
}
