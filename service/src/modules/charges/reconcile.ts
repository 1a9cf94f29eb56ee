import type { Ctx } from '../../context.ts';
import { claimAt } from '../../db/due.ts';
import { needsPerson, nextCheckAt } from '../../lib/doubt.ts';
import { isUuid } from '../../lib/ids.ts';
import { type Turn, UNTIL_DONE, workThrough } from '../../lib/turn.ts';
import type { ChargeOutcome, ProviderOrder, RailCode } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { findTransaction } from '../payments/index.ts';
import {
  type ChargeRow,
  claimDueCharges,
  giveChargesBack,
  readCharge,
  scheduleChargeCheck,
} from './queries.ts';
import { recordCharge } from './record-charge.ts';
import { canBeAsked, sendCharge } from './send-charge.ts';

const BATCH = 20;

/** Why it is still open, in words for whoever has to settle it. */
const FORGOTTEN = 'the provider no longer remembers the request; only its notice tells the outcome';

/** A sweep: charges whose outcome is not known are asked for again under the same request id, for as long as the
 *  provider remembers it. Age alone settles nothing. Returns how many were looked at. */
export async function settleDueCharges(ctx: Ctx, turn: Turn): Promise<number> {
  const claim = claimAt(ctx.clock.now(), BATCH);
  return workThrough(turn, await claimDueCharges(ctx.db, claim), {
    act: ({ transaction_id }) => check(ctx, transaction_id, turn),
    giveBack: (left) => giveChargesBack(ctx.db, left, claim),
  });
}

/** Asks about one open charge now, whenever it would be due; one whose call is still under way stays as it is. Null
 *  when no such charge is open. */
export async function checkCharge(ctx: Ctx, transactionId: string): Promise<{ isSettled: boolean } | null> {
  const charge = await readCharge(ctx.db, transactionId);
  if (!charge || !isOpen(charge)) return null;
  if (charge.state === 'sending') return { isSettled: false };
  return { isSettled: await check(ctx, transactionId, UNTIL_DONE) };
}

async function check(ctx: Ctx, transaction_id: string, turn: Turn): Promise<boolean> {
  if (await settleCharge(ctx, transaction_id).catch(failed(ctx, transaction_id))) return true;
  if (turn.cut.aborted) return false;
  const charge = (await readCharge(ctx.db, transaction_id))!;
  const now = ctx.clock.now();
  const since = charge.created_at;
  await scheduleChargeCheck(ctx.db, transaction_id, {
    next_check_at: nextCheckAt({ since, now, isAnswered: false }),
    ...((await canBeAsked(ctx, charge)) ? {} : { last_problem: FORGOTTEN }),
  });
  const line = { event: 'charge.unsettled', transaction_id, checks: charge.checks };
  if (needsPerson(since, now)) ctx.log.error(line, 'charge needs a person');
  else ctx.log.warn(line, 'charge not settled');
  return false;
}

// One charge that cannot be settled must not hold up the others of its batch.
function failed(ctx: Ctx, transaction_id: string): (error: unknown) => false {
  return (error) => {
    ctx.log.error({ event: 'charge.failed', transaction_id, err: error }, 'settling a charge failed');
    return false;
  };
}

async function settleCharge(ctx: Ctx, transactionId: string): Promise<boolean> {
  const charge = await readCharge(ctx.db, transactionId);
  if (!charge || !isOpen(charge)) return true;
  if (!(await canBeAsked(ctx, charge))) return false;
  try {
    await sendCharge(ctx, charge);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const after = await readCharge(ctx.db, transactionId);
  return !after || !isOpen(after);
}

function isOpen(charge: ChargeRow): boolean {
  return charge.state === 'sending' || charge.state === 'unknown';
}

/** The provider tells of a capture whose order we do not know but which carries the id of a charge of ours: the order is
 *  read back, and is that charge's. This is how an answer that was lost for good is learned. False when there is no such
 *  charge, or it could not be read. */
export async function settleChargeByOrder(
  ctx: Ctx,
  heard: { provider: string; provider_order_id: string | null; transaction_id: string | null },
): Promise<boolean> {
  const { provider_order_id, transaction_id } = heard;
  if (provider_order_id === null || transaction_id === null || !isUuid(transaction_id)) return false;
  const charge = await readCharge(ctx.db, transaction_id);
  const transaction = charge && (await findTransaction(ctx.db, transaction_id));
  const orders = ctx.rails.get(heard.provider as RailCode)?.orders;
  if (transaction?.provider !== heard.provider || !orders) return false;
  const seller = { wallet_merchant_id: transaction.wallet_merchant_id ?? '' };
  const read = await orders.read({ provider_order_id, seller });
  if (read.kind !== 'found' || read.order.transaction_id !== transaction_id) return false;
  const outcome = outcomeOf(read.order);
  if (outcome) await recordCharge(ctx, transaction_id, outcome);
  return outcome !== null;
}

function outcomeOf(order: ProviderOrder): ChargeOutcome | null {
  const { capture } = order;
  switch (capture?.status) {
    case 'completed':
    case 'refunded':
    case 'partially_refunded':
      return { kind: 'captured', capture, order };
    case 'pending':
      return { kind: 'pending', capture, order };
    case 'declined': {
      const issue = capture.processor_response ?? capture.status_reason ?? capture.status_raw;
      const description = 'The payment was declined.';
      const refusal = { issue, description, debug_id: null, provider_status: capture.status_raw };
      return { kind: 'refused', by: 'buyer', refusal };
    }
    case 'other':
    case undefined:
      return null;
  }
}
