import type { Ctx } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { isMerchant, listMerchantKeys } from './queries.ts';

/** A merchant's own keys, newest first, revoked ones included. Refuses: merchant_not_found. Gap G168. */
export async function readMerchantKeys(ctx: Ctx, of: { merchant_id: string; limit: number; offset: number }) {
  const found = await listMerchantKeys(ctx.db, of);
  if (found.total === 0 && !(await isMerchant(ctx.db, of.merchant_id)))
    throw new Refusal('merchant_not_found');
  return found;
}
