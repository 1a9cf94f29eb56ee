import type { Ctx } from '../../context.ts';
import { claimAt } from '../../db/due.ts';
import { needsPerson, nextCheckAt } from '../../lib/doubt.ts';
import { type Turn, UNTIL_DONE, workThrough } from '../../lib/turn.ts';
import { Refusal } from '../../refusals.ts';
import { sendSaving } from './save-instrument.ts';
import {
  claimDueSetups,
  type DueSetup,
  deleteOrphans,
  giveSetupsBack,
  openSetupsOf,
  readSetup,
  scheduleSetupCheck,
  type SetupRow,
} from './setup-queries.ts';

const BATCH = 20;
const ABANDONED_MINUTES = 60;
const ABANDONED_BATCH = 500;

/** A sweep: savings whose outcome is not known are asked for again, which cannot save twice. Age alone settles nothing.
 *  Returns how many were looked at. */
export async function settleDueSetups(ctx: Ctx, turn: Turn): Promise<number> {
  const claim = claimAt(ctx.clock.now(), BATCH);
  return workThrough(turn, await claimDueSetups(ctx.db, claim), {
    act: (setup) => check(ctx, setup, turn),
    giveBack: (left) => giveSetupsBack(ctx.db, left, claim),
  });
}

/** Asks about one open saving now, whenever it would be due; one whose call is still under way stays as it is. Null when
 *  no such saving is open. */
export async function checkSaving(ctx: Ctx, id: string): Promise<{ isSettled: boolean } | null> {
  const setup = await readSetup(ctx.db, id);
  if (!setup || !isOpen(setup)) return null;
  if (setup.state === 'saving') return { isSettled: false };
  return { isSettled: await check(ctx, setup, UNTIL_DONE) };
}

async function check(ctx: Ctx, setup: DueSetup, turn: Turn): Promise<boolean> {
  const { id, checks, created_at: since } = setup;
  if (await settleSetup(ctx, id).catch(failed(ctx, id))) return true;
  if (turn.cut.aborted) return false;
  const now = ctx.clock.now();
  await scheduleSetupCheck(ctx.db, id, nextCheckAt({ since, now, isAnswered: false }));
  const line = { event: 'saving.unsettled', setup_id: id, checks };
  if (needsPerson(since, now)) ctx.log.error(line, 'saving needs a person');
  else ctx.log.warn(line, 'saving not settled');
  return false;
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
  if (!setup || !isOpen(setup)) return true;
  try {
    await sendSaving(ctx, setup);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const after = await readSetup(ctx.db, id);
  return !after || !isOpen(after);
}

function isOpen({ state }: SetupRow): boolean {
  return state === 'saving' || state === 'unknown';
}

/** A sweep: setups that the provider never confirmed go after an hour. No buyer saw them. */
export async function forgetAbandonedSetups(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - ABANDONED_MINUTES * 60_000);
  return deleteOrphans(ctx.db, { before, limit: ABANDONED_BATCH });
}
