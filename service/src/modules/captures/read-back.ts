import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import {
  outcomeShown,
  type PaymentsFacet,
  type ProviderCapture,
  type ProviderOrder,
  type ProviderRefusal,
  type Seller,
  type FindPaymentOutcome,
  type Traits,
} from '../../rails/rail.ts';
import { sellerOf } from '../accounts/index.ts';
import { isQuiet, rememberedUntil } from '../doubt/index.ts';
import {
  isOpenOrder,
  moveTransaction,
  recordApproval,
  recordCapture,
  recordDeclinedForGood,
  recordFailure,
  settledMeanwhile,
  type TransactionRow,
  wasTaken,
} from '../payments/index.ts';
import { type CaptureAttempt, openAttempt } from './attempts.ts';
import { isSilenceBelieved } from './believe-silence.ts';
import { closeAttempt, lapse, lockBoth, reopen } from './end-attempt.ts';
import { isGone, isUntaken, NOT_TAKEN } from './not-taken.ts';
import { isAsAsked, watchOtherMoney } from './other-money.ts';
import { releaseOthers } from './release-others.ts';
import { shareReading } from './share-reading.ts';
import { wantedOrder } from './wanted-order.ts';
import { noteUnshown, watchPending } from './watch-pending.ts';

/** `settled`: our state is the provider's. `declined`: so it is, by a capture that was refused. `missing`: the provider does not
 *  know the order, and is not believed yet. `unshown`: it had said that it holds the money back and does not show it any more, and
 *  is not believed yet. `rekeyed`: it does not know the order by credentials that may be of another account. `differs`: the
 *  provider took other money than was asked for. `rekeyed` and `differs` wait for a person. */
export type Settled =
  'settled' | 'declined' | 'open' | 'unreachable' | 'missing' | 'unshown' | 'rekeyed' | 'differs';

// Its provider has no words for it.
const LAPSED = { failure_code: 'approval_lapsed', failure_message: null };
const DECLINED = { trigger: 'refused', refusal: 'payment_declined' } as const;
const GIVEN_UP = { trigger: 'refused', failure_code: NOT_TAKEN, refusal: 'provider_unavailable' } as const;

/** Reads an order back from its provider and makes our state what the provider's is. The one way in which
 *  notices and the sweeps move money: none believes anything but this reading. Whoever heard of the order before
 *  a reading began shares it. Tells whether more is to be expected. */
export function readBackOrder(
  ctx: Ctx,
  known: TransactionRow,
  heardAt: Date = ctx.clock.now(),
): Promise<Settled> {
  const of = { transactionId: known.id, heardAt };
  return shareReading(ctx, of, (onAsked) => readAndApply(ctx, known, onAsked));
}

async function readAndApply(
  ctx: Ctx,
  known: TransactionRow,
  onAsked: (askedAt: Date) => void,
): Promise<Settled> {
  const payments = ctx.rails.get(known.provider)?.payments;
  if (!known.provider_order_id || !payments) return 'settled';
  const seller = await sellerOf(ctx, known);
  const askedAt = ctx.clock.now();
  onAsked(askedAt);
  const read = await readTwice(payments, wantedOrder(known, known.provider_order_id, seller));
  if (read.kind === 'unknown' || read.kind === 'unreachable') return 'unreachable';
  if (read.kind === 'found' && isRecorded(known, read.order)) return 'settled';
  if (read.kind === 'missing' && !(await isBelieved(ctx, known, seller))) return 'rekeyed';
  const settled = await inTransaction(ctx.db, async (tx) => {
    const transaction = await lockBoth(tx, known.id);
    if (read.kind === 'found' && read.order.capture) {
      return applyCapture(tx, ctx, transaction, { capture: read.order.capture, order: read.order });
    }
    return applyNothingTaken(tx, ctx, transaction, {
      order: read.kind === 'found' ? read.order : null,
      askedAt,
    });
  });
  const isTaken = read.kind === 'found' && outcomeShown(read.order)?.kind === 'captured';
  if (isTaken && settled === 'settled') {
    releaseOthers(ctx, known);
    await settledMeanwhile(ctx, known);
  }
  return settled;
}

// The notice of a capture mostly comes when the call that made it has recorded it: there is nothing to lock.
function isRecorded(known: TransactionRow, { capture }: ProviderOrder): boolean {
  return (
    known.status === 'captured' &&
    capture?.status === 'completed' &&
    capture.provider_capture_id === known.provider_capture_id
  );
}

// Of an order without an attempt no money was ever asked.
async function isBelieved(ctx: Ctx, known: TransactionRow, seller: Seller): Promise<boolean> {
  const open = await openAttempt(ctx.db, known.id);
  return !open || isSilenceBelieved(ctx, { ...known, at: open.created_at, seller });
}

// What the provider does not know it is asked for once more: one such word may be of a part of it that is behind.
async function readTwice(
  payments: PaymentsFacet,
  order: Parameters<PaymentsFacet['find']>[0],
): Promise<FindPaymentOutcome> {
  const read = await payments.find(order);
  return read.kind === 'missing' ? payments.find(order) : read;
}

async function applyNothingTaken(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  seen: { order: ProviderOrder | null; askedAt: Date },
): Promise<Settled> {
  const { order, askedAt } = seen;
  if (order?.status === 'approved') await recordApproval(tx, ctx, transaction);
  const open = await openAttempt(tx, transaction.id);
  // A capture still on its way may yet be carried out.
  const { traits } = ctx.rails.kind(transaction.provider);
  const sentAt = open ? lastSentAt(traits, open) : null;
  if (sentAt && !isQuiet(sentAt, traits, askedAt)) return 'open';
  if (transaction.status === 'pending') return applyNothingHeld(tx, ctx, transaction, seen);
  if (!order && !isGone(transaction, sentAt, askedAt)) return 'missing';
  if (order && !isUntaken(order)) return 'open';
  if (!order || order.status === 'voided') {
    await lapse(tx, ctx, transaction, LAPSED);
    return 'settled';
  }
  if (await closeAttempt(tx, ctx, transaction, GIVEN_UP)) await reopen(tx, ctx, transaction);
  return 'settled';
}

// One that is asked for again when its provider does not remember it any more is looked up, and not sent.
function lastSentAt(traits: Traits, { created_at, updated_at }: CaptureAttempt): Date {
  const until = rememberedUntil(traits, { since: created_at, for: 'take' });
  return updated_at < until ? updated_at : until;
}

// The provider had said that it has the money. That it does not know the order any more takes nothing back; that it shows none
// is believed when it says that the order is over, or goes on showing none.
async function applyNothingHeld(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  { order, askedAt }: { order: ProviderOrder | null; askedAt: Date },
): Promise<Settled> {
  if (!order) return 'missing';
  if (!isUntaken(order)) return 'open';
  const isOver = order.status === 'voided' || (await noteUnshown(tx, ctx, transaction, askedAt));
  if (!isOver) return 'unshown';
  await closeAttempt(tx, ctx, transaction, GIVEN_UP);
  await recordFailure(tx, ctx, transaction, {
    ...{ issue: NOT_TAKEN, description: 'The provider does not hold the money back any more' },
    ...{ debug_id: null, provider_status: order.status_raw },
  });
  return 'settled';
}

async function applyCapture(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  found: { capture: ProviderCapture; order: ProviderOrder },
): Promise<Settled> {
  const shown = outcomeShown(found.order);
  const isMoney = shown?.kind === 'captured' || shown?.kind === 'pending';
  if (isMoney && !wasTaken(transaction) && !isAsAsked(transaction, found.capture)) {
    await watchOtherMoney(tx, ctx, transaction, found.capture);
    return 'differs';
  }
  switch (shown?.kind) {
    case 'captured':
      await closeAttempt(tx, ctx, transaction, { trigger: 'taken' });
      await recordCapture(tx, ctx, transaction, found);
      return 'settled';
    case 'pending':
      await watchPending(tx, ctx, transaction, found);
      return 'open';
    case 'refused':
      if (await closeAttempt(tx, ctx, transaction, { ...DECLINED, failure_code: found.capture.status_raw }))
        await reopen(tx, ctx, transaction);
      await endDeclined(tx, ctx, transaction, shown.refusal);
      return 'declined';
    case undefined:
      return 'open';
  }
}

// Money that was held back and then refused is a failure. A card that was declined at once is the buyer's to mend, by
// another order: this one holds its declined capture and can take no other. It is given up hours later, as one is that its
// provider may have forgotten.
async function endDeclined(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  refusal: ProviderRefusal,
): Promise<void> {
  if (transaction.status === 'pending') {
    await recordFailure(tx, ctx, transaction, refusal);
    return;
  }
  if (!isOpenOrder(transaction)) return;
  const ended = await recordDeclinedForGood(tx, ctx, transaction, refusal);
  if (isGone(ended, null, ctx.clock.now())) await moveTransaction(tx, ctx, ended, 'declined');
}
