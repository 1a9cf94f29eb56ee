import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';

export type InvitationRow = RowOf<
  'invitations',
  'id' | 'owner_id' | 'expires_at' | 'redeemed_at' | 'sealed_key' | 'recoverable_until'
> &
  RowOf<'owners', 'channel_id' | 'password_hash'>;

export async function insertOwner(
  tx: Tx,
  owner: { id: string; channel_id: string; email: string; created_at: Date },
): Promise<void> {
  await tx.insertInto('owners').values(owner).execute();
}

export async function ownerOfChannel(tx: Tx, channelId: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('owners')
    .select('id')
    .where('channel_id', '=', channelId)
    .forUpdate()
    .executeTakeFirst();
}

export async function setPassword(tx: Tx, owner: { owner_id: string; password_hash: string }): Promise<void> {
  await tx
    .updateTable('owners')
    .set({ password_hash: owner.password_hash })
    .where('id', '=', owner.owner_id)
    .execute();
}

export async function insertInvitation(
  tx: Tx,
  invitation: { id: string; owner_id: string; token_hash: Buffer; expires_at: Date; created_at: Date },
): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute();
}

/** Index: invitations_by_owner. */
export async function endOpenInvitations(tx: Tx, of: { owner_id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ expires_at: of.now })
    .where('owner_id', '=', of.owner_id)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', of.now)
    .execute();
}

/** An invitation by the hash of its token. Index: invitation_token_is_unique. */
export async function readInvitation(db: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations as i')
    .innerJoin('owners as o', 'o.id', 'i.owner_id')
    .select(['i.id', 'i.owner_id', 'o.channel_id', 'o.password_hash', 'i.expires_at', 'i.redeemed_at'])
    .select(['i.sealed_key', 'i.recoverable_until'])
    .where('i.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function lockInvitation(
  tx: Tx,
  id: string,
): Promise<{ redeemed_at: Date | null; expires_at: Date }> {
  return tx
    .selectFrom('invitations')
    .select(['redeemed_at', 'expires_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function recordRedemption(
  tx: Tx,
  redemption: { id: string; key_id: string; sealed_key: Buffer; redeemed_at: Date; recoverable_until: Date },
): Promise<void> {
  const { id, ...set } = redemption;
  await tx.updateTable('invitations').set(set).where('id', '=', id).execute();
}

/** Erases up to `limit` sealed keys. Index: invitations_with_sealed_key. */
export async function eraseLapsedSealedKeys(db: Db, of: { now: Date; limit: number }): Promise<number> {
  const erased = await sql`
    update invitations
    set sealed_key = null
    where id = any(array(
      select id from invitations
      where sealed_key is not null and recoverable_until <= ${of.now}
      order by recoverable_until
      limit ${of.limit}
      for update skip locked
    ))`.execute(db);
  return Number(erased.numAffectedRows ?? 0n);
}
