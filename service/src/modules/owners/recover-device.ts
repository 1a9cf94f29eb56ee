import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { newBearer } from '../../lib/bearer.ts';
import { hashToken } from '../../lib/ids.ts';
import { verifyPasswordOf } from '../../lib/password.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { deletePasskeys } from './passkey-queries.ts';
import {
  countRecoveryTry,
  deleteSessions,
  endOpenRecoveries,
  findRecovery,
  insertRecovery,
  lockOwner,
  readOwner,
  useRecovery,
} from './person-queries.ts';

const RECOVERY_MINUTES = 30;
const TRIES_MAX = 5;

/** Starts the recovery of an owner whose device is lost: a link for half an hour, of use once; earlier ones are void.
 *  Nothing else changes until it is used. Refuses: owner_not_found. Spec: Owner. */
export async function startRecovery(ctx: Ctx, ownerId: string): Promise<{ recovery_url: string }> {
  return inTransaction(ctx.db, async (tx) => {
    const owner = await lockOwner(tx, ownerId);
    if (!owner) throw new Refusal('owner_not_found');
    const now = ctx.clock.now();
    await endOpenRecoveries(tx, { owner_id: owner.id, now });
    const { token, stored } = newBearer(now, RECOVERY_MINUTES * MINUTE_MS);
    await insertRecovery(tx, { ...stored, owner_id: owner.id });
    const entry = { actor: 'operator', action: 'owner.recovery_started', subject: owner.id };
    await recordAudit(tx, ctx.clock, entry);
    return { recovery_url: `${ctx.config.base_url}/owner/recover/${token}` };
  });
}

/** Uses a recovery link with the owner's password: the lost passkeys and every session are gone, and the session that
 *  is opened may register a new passkey. Refuses: recovery_not_found, recovery_gone, password_wrong; after five wrong
 *  passwords the link is void. */
export async function recoverDevice(
  ctx: Ctx,
  input: { token: string; password: string },
): Promise<OpenedSession> {
  const recovery = await findRecovery(ctx.db, hashToken(input.token));
  if (!recovery) throw new Refusal('recovery_not_found');
  const { id, owner_id } = recovery;
  if (!(await countRecoveryTry(ctx.db, { id, now: ctx.clock.now(), triesMax: TRIES_MAX }))) {
    throw new Refusal('recovery_gone');
  }
  const owner = await readOwner(ctx.db, owner_id);
  const password_hash = owner?.password_hash ?? null;
  if (!(await verifyPasswordOf(password_hash, input.password, ctx.passwordCost)))
    throw new Refusal('password_wrong');
  return inTransaction(ctx.db, async (tx) => {
    const held = await lockOwner(tx, owner_id);
    if (held?.password_hash !== password_hash) throw new Refusal('password_wrong');
    if (!(await useRecovery(tx, { id, now: ctx.clock.now() }))) throw new Refusal('recovery_gone');
    const removed = await deletePasskeys(tx, owner_id);
    await deleteSessions(tx, { owner_id, kept: 0 });
    const detail = { passkeys_removed: removed };
    const entry = { actor: `owner:${owner_id}`, action: 'owner.recovered', subject: owner_id, detail };
    await recordAudit(tx, ctx.clock, entry);
    return openSession(tx, ctx, { owner_id, passkey_shown: false, how: 'recovery' });
  });
}
