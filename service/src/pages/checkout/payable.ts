import type { Ctx } from '../../context.ts';
import type { PublicSessionRow } from '../../modules/sessions/index.ts';
import type { Asked, SessionView } from '../state/page-state.ts';

/** What a buyer can do with a session on a page of ours. Fields need what only their provider's kit has; a page to be sent to does
 *  not. */
export function payableBy(
  ctx: Ctx,
  session: PublicSessionRow,
  view: SessionView,
): Pick<Asked, 'approval' | 'can_pay' | 'can_save'> {
  const { approval } = ctx.rails.kind(view.payment_provider).traits;
  const rail = ctx.rails.get(view.payment_provider);
  const can_save = rail?.vault !== undefined;
  if (approval === 'redirect') return { approval, can_save, can_pay: view.wallet_merchant_id !== null };
  const can_pay = session.rail_account_id !== null;
  return { approval: rail?.page === undefined ? 'nowhere' : approval, can_save, can_pay };
}
