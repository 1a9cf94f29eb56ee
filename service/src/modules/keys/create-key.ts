import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { hashToken, newApiKey, uuidAt } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { lockChannel } from '../channels/index.ts';
import { countActiveKeys, insertKeyRow, type KeyOwner, type KeyRow, lockMerchant } from './queries.ts';

const ACTIVE_KEYS_MAX = 20;
const PREFIX_RANDOM_CHARACTERS = 8;

interface NewKeyInput {
  owner: KeyOwner;
  actor: string;
  name: string;
}

/** Mints a key for a channel or a merchant. The key itself is in this answer only. Refuses: too_many_keys, and
 *  merchant_not_found where there is no such merchant. Spec: Channel API keys. Gap G168. */
export async function createKey(ctx: Ctx, input: NewKeyInput) {
  return inTransaction(ctx.db, (tx) => mintKey(tx, ctx, input));
}

/** The same in the caller's transaction. Counting and inserting are under the owner's lock, so that parallel calls
 *  never pass the limit. */
export async function mintKey(tx: Tx, ctx: Ctx, input: NewKeyInput): Promise<KeyRow & { key: string }> {
  await lockOwner(tx, input.owner);
  if ((await countActiveKeys(tx, input.owner)) >= ACTIVE_KEYS_MAX) throw new Refusal('too_many_keys');
  return insertKey(tx, ctx, input);
}

// A channel is known by its credential; a merchant is named by the operator.
async function lockOwner(tx: Tx, owner: KeyOwner): Promise<void> {
  if ('channel_id' in owner) return lockChannel(tx, owner.channel_id);
  if (!(await lockMerchant(tx, owner.merchant_id))) throw new Refusal('merchant_not_found');
}

async function insertKey(tx: Tx, ctx: Ctx, input: NewKeyInput): Promise<KeyRow & { key: string }> {
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

/** A key's record as its channel and the operator read it. */
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
