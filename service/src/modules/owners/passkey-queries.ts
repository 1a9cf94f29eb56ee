import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';

const SHOWN = ['id', 'name', 'created_at', 'last_used_at'] as const;
const STORED = ['id', 'owner_id', 'credential_id', 'public_key', 'sign_count', 'transports'] as const;

export type PasskeyRow = RowOf<'passkeys', (typeof SHOWN)[number]>;
export type StoredCredential = RowOf<'passkeys', (typeof STORED)[number]>;

/** An owner's passkeys, newest first. Index: passkeys_by_owner. */
export async function listPasskeys(db: Db, ownerId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(SHOWN)
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .execute();
}

export async function credentialsOf(
  db: Db,
  ownerId: string,
): Promise<Pick<StoredCredential, 'credential_id' | 'transports'>[]> {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('owner_id', '=', ownerId)
    .execute();
}

export async function countPasskeys(tx: Tx, ownerId: string): Promise<number> {
  const row = await tx
    .selectFrom('passkeys')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** A passkey by the authenticator's own id. Index: passkey_credential_is_unique. */
export async function findCredential(db: Db, credentialId: string): Promise<StoredCredential | undefined> {
  return db
    .selectFrom('passkeys')
    .select(STORED)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export async function insertPasskey(
  tx: Tx,
  passkey: StoredCredential & { name: string; created_at: Date },
): Promise<PasskeyRow> {
  return tx.insertInto('passkeys').values(passkey).returning(SHOWN).executeTakeFirstOrThrow();
}

export async function deletePasskey(
  tx: Tx,
  passkey: { id: string; owner_id: string },
): Promise<PasskeyRow | undefined> {
  return tx
    .deleteFrom('passkeys')
    .where('id', '=', passkey.id)
    .where('owner_id', '=', passkey.owner_id)
    .returning(SHOWN)
    .executeTakeFirst();
}

export async function deletePasskeys(tx: Tx, ownerId: string): Promise<number> {
  const deleted = await tx.deleteFrom('passkeys').where('owner_id', '=', ownerId).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Records a use. A counter that did not grow since is a copied passkey's: false, and nothing is recorded. An
 *  authenticator without a counter always says 0. */
export async function recordUse(
  tx: Tx,
  use: { id: string; sign_count: number; now: Date },
): Promise<boolean> {
  const recorded = await tx
    .updateTable('passkeys')
    .set({ sign_count: use.sign_count, last_used_at: use.now })
    .where('id', '=', use.id)
    .where((eb) =>
      eb.or([
        eb('sign_count', '<', use.sign_count),
        eb.and([eb('sign_count', '=', 0), eb.val(use.sign_count === 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}

export async function insertChallenge(
  tx: Tx,
  challenge: { challenge_hash: Buffer; session_id: string | null; expires_at: Date },
): Promise<void> {
  await tx.insertInto('passkey_challenges').values(challenge).execute();
}

export async function deleteChallengesOf(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('session_id', '=', sessionId).execute();
}

/** Takes a challenge that was given to this session, or to nobody, away; false when there is none that still counts. */
export async function takeChallenge(
  db: Db,
  challenge: { challenge_hash: Buffer; session_id: string | null; now: Date },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge.challenge_hash)
    .where(sql<boolean>`session_id is not distinct from ${challenge.session_id}::uuid`)
    .where('expires_at', '>', challenge.now)
    .returning('challenge_hash')
    .executeTakeFirst();
  return taken !== undefined;
}
