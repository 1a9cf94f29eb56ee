import type { Ctx } from '../../context.ts';
import { untilDecided } from '../../db/in-doubt.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import type { Tx } from '../../db/tx.ts';
import type { ChargeOutcome, ProviderRefusal, RefusalCause } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { refusalFor } from '../../refusal-for.ts';
import { isAsAsked, tellOfOtherMoney, tellOfRefusedCall, watchPending } from '../captures/index.ts';
import { firstCheckAt, isAsIntended, OTHER_MONEY, UNREACHABLE } from '../doubt/index.ts';
import { raise } from '../events/index.ts';
import { disableRefusedSeller, refreshIfOfSeller } from '../onboarding/index.ts';
import {
  lockTransaction,
  moveTransaction,
  ownerOf,
  paymentObject,
  recordCapture,
  recordFailure,
  type TransactionRow,
  nameTransaction,
} from '../payments/index.ts';
import { removeToken } from '../vault/index.ts';
import { type ChargeRow, lockCharge, moveCharge, readCharge } from './queries.ts';

type AskedCharge = Pick<ChargeRow, 'transaction_id' | 'checks' | 'updated_at'>;

/** The second transaction of a charge: what the provider answered, the state that follows and the events, at once.
 *  Answers the charge as it is afterwards. */
export async function recordCharge(ctx: Ctx, asked: AskedCharge, outcome: ChargeOutcome): Promise<ChargeRow> {
  const charge = await recordAwaited(ctx.db, [asked.transaction_id], async (tx) => {
    // One that is known as not sent may be so because nobody heard of its commit.
    if (outcome.kind === 'unreachable') await untilDecided(tx, asked.transaction_id);
    await record(tx, ctx, asked, outcome);
    return (await readCharge(tx, asked.transaction_id))!;
  });
  if (outcome.kind === 'refused') {
    tellOfRefusedCall(ctx, 'charge', outcome);
    await refreshIfOfSeller(ctx, charge.merchant_id, nameOf(outcome.by));
  }
  return charge;
}

/** The outcome of a charge of which nothing was taken. */
export const NEVER_CHARGED: ChargeOutcome = {
  kind: 'refused',
  by: 'terminal',
  refusal: {
    ...{ issue: 'not_taken', description: 'The provider has taken nothing.' },
    ...{ debug_id: null, provider_status: null },
  },
};

/** Ends a charge in doubt as not taken, and tells whether it has. It has not when it was asked for again since, or had ended. */
export async function endCharge(
  tx: Tx,
  ctx: Ctx,
  { id, checks }: { id: string; checks: number },
): Promise<boolean> {
  await lockTransaction(tx, id);
  const charge = (await readCharge(tx, id))!;
  if (charge.state === 'refused' || charge.last_problem === OTHER_MONEY) return false;
  await record(tx, ctx, { ...charge, checks }, NEVER_CHARGED);
  return (await readCharge(tx, id))!.state === 'refused';
}

async function record(tx: Tx, ctx: Ctx, asked: AskedCharge, outcome: ChargeOutcome): Promise<void> {
  const id = asked.transaction_id;
  const transaction = await lockTransaction(tx, id);
  const charge = (await lockCharge(tx, id))!;
  if (charge.state === 'done') return;
  if (outcome.kind === 'captured' || outcome.kind === 'pending') {
    if (!isAsAsked(transaction, outcome.capture)) {
      tellOfOtherMoney(ctx, transaction, outcome.capture);
      return stayUnknown(tx, ctx, id, OTHER_MONEY);
    }
    return take(tx, ctx, transaction, outcome);
  }
  // An answer so late that the charge was settled meanwhile: that nothing was taken is old news.
  if (charge.state === 'refused') return;
  // It was asked for again since: that this call took nothing does not say so of that one, which tells by itself.
  if (charge.checks > asked.checks) return;
  switch (outcome.kind) {
    case 'gone':
      await removeToken(tx, { id: charge.vault_token_id, now: ctx.clock.now() });
      return refuse(tx, ctx, transaction, { name: 'payment_declined', refusal: outcome.refusal });
    case 'refused':
      await refuse(tx, ctx, transaction, { name: nameOf(outcome.by), refusal: outcome.refusal });
      await disableRefusedSeller(tx, ctx, transaction.merchant_id, outcome.by);
      return;
    case 'unreachable':
      if (!isAsIntended(charge, asked)) return;
      // Certainly not carried out, unless this was a repeated question about an earlier, unclear call.
      if (charge.state === 'sending' && charge.checks === 0) return release(tx, ctx, transaction);
      return stayUnknown(tx, ctx, id, outcome.problem);
    case 'unknown':
      return stayUnknown(tx, ctx, id, outcome.problem);
  }
}

async function take(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  taken: Extract<ChargeOutcome, { kind: 'captured' | 'pending' }>,
): Promise<void> {
  const told = await announce(tx, ctx, transaction, taken.order.provider_order_id);
  if (taken.kind === 'captured') await recordCapture(tx, ctx, told, taken);
  else await watchPending(tx, ctx, told, taken);
  const updated_at = ctx.clock.now();
  await moveCharge(tx, told.id, { trigger: 'taken', next_check_at: null, refusal: null, updated_at });
}

// The attempt has ended without money. No buyer is there to choose another way, so it is told like any failed attempt.
async function refuse(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  why: { name: RefusalName; refusal: ProviderRefusal },
): Promise<void> {
  await recordFailure(tx, ctx, await announce(tx, ctx, transaction, null), why.refusal);
  const end = { next_check_at: null, refusal: why.name, updated_at: ctx.clock.now() };
  await moveCharge(tx, transaction.id, { trigger: 'refused', ...end });
}

// Channels hear of a charge when its provider has answered it, and of each once: of one that was given up as never sent, when it turns
// out to have been made all the same.
async function announce(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  provider_order_id: string | null,
): Promise<TransactionRow> {
  const isTold = transaction.provider_order_id !== null || transaction.status === 'failed';
  const named =
    provider_order_id === null
      ? transaction
      : await nameTransaction(tx, transaction.id, { provider_order_id, now: ctx.clock.now() });
  if (!isTold) {
    await raise(tx, ctx, { type: 'payment.created', ...ownerOf(named), object: paymentObject(named) });
  }
  return named;
}

// Nothing happened: the key is free again, as after any call that was refused before it had an effect.
async function release(tx: Tx, ctx: Ctx, transaction: TransactionRow): Promise<void> {
  await moveTransaction(tx, ctx, transaction, 'never_sent', { failure_code: UNREACHABLE });
  const end = { next_check_at: null, refusal: 'provider_unavailable', idempotency_key: null } as const;
  await moveCharge(tx, transaction.id, { trigger: 'refused', ...end, updated_at: ctx.clock.now() });
}

async function stayUnknown(tx: Tx, ctx: Ctx, id: string, last_problem: string): Promise<void> {
  const updated_at = ctx.clock.now();
  const next_check_at = firstCheckAt(updated_at);
  await moveCharge(tx, id, { trigger: 'no_answer', next_check_at, last_problem, updated_at });
}

// A charge has no buyer who could approve it.
function nameOf(by: RefusalCause): RefusalName {
  return refusalFor(by === 'not_approved' ? 'buyer' : by);
}
