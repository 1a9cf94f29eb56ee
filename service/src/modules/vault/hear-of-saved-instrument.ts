import type { Ctx } from '../../context.ts';
import type { Dealt, NoticeSource } from '../accounts/index.ts';
import { heldUntil } from '../doubt/index.ts';
import { settleSetup } from './settle.ts';
import { openSetupsOf, readSetup } from './setup-queries.ts';

/** The provider tells that a customer's instrument was saved: savings of theirs in doubt are asked for at once. Later
 *  while one of them is not settled. */
export async function hearOfSavedInstrument(
  ctx: Ctx,
  customer: NoticeSource & { provider_customer_id: string },
): Promise<Dealt> {
  let dealt: Dealt = 'done';
  for (const { id } of await openSetupsOf(ctx.db, customer)) {
    const setup = await readSetup(ctx.db, id);
    // The call under way hears of it by itself.
    if (setup?.state !== 'unknown') continue;
    const standing = await settleSetup(ctx, id, heldUntil(ctx.clock.now()));
    if (standing !== 'settled') dealt = 'later';
  }
  return dealt;
}
