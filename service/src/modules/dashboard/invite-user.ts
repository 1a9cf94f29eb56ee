import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { newActivationLink } from './activation-link.ts';
import { endOpenInvitations, insertInvitation, merchantExists, upsertUser } from './queries.ts';

interface NewUser {
  merchant_id: string;
  email: string;
  permissions: readonly string[];
}

/** Invites a user to a merchant's dashboard. Inviting the same user again sets the permissions, which count at once,
 *  and sends a new link; the open ones are void. Refuses: merchant_not_found, dashboard_email_taken. */
export async function inviteUser(ctx: Ctx, input: NewUser): Promise<{ activation_url: string }> {
  const now = ctx.clock.now();
  const permissions = [...new Set(input.permissions)].sort();
  const { activation_url, stored } = newActivationLink(ctx, now);
  await inTransaction(ctx.db, async (tx) => {
    const { merchant_id, email } = input;
    if (!(await merchantExists(tx, merchant_id))) throw new Refusal('merchant_not_found');
    const user = await upsertUser(tx, { id: uuidAt(now), merchant_id, email, permissions, created_at: now });
    if (!user) throw new Refusal('dashboard_email_taken');
    await endOpenInvitations(tx, { user_id: user.id, now });
    await insertInvitation(tx, { ...stored, user_id: user.id });
    const detail = { merchant_id, permissions };
    const entry = { actor: 'operator', action: 'dashboard_user.invited', subject: user.id, detail };
    await recordAudit(tx, ctx.clock, entry);
  });
  return { activation_url };
}
