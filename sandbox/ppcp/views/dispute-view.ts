import { money } from '../shapes/money.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Dispute } from '../shapes/dispute-shapes.ts';
import type { Account, Capture, Link } from '../shapes/shapes.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import type { World } from '../../machine/world.ts';
import { remainderOf } from '../checks/remainder.ts';
import {
  ACKNOWLEDGEMENTS,
  actionsOf,
  claimTypesOf,
  isReturned,
  offerTypesOf,
  stateOf,
} from '../checks/dispute-rules.ts';

/** A dispute in full, as the seller it is against sees it. */
export async function disputeView(
  db: Db | Tx,
  world: World,
  dispute: Dispute,
): Promise<Record<string, unknown>> {
  const capture = await readRecord(db, 'capture', dispute.capture_id);
  return {
    ...commonOf(dispute),
    disputed_transactions: await transactionsOf(db, dispute, capture),
    ...outcomeOf(dispute),
    extensions: { merchant_contacted: dispute.stage === 'INQUIRY' },
    ...filled({
      adjudications: dispute.adjudications,
      money_movements: dispute.money_movements,
      messages: dispute.messages,
      evidences: dispute.evidences,
      supporting_info: dispute.supporting_info,
    }),
    ...offerOf(dispute),
    ...(capture === null || dispute.status === 'RESOLVED'
      ? {}
      : {
          refund_details: {
            allowed_refund_amount: money(remainderOf(capture), capture.amount.currency_code),
          },
        }),
    ...optionsOf(dispute),
    links: disputeLinks(world, dispute),
  };
}

/** A dispute as a row of the list, which alone names its state. */
export async function disputeRow(db: Db | Tx, world: World, dispute: Dispute): Promise<object> {
  const capture = await readRecord(db, 'capture', dispute.capture_id);
  const won = dispute.outcome_code === 'RESOLVED_BUYER_FAVOUR' ? 'LOST' : 'WON';
  return {
    ...commonOf(dispute),
    dispute_state: stateOf(dispute),
    disputed_transactions: await transactionsOf(db, dispute, capture),
    ...(dispute.status === 'RESOLVED' ? { outcome: won } : {}),
    links: [selfLink(world, dispute.dispute_id)],
  };
}

/** The link to a dispute itself. */
export function selfLink(world: World, id: string): Link {
  return { href: `${world.address.url}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' };
}

function disputeLinks(world: World, dispute: Dispute): Link[] {
  const self = selfLink(world, dispute.dispute_id);
  const actions = actionsOf(dispute).map((rel) => ({
    href: `${self.href}/${rel.replaceAll('_', '-')}`,
    rel,
    method: 'POST',
  }));
  return [self, ...actions];
}

function commonOf(dispute: Dispute): object {
  return {
    dispute_id: dispute.dispute_id,
    create_time: dispute.create_time,
    update_time: dispute.update_time,
    reason: dispute.reason,
    status: dispute.status,
    dispute_amount: dispute.amount,
    dispute_life_cycle_stage: dispute.stage,
    dispute_channel: 'INTERNAL',
    ...(dispute.seller_due === null ? {} : { seller_response_due_date: dispute.seller_due }),
    ...(dispute.buyer_due === null ? {} : { buyer_response_due_date: dispute.buyer_due }),
  };
}

async function transactionsOf(db: Db | Tx, dispute: Dispute, capture: Capture | null): Promise<object[]> {
  const seller = await readRecord(db, 'account', dispute.payee_id);
  const buyer = dispute.payer_id === null ? null : await readRecord(db, 'account', dispute.payer_id);
  const transaction = {
    buyer_transaction_id: dispute.capture_id,
    seller_transaction_id: dispute.capture_id,
    ...(capture === null ? {} : transactionOf(capture)),
    buyer: { name: buyer === null ? 'Buyer' : `${buyer.given_name} ${buyer.surname}` },
    seller: seller === null ? { merchant_id: dispute.payee_id } : sellerOf(seller),
    seller_protection_eligible: true,
  };
  return [transaction];
}

function transactionOf(capture: Capture): object {
  return {
    create_time: capture.create_time,
    transaction_status: capture.reversed ? 'REVERSED' : capture.status,
    gross_amount: capture.amount,
    ...(capture.invoice_id === null ? {} : { invoice_number: capture.invoice_id }),
    ...(capture.custom_id === null ? {} : { custom: capture.custom_id }),
  };
}

function sellerOf(seller: Account): object {
  return { email: seller.email, merchant_id: seller.account_id, name: seller.business_name };
}

function outcomeOf(dispute: Dispute): object {
  const { outcome_code, amount_refunded } = dispute;
  // While an appeal is open the decision it is against is none.
  if (outcome_code === null || dispute.status !== 'RESOLVED') return {};
  return {
    dispute_outcome: { outcome_code, ...(amount_refunded === null ? {} : { amount_refunded }) },
  };
}

function offerOf(dispute: Dispute): object {
  const { offer } = dispute;
  if (offer === null) return {};
  return {
    offer: {
      buyer_requested_amount: dispute.amount,
      ...(offer.amount === null ? {} : { seller_offered_amount: offer.amount }),
      offer_type: offer.offer_type,
      history: offer.history,
    },
  };
}

function optionsOf(dispute: Dispute): object {
  const actions = actionsOf(dispute);
  const options = {
    ...(isReturned(dispute) && actions.includes('acknowledge_return_item')
      ? { acknowledge_return_item: { acknowledgement_types: ACKNOWLEDGEMENTS } }
      : {}),
    ...(actions.includes('accept_claim')
      ? { accept_claim: { accept_claim_types: claimTypesOf(dispute) } }
      : {}),
    ...(actions.includes('make_offer') ? { make_offer: { offer_types: offerTypesOf(dispute) } } : {}),
  };
  return Object.keys(options).length === 0 ? {} : { allowed_response_options: options };
}

// An empty list is left out, as the provider does.
function filled(lists: Record<string, readonly unknown[]>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}
