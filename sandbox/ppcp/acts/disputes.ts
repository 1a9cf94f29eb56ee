import { newDisputeId } from '../shapes/ids.ts';
import { minorOf, money } from '../shapes/money.ts';
import { resolveBySettlement, resolveForBuyer, resolveForSeller } from './dispute-outcome.ts';
import { insertDispute, lockCase, saveDispute, waitFor, type Case } from './dispute-record.ts';
import { disputeView } from '../views/dispute-view.ts';
import { remainderOf } from '../checks/remainder.ts';
import { putRecord, readRecord } from '../../machine/store/records.ts';
import type { Dispute, DisputeOffer, OfferEvent } from '../shapes/dispute-shapes.ts';
import type { Capture } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { later, timestamp, transact, type World } from '../shapes/world.ts';
import { lockCapture, readAmount } from './captures.ts';
import { conflict, notFound, unprocessable } from '../../machine/refusal.ts';

const DUE_HOURS_DEFAULT = 240;

export type ResolveOutcome = 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | 'CANCELED_BY_BUYER';

/** The buyer disputes a capture; the amount is held. Answers the dispute as the provider shows it. */
export async function openDispute(
  world: World,
  id: string,
  claim: { reason: string; amount?: string | undefined; due_in_hours?: number | undefined },
): Promise<object> {
  return transact(world, async (tx) => {
    const { capture } = await lockCapture(tx, id);
    if (capture.paypal_fee === null) conflict(`The capture is ${capture.status}`);
    if (capture.disputed) conflict('The capture is already disputed');
    if (remainderOf(capture) === 0n) conflict('Nothing of the capture is left');
    const dispute = newDispute(world, capture, claim);
    await putRecord(tx, 'capture', capture.id, { ...capture, disputed: true });
    return disputeView(tx, world, await insertDispute(tx, world, dispute));
  });
}

/** Shows a dispute as the provider does. */
export async function showDispute(world: World, id: string): Promise<object> {
  const dispute = (await readRecord(world.db, 'dispute', id)) ?? notFound('Dispute');
  return disputeView(world.db, world, dispute);
}

/** The buyer writes, and it is the seller's turn again. */
export async function writeMessage(world: World, id: string, message: string): Promise<object> {
  return change(world, id, async (tx, { dispute }) => {
    const time_posted = timestamp(world.clock.now());
    const turn = dispute.status === 'WAITING_FOR_BUYER_RESPONSE' ? waitFor(world, dispute, 'SELLER') : {};
    return saveDispute(tx, world, dispute, {
      ...turn,
      messages: [...dispute.messages, { posted_by: 'BUYER', time_posted, content: message }],
    });
  });
}

/** The buyer makes a claim of an inquiry. */
export async function escalateByBuyer(world: World, id: string): Promise<object> {
  return change(world, id, async (tx, { dispute }) => {
    if (dispute.stage !== 'INQUIRY') conflict(`The dispute is at ${dispute.stage} already`);
    return saveDispute(tx, world, dispute, { stage: 'CHARGEBACK', ...waitFor(world, dispute, 'SELLER') });
  });
}

/** The buyer answers the seller's offer. */
export async function answerOffer(world: World, id: string, event: 'ACCEPTED' | 'DENIED'): Promise<object> {
  return change(world, id, async (tx, open) => {
    const { dispute } = open;
    const { offer } = dispute;
    if (offer === null || offer.history.at(-1)?.event_type !== 'PROPOSED') conflict('There is no offer');
    const told = withEvent(world, dispute, offer, event);
    if (event === 'DENIED') {
      return saveDispute(tx, world, dispute, { offer: told, ...waitFor(world, dispute, 'SELLER') });
    }
    if (offer.offer_type === 'REFUND_WITH_RETURN') {
      const pending_return = { refund_amount: offer.amount ?? dispute.amount, returned_time: null };
      return saveDispute(tx, world, dispute, {
        offer: told,
        pending_return,
        ...waitFor(world, dispute, 'BUYER'),
      });
    }
    return resolveBySettlement(tx, world, open, { amount: offer.amount, change: { offer: told } });
  });
}

/** The buyer sends the goods back; the seller is to say whether they came. */
export async function returnGoods(world: World, id: string): Promise<object> {
  return change(world, id, async (tx, { dispute }) => {
    const { pending_return } = dispute;
    if (pending_return === null || pending_return.returned_time !== null) conflict('No return is awaited');
    return saveDispute(tx, world, dispute, {
      pending_return: { ...pending_return, returned_time: timestamp(world.clock.now()) },
      ...waitFor(world, dispute, 'SELLER'),
    });
  });
}

/** Ends a dispute as told, with what that does to the money. */
export async function resolveDispute(world: World, id: string, outcome: ResolveOutcome): Promise<object> {
  return change(world, id, async (tx, open) => {
    if (outcome === 'CANCELED_BY_BUYER') {
      return resolveForSeller(tx, world, open, { outcome_code: outcome });
    }
    const reason = 'DECISION_BASED_ON_AVAILABLE_INFORMATION';
    if (outcome === 'RESOLVED_SELLER_FAVOUR') {
      const verdict = { type: 'DENY_BUYER', reason } as const;
      return resolveForSeller(tx, world, open, { outcome_code: outcome, verdict });
    }
    return resolveForBuyer(tx, world, open, { type: 'RECOVER_FROM_SELLER', reason });
  });
}

async function change(
  world: World,
  id: string,
  move: (tx: Tx, open: Case) => Promise<Dispute>,
): Promise<object> {
  return transact(world, async (tx) => {
    const open = (await lockCase(tx, id)) ?? notFound('Dispute');
    if (open.dispute.status === 'RESOLVED') conflict('The dispute is resolved');
    return disputeView(tx, world, await move(tx, open));
  });
}

function withEvent(
  world: World,
  dispute: Dispute,
  offer: DisputeOffer,
  event_type: OfferEvent['event_type'],
): DisputeOffer {
  const event: OfferEvent = {
    offer_time: timestamp(world.clock.now()),
    actor: 'BUYER',
    event_type,
    offer_type: offer.offer_type,
    ...(offer.amount === null ? {} : { offer_amount: offer.amount }),
    dispute_life_cycle_stage: dispute.stage,
  };
  return { ...offer, history: [...offer.history, event] };
}

function newDispute(
  world: World,
  capture: Capture,
  claim: { reason: string; amount?: string | undefined; due_in_hours?: number | undefined },
): Dispute {
  const left = remainderOf(capture);
  const amount = readAmount(capture, claim.amount) ?? money(left, capture.amount.currency_code);
  if (minorOf(amount) > left) unprocessable('amount: more than is left of the capture');
  const now = timestamp(world.clock.now());
  const response_hours = claim.due_in_hours ?? DUE_HOURS_DEFAULT;
  return {
    dispute_id: newDisputeId(),
    capture_id: capture.id,
    payee_id: capture.payee_id,
    payer_id: capture.payer_id,
    reason: claim.reason,
    amount,
    status: 'WAITING_FOR_SELLER_RESPONSE',
    // Whoever did not pay has nothing to talk about with the seller.
    stage: claim.reason === 'UNAUTHORISED' ? 'CHARGEBACK' : 'INQUIRY',
    response_hours,
    seller_due: timestamp(later(world, response_hours * 3_600)),
    buyer_due: null,
    lapses_at: null,
    outcome_code: null,
    amount_refunded: null,
    resolved_time: null,
    appealable: false,
    recovered: null,
    pending_return: null,
    offer: null,
    messages: [{ posted_by: 'BUYER', time_posted: now, content: 'I want this looked into.' }],
    evidences: [],
    supporting_info: [],
    adjudications: [],
    money_movements: [],
    create_time: now,
    update_time: now,
  };
}
