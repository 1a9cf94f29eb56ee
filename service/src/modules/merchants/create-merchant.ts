import type { Ctx } from '../../context.ts';
import { breaches, inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { refused, type Refused } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import { insertMerchant } from './queries.ts';

interface NewMerchantInput {
  channel_id: string | null;
  actor: string;
  business_name: string;
  email: string;
  country_code: string;
}

interface CreatedMerchant {
  readonly kind: 'created';
  readonly merchant: Omit<NewMerchantInput, 'actor'> & { id: string; created_at: Date };
}

/** Provisions a merchant owned by the caller's channel, or by none. An email serves one merchant on the whole
 *  platform, in any letter case. Refused: merchant_email_taken. Spec: Merchants. Gap: G6. */
export async function createMerchant(ctx: Ctx, input: NewMerchantInput): Promise<CreatedMerchant | Refused> {
  const now = ctx.clock.now();
  const { actor, ...given } = input;
  const merchant = { id: uuidAt(now), ...given, email_folded: foldEmail(input.email), created_at: now };
  try {
    await inTransaction(ctx.db, async (tx) => {
      await insertMerchant(tx, merchant);
      await recordAudit(tx, ctx.clock, { actor, action: 'merchant.created', subject: merchant.id });
    });
  } catch (error) {
    if (breaches(error, 'merchant_email_is_unique')) return refused('merchant_email_taken');
    throw error;
  }
  return { kind: 'created', merchant };
}

export function foldEmail(email: string): string {
  return email.toLowerCase();
}
