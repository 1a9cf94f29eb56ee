import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { Refusal, type RefusalName } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { isMerchant, type KeyOwner, type KeyRow, readKey, revokeKeyRow } from './queries.ts';

/** Revokes a key of the channel or the merchant at once and for good; revoking again changes nothing. A key may revoke
 *  itself, even as the last one. Refuses: key_not_found, and merchant_not_found where there is no such merchant. Spec:
 *  Channel API keys. Gap G168. */
export async function revokeKey(
  ctx: Ctx,
  input: { owner: KeyOwner; actor: string; key_id: string },
): Promise<KeyRow> {
  const { owner, actor, key_id } = input;
  return inTransaction(ctx.db, async (tx) => {
    const revoked = await revokeKeyRow(tx, { owner, key_id, now: ctx.clock.now() });
    if (revoked) {
      const entry = { actor, action: 'key.revoked', subject: key_id, detail: { ...owner } };
      await recordAudit(tx, ctx.clock, entry);
      return revoked;
    }
    const key = await readKey(tx, { owner, key_id });
    if (!key) throw new Refusal(await missing(tx, owner));
    return key;
  });
}

async function missing(tx: Tx, owner: KeyOwner): Promise<RefusalName> {
  if ('channel_id' in owner || (await isMerchant(tx, owner.merchant_id))) return 'key_not_found';
  return 'merchant_not_found';
}
