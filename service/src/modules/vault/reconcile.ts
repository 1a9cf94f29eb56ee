import type { Ctx } from '../../context.ts';
import { claimAt } from '../../db/due.ts';
import { nextCheckAt } from '../../lib/doubt.ts';
import { Refusal } from '../../refusals.ts';
import { sendSaving } from './save-instrument.ts';
import {
  claimDueSetups,
  deleteOrphans,
  openSetupsOf,
  readSetup,
  scheduleSetupCheck,
} from './setup-queries.ts';

const BATCH = 20;
const ABANDONED_MINUTES = 60;

/** A sweep: savings whose outcome is not known are asked for again, which cannot save twice. Age alone settles nothing.
 *  Returns how many were looked at. */
export async function settleDueSetups(ctx: Ctx): Promise<number> {
  const due = await claimDueSetups(ctx.db, claimAt(ctx.clock.now(), BATCH));
  for (const { id, checks, created_at: since } of due) {
    if (await settleSetup(ctx, id).catch(failed(ctx, id))) continue;
    await scheduleSetupCheck(ctx.db, id, nextCheckAt({ since, now: ctx.clock.now(), isAnswered: false }));
    ctx.log.warn({ event: 'saving.unsettled', setup_id: id, checks }, 'saving not settled');
  }
  return due.length;
}

// One saving that cannot be settled must not hold up the others of its batch.
function failed(ctx: Ctx, id: string): (error: unknown) => false {
  return (error) => {
    ctx.log.error({ event: 'saving.failed', setup_id: id, err: error }, 'settling a saving failed');
    return false;
  };
}

/** The provider tells that a customer's instrument was saved: savings of theirs in doubt are asked for at once. Tells
 *  whether all of them are settled. */
export async function settleSetupsOf(
  ctx: Ctx,
  customer: { provider: string; provider_customer_id: string },
): Promise<boolean> {
  let areSettled = true;
  for (const { id } of await openSetupsOf(ctx.db, customer)) {
    const setup = await readSetup(ctx.db, id);
    // The call under way hears of it by itself.
    if (setup?.state === 'unknown') areSettled = (await settleSetup(ctx, id)) && areSettled;
  }
  return areSettled;
}

async function settleSetup(ctx: Ctx, id: string): Promise<boolean> {
  const setup = await readSetup(ctx.db, id);
  if (setup?.state !== 'saving' && setup?.state !== 'unknown') return true;
  try {
    await sendSaving(ctx, setup);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const after = await readSetup(ctx.db, id);
  return after?.state !== 'saving' && after?.state !== 'unknown';
}

/** A sweep: setups that the provider never confirmed go after an hour. No buyer saw them. */
export async function forgetAbandonedSetups(ctx: Ctx): Promise<number> {
  return deleteOrphans(ctx.db, new Date(ctx.clock.now().getTime() - ABANDONED_MINUTES * 60_000));
}
