import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { newBearer } from '../../lib/bearer.ts';
import { verifyPasswordOf } from '../../lib/password.ts';
import { HOUR_MS } from '../../lib/time.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { admitAccount } from '../admission/index.ts';
import { deleteTokens, findUser, insertToken, lockUser } from './queries.ts';

const TOKEN_HOURS = 8;
const TOKENS_PER_USER = 10;

/** Signs a dashboard user in: a bearer token for eight hours, stored hashed; a user has ten at most, the oldest give
 *  way. An unknown email answers as a wrong password does, and as late. Refuses: sign_in_failed. */
export async function signIn(
  ctx: Ctx,
  input: { email: string; password: string; address: string },
): Promise<{ access_token: string; expires_at: Date }> {
  const { email, address } = input;
  await admitAccount(ctx, { operation: 'dashboard.login', email, address });
  const user = await findUser(ctx.db, input.email);
  const isRight = await verifyPasswordOf(user?.password_hash ?? null, input.password, ctx.passwordCost);
  if (!user || !isRight) throw new Refusal('sign_in_failed');
  return inTransaction(ctx.db, async (tx) => {
    // A password that was replaced while this one was judged opens nothing, and neither does one whose user is gone.
    const held = await lockUser(tx, user.id);
    if (held?.password_hash !== user.password_hash) throw new Refusal('sign_in_failed');
    const { token: access_token, stored } = newBearer(ctx.clock.now(), TOKEN_HOURS * HOUR_MS);
    await insertToken(tx, { ...stored, user_id: user.id });
    await deleteTokens(tx, { user_id: user.id, kept: TOKENS_PER_USER });
    const entry = { actor: `user:${user.id}`, action: 'dashboard_user.signed_in', subject: user.id };
    await recordAudit(tx, ctx.clock, entry);
    return { access_token, expires_at: stored.expires_at };
  });
}
