import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { hashToken, newApiKey, uuidAt } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { lockChannel } from '../channels/index.ts';
import { countActiveKeys, insertKeyRow, type KeyOwner, type KeyRow } from './queries.ts';

const ACTIVE_KEYS_MAX = 20;
const PREFIX_RANDOM_CHARACTERS = 8;

/** Mints a key for the calling channel. The key itself is in this answer only. Refuses: too_many_keys.
 *  Spec: Channel API keys. */
export async function createKey(ctx: Ctx, input: { channel_id: string; actor: string; name: string }) {
  return inTransaction(ctx.db, (tx) => mintChannelKey(tx, ctx, input));
}

/** The same in the caller's transaction. Counting and inserting are under the channel's lock, so that parallel calls
 *  never pass the limit. */
export async function mintChannelKey(
  tx: Tx,
  ctx: Ctx,
  input: { channel_id: string; actor: string; name: string },
): Promise<KeyRow & { key: string }> {
  await lockChannel(tx, input.channel_id);
  if ((await countActiveKeys(tx, input.channel_id)) >= ACTIVE_KEYS_MAX) throw new Refusal('too_many_keys');
  return insertKey(tx, ctx, {
    owner: { channel_id: input.channel_id },
    actor: input.actor,
    name: input.name,
  });
}

/** Inserts a new key for a channel or a merchant in the caller's transaction and returns it with its plain text. */
export async function insertKey(
  tx: Tx,
  ctx: Ctx,
  input: { owner: KeyOwner; actor: string; name: string },
): Promise<KeyRow & { key: string }> {
  const key = newApiKey(ctx.config.environment);
  const now = ctx.clock.now();
  const row: KeyRow = {
    id: uuidAt(now),
    name: input.name,
    prefix: key.slice(0, key.lastIndexOf('_') + 1 + PREFIX_RANDOM_CHARACTERS),
    status: 'active',
    created_at: now,
  };
  await insertKeyRow(tx, { ...row, ...input.owner, hash: hashToken(key) });
  const detail = { ...input.owner, name: input.name };
  await recordAudit(tx, ctx.clock, { actor: input.actor, action: 'key.created', subject: row.id, detail });
  return { ...row, key };
}

/** The answer of a call that minted a key. */
export function revealKey(key: KeyRow & { key: string }) {
  return { ...keyView(key), key: key.key };
}

/** A key's record as its channel reads it. */
export function keyView(key: KeyRow) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    status: key.status,
    environment: key.prefix.startsWith('sk_live_') ? 'live' : 'test',
    created_at: key.created_at.toISOString(),
  };
}
