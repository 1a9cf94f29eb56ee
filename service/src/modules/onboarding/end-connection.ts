import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { findMerchant } from '../merchants/index.ts';
import { type Change, moveConnection } from './move.ts';
import { lockConnection } from './queries.ts';

/** Ends a merchant's connection for the service; the provider is not told. The merchant reads as revoked until a new
 *  onboarding succeeds. Refuses: merchant_not_found. Spec: merchant.payments_disabled. */
export async function disconnectMerchant(ctx: Ctx, merchantId: string) {
  const facts = { consent_withdrawn: true, account_conflict: false, restarted: false };
  return endConnection(ctx, merchantId, 'merchant.disconnected', {
    facts,
    if_disabled: 'merchant_disconnected',
  });
}

/** Frees the wallet account for another merchant and leaves this one without. Refuses: merchant_not_found.
 *  Spec: merchant.payments_disabled. */
export async function releaseWalletLink(ctx: Ctx, merchantId: string) {
  const facts = {
    wallet_merchant_id: null,
    seller: null,
    primary_currency: null,
    was_connected: false,
    consent_withdrawn: false,
    account_conflict: false,
    payee_unverified: false,
  };
  return endConnection(ctx, merchantId, 'merchant.wallet_link_released', {
    facts,
    if_disabled: 'admin_wallet_link_released',
  });
}

// A merchant without an account has nothing to end, and hears nothing. The time is that of the lock, behind whatever was begun
// before.
async function endConnection(ctx: Ctx, merchantId: string, action: string, { facts, if_disabled }: Change) {
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockConnection(tx, merchantId);
    if (!before) throw new Refusal('merchant_not_found');
    const detail = { wallet_merchant_id: before.wallet_merchant_id };
    await recordAudit(tx, ctx.clock, { actor: 'operator', action, subject: merchantId, detail });
    const ended = { facts: { ...facts, disconnected_at: ctx.clock.now() }, if_disabled };
    const connection =
      before.wallet_merchant_id === null ? before : await moveConnection(tx, ctx, before, ended);
    return { merchant: (await findMerchant(tx, merchantId))!, connection };
  });
}
