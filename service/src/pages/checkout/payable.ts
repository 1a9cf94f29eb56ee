import type { Ctx } from '../../context.ts';
import { readPayingMerchant, whyNotPaid } from '../../modules/merchants/index.ts';
import type { PublicSessionRow } from '../../modules/sessions/index.ts';
import type { Asked, SessionView } from '../state/page-state.ts';

/** What a buyer can do with a session on a page of ours. Fields need what only their provider's kit has; a page to be sent to does
 *  not. Whom nothing can be begun for now, a hold or a channel that is switched off being why, is not offered to be paid. */
export async function payableBy(
  ctx: Ctx,
  session: PublicSessionRow,
  view: SessionView,
): Promise<Pick<Asked, 'approval' | 'can_pay' | 'can_save'>> {
  const { approval } = ctx.rails.kind(view.payment_provider).traits;
  const rail = ctx.rails.get(view.payment_provider);
  const isSentAway = approval === 'redirect';
  const hasAccount = isSentAway ? view.wallet_merchant_id !== null : session.rail_account_id !== null;
  return {
    approval: isSentAway || rail?.page !== undefined ? approval : 'nowhere',
    can_save: rail?.vault !== undefined,
    can_pay: hasAccount && (view.status !== 'open' || (await mayBegin(ctx, session))),
  };
}

async function mayBegin(ctx: Ctx, { merchant_id, payment_provider }: PublicSessionRow): Promise<boolean> {
  const merchant = await readPayingMerchant(ctx.db, merchant_id, payment_provider);
  return whyNotPaid(ctx, merchant) === null;
}
