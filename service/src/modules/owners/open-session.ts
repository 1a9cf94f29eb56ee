import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { newBearer } from '../../lib/bearer.ts';
import { hashToken } from '../../lib/ids.ts';
import { verifyPasswordOf } from '../../lib/password.ts';
import { SECOND_MS } from '../../lib/time.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { admitAccount } from '../admission/index.ts';
import {
  deleteSession,
  deleteSessions,
  insertSession,
  lockOwner,
  type OwnerRow,
  ownersByEmail,
  sessionRuns,
} from './person-queries.ts';

const SESSION_MINUTES = 15;
export const SESSION_SECONDS = SESSION_MINUTES * 60;
const SESSIONS_PER_OWNER = 5;
const CHANNELS_PER_PERSON = 5;

export interface OpenedSession {
  session_token: string;
  expires_at: Date;
}

/** Signs an owner in with a password. An unknown email answers as a wrong password does, and as late.
 *  Refuses: sign_in_failed. Spec: Owner. */
export async function signInWithPassword(
  ctx: Ctx,
  input: { email: string; password: string; address: string },
): Promise<OpenedSession> {
  const { email, address } = input;
  await admitAccount(ctx, { operation: 'owner.sign_in', email, address });
  const owner = await ownerWithPassword(ctx, input);
  if (!owner) throw new Refusal('sign_in_failed');
  return inTransaction(ctx.db, async (tx) => {
    // A password that was replaced while this one was judged opens nothing.
    const held = await lockOwner(tx, owner.id);
    if (held?.password_hash !== owner.password_hash) throw new Refusal('sign_in_failed');
    return openSession(tx, ctx, { owner_id: owner.id, passkey_shown: false, how: 'password' });
  });
}

// One person may own several channels; the password tells which is meant. As many are judged for everybody, so that the
// time it takes does not tell how many there are, or whether there is one.
async function ownerWithPassword(
  ctx: Ctx,
  input: { email: string; password: string },
): Promise<OwnerRow | null> {
  const owners = await ownersByEmail(ctx.db, { email: input.email, limit: CHANNELS_PER_PERSON });
  let found: OwnerRow | null = null;
  for (let judged = 0; judged < CHANNELS_PER_PERSON; judged += 1) {
    const owner = owners[judged];
    const isRight = await verifyPasswordOf(owner?.password_hash ?? null, input.password, ctx.passwordCost);
    if (owner && isRight) found ??= owner;
  }
  return found;
}

/** Opens a session in the caller's transaction, which holds the owner. It lasts fifteen minutes whatever happens in
 *  it, and is stored hashed; an owner has five at most, the oldest give way. */
export async function openSession(
  tx: Tx,
  ctx: Ctx,
  input: { owner_id: string; passkey_shown: boolean; how: 'password' | 'passkey' | 'recovery' },
): Promise<OpenedSession> {
  const { owner_id, passkey_shown, how } = input;
  const { token: session_token, stored } = newBearer(ctx.clock.now(), SESSION_SECONDS * SECOND_MS);
  await insertSession(tx, { ...stored, owner_id, passkey_shown });
  await deleteSessions(tx, { owner_id, kept: SESSIONS_PER_OWNER });
  const entry = { actor: `owner:${owner_id}`, action: 'owner.signed_in', subject: owner_id, detail: { how } };
  await recordAudit(tx, ctx.clock, entry);
  return { session_token, expires_at: stored.expires_at };
}

/** Whether a token is that of a session that runs. */
export async function hasOwnerSession(ctx: Ctx, token: string): Promise<boolean> {
  return sessionRuns(ctx.db, { token_hash: hashToken(token), now: ctx.clock.now() });
}

/** Ends a session at once. */
export async function endSession(ctx: Ctx, sessionId: string): Promise<void> {
  await inTransaction(ctx.db, (tx) => deleteSession(tx, sessionId));
}
