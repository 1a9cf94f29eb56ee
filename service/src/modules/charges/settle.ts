import type { Ctx } from '../../context.ts';
import { sellerOf } from '../accounts/index.ts';
import { type FindPaymentOutcome, outcomeShown } from '../../rails/rail.ts';
import { isSilenceBelieved, OTHER_KEYS } from '../captures/index.ts';
import { askAndRecord, type DoubtKind, heldUntil, isMissed, type Standing } from '../doubt/index.ts';
import { aboutTransaction, findTransaction, settledMeanwhile } from '../payments/index.ts';
import { isOpenCharge } from './lifecycle.ts';
import { type ChargeRow, readCharge } from './queries.ts';
import { endCharge, NEVER_CHARGED, recordCharge } from './record-charge.ts';
import { chargeCall, type ChargeIntent, readIntent, vaultOf, whyNotAsked } from './send-charge.ts';

/** Why it is still open, in words for whoever has to settle it. */
const NOT_SHOWN = 'the provider does not show what became of it yet';

/** Charges whose outcome is not known are asked for again under the same request id, for as long as the provider
 *  remembers it, and then looked up where the provider shows them by our id. */
export const chargeDoubt: DoubtKind = {
  name: 'charge',
  table: 'vault_charges',
  key: 'transaction_id',
  about: aboutTransaction,
  asking: 'sending',
  isReadOnly: false,
  settle: settleCharge,
  endByHand: endCharge,
};

async function settleCharge(ctx: Ctx, transactionId: string, held_until: Date): Promise<Standing> {
  const charge = await readCharge(ctx.db, transactionId);
  if (!charge || !isOpenCharge(charge)) return 'settled';
  const intent = await readIntent(ctx, charge, held_until);
  const whyNot = await whyNotAsked(ctx.db, ctx, intent);
  if (whyNot !== null) return lookUp(ctx, intent, whyNot);
  const vault = vaultOf(ctx, intent);
  if (!vault) return { isAnswered: false };
  await askAndRecord(ctx, { ...intent, vault }, chargeCall(ctx));
  const settled = await readCharge(ctx.db, transactionId);
  return !settled || isOpenCharge(settled) ? { isAnswered: false } : 'settled';
}

async function lookUp(ctx: Ctx, { charge, transaction }: ChargeIntent, problem: string): Promise<Standing> {
  await endCall(ctx, charge, problem);
  const vault = ctx.rails.get(transaction.provider)?.vault;
  if (!vault?.find) return { isAnswered: false, problem };
  const { id: transaction_id, currency } = transaction;
  const seller = await sellerOf(ctx, transaction);
  const askedAt = ctx.clock.now();
  const read = await vault.find({ transaction_id, seller, currency });
  const outcome = read.kind === 'found' ? outcomeShown(read.order) : null;
  const isGone = read.kind === 'missing' && isMissed(charge.created_at, askedAt);
  if (!outcome && !isGone) return stillOpen(read);
  if (!outcome && !(await isSilenceBelieved(ctx, { ...transaction, at: charge.created_at, seller })))
    return { isAnswered: true, problem: OTHER_KEYS };
  const settled = await recordCharge(ctx, charge, outcome ?? NEVER_CHARGED);
  if (outcome?.kind === 'captured')
    await settledMeanwhile(ctx, (await findTransaction(ctx.db, transaction_id))!);
  return isOpenCharge(settled) ? { isAnswered: true } : 'settled';
}

// Its process died, and it is not asked for again: callers need not wait for a call that is no more.
async function endCall(ctx: Ctx, charge: ChargeRow, problem: string): Promise<void> {
  if (charge.state !== 'sending' || ctx.clock.now() < heldUntil(charge.updated_at)) return;
  await recordCharge(ctx, charge, { kind: 'unknown', problem });
}

function stillOpen(read: FindPaymentOutcome): Standing {
  const isAnswered = read.kind === 'found' || read.kind === 'missing';
  return { isAnswered, problem: isAnswered ? NOT_SHOWN : read.problem };
}
