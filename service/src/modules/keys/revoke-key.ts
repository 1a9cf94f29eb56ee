import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { type KeyRow, readKey, revokeKeyRow } from './queries.ts';

/** Revokes a key of the channel at once and for good; revoking again changes nothing. A key may revoke itself, even
 *  as the last one. Refuses: key_not_found. Spec: Channel API keys. */
export async function revokeKey(
  ctx: Ctx,
  input: { channel_id: string; actor: string; key_id: string },
): Promise<KeyRow> {
  return inTransaction(ctx.db, async (tx) => {
    const revoked = await revokeKeyRow(tx, { ...input, now: ctx.clock.now() });
    if (revoked) {
      await recordAudit(tx, ctx.clock, { actor: input.actor, action: 'key.revoked', subject: input.key_id });
      return revoked;
    }
    const key = await readKey(tx, input);
    if (!key) throw new Refusal('key_not_found');
    return key;
  });
}
