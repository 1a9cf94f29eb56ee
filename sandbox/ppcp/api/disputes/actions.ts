import type { Dispute, DisputeOffer, Evidence, OfferEvent } from '../../shapes/dispute-shapes.ts';
import type { Tx } from '../../../machine/store/sql.ts';
import { timestamp, type World } from '../../shapes/world.ts';
import {
  checkSettlement,
  chosen,
  documentsOf,
  partOf,
  readEvidences,
  requiredText,
  type ActionInput,
} from './bodies.ts';
import { resolveBySettlement, resolveForBuyer, resolveForSeller } from '../../acts/dispute-outcome.ts';
import { saveDispute, underReview, waitFor, type Case } from '../../acts/dispute-record.ts';
import {
  ACKNOWLEDGEMENTS,
  claimTypesOf,
  offerTypesOf,
  type DisputeAction,
} from '../../checks/dispute-rules.ts';

/** What an action that was read does, inside a transaction. */
type Act = (tx: Tx, world: World, open: Case) => Promise<Dispute>;

/** Reads an action's input against the dispute it is for; the checker has noted what is wrong. */
export const ACTIONS: Readonly<Record<DisputeAction, (input: ActionInput, dispute: Dispute) => Act>> = {
  send_message: sendMessage,
  make_offer: makeOffer,
  accept_claim: acceptClaim,
  escalate,
  provide_evidence: provideEvidence,
  acknowledge_return_item: acknowledgeReturn,
  provide_supporting_info: provideSupportingInfo,
  appeal,
  adjudicate,
  require_evidence: requireEvidence,
};

function sendMessage(input: ActionInput): Act {
  const content = requiredText(input, 'message');
  const documents = documentsOf(input.files);
  // A message answers nothing: what the seller is asked for is still to come.
  return (tx, world, { dispute }) => {
    const message = { posted_by: 'SELLER', time_posted: nowOf(world), content, ...documents } as const;
    return saveDispute(tx, world, dispute, { messages: [...dispute.messages, message] });
  };
}

function makeOffer(input: ActionInput, dispute: Dispute): Act {
  const notes = requiredText(input, 'note');
  const offer_type = chosen(input, 'offer_type', offerTypesOf(dispute));
  checkSettlement(input);
  const asked = partOf(input, 'offer_amount', dispute);
  const amount = offer_type === 'REPLACEMENT_WITHOUT_REFUND' ? null : (asked ?? dispute.amount);
  return (tx, world, open) => {
    const event: OfferEvent = {
      offer_time: nowOf(world),
      actor: 'SELLER',
      event_type: 'PROPOSED',
      offer_type,
      ...(amount === null ? {} : { offer_amount: amount }),
      notes,
      dispute_life_cycle_stage: open.dispute.stage,
    };
    const history = [...(open.dispute.offer?.history ?? []), event];
    const offer: DisputeOffer = { offer_type, amount, history };
    return saveDispute(tx, world, open.dispute, { offer, ...waitFor(world, open.dispute, 'BUYER') });
  };
}

function acceptClaim(input: ActionInput, dispute: Dispute): Act {
  requiredText(input, 'note');
  const type = chosen(input, 'accept_claim_type', claimTypesOf(dispute), 'REFUND');
  checkSettlement(input);
  const part = partOf(input, 'refund_amount', dispute, type === 'PARTIAL_REFUND');
  const refund_amount = part ?? dispute.amount;
  return async (tx, world, open) => {
    if (!type.startsWith('REFUND_WITH_RETURN')) {
      return resolveBySettlement(tx, world, open, { amount: refund_amount });
    }
    const pending_return = { refund_amount, returned_time: null };
    return saveDispute(tx, world, open.dispute, {
      pending_return,
      ...waitFor(world, open.dispute, 'BUYER'),
    });
  };
}

function escalate(input: ActionInput): Act {
  const content = requiredText(input, 'note');
  return (tx, world, { dispute }) => {
    const message = { posted_by: 'SELLER', time_posted: nowOf(world), content } as const;
    return saveDispute(tx, world, dispute, {
      stage: 'CHARGEBACK',
      messages: [...dispute.messages, message],
      ...waitFor(world, dispute, 'SELLER'),
    });
  };
}

function provideEvidence(input: ActionInput): Act {
  const given = readEvidences(input);
  return (tx, world, { dispute }) =>
    saveDispute(tx, world, dispute, {
      evidences: [...dispute.evidences, ...submitted(world, dispute, given)],
      ...underReview(),
    });
}

function appeal(input: ActionInput): Act {
  const given = readEvidences(input);
  return (tx, world, { dispute }) => {
    const stage = 'PRE_ARBITRATION';
    const appealed = { ...dispute, stage } as const;
    return saveDispute(tx, world, appealed, {
      evidences: [...dispute.evidences, ...submitted(world, appealed, given)],
      appealable: false,
      ...underReview(),
    });
  };
}

function acknowledgeReturn(input: ActionInput): Act {
  const type = chosen(input, 'acknowledgement_type', ACKNOWLEDGEMENTS);
  input.checker.text(input.body, 'note', '', { max: 2_000 });
  return async (tx, world, open) => {
    const { pending_return } = open.dispute;
    if (type === 'ITEM_RECEIVED' && pending_return !== null) {
      return resolveBySettlement(tx, world, open, { amount: pending_return.refund_amount });
    }
    // What came back is not what was sent: the provider judges.
    return saveDispute(tx, world, open.dispute, { pending_return: null, ...underReview() });
  };
}

function provideSupportingInfo(input: ActionInput): Act {
  const { checker, body, files } = input;
  const notes = checker.text(body, 'notes', '', { required: files.length === 0, max: 2_000 }) ?? '';
  return (tx, world, { dispute }) => {
    const info = {
      notes,
      ...documentsOf(files),
      source: 'SUBMITTED_BY_SELLER',
      provided_time: nowOf(world),
      dispute_life_cycle_stage: dispute.stage,
    } as const;
    return saveDispute(tx, world, dispute, { supporting_info: [...dispute.supporting_info, info] });
  };
}

function adjudicate(input: ActionInput): Act {
  const outcome = chosen(input, 'adjudication_outcome', ['BUYER_FAVOR', 'SELLER_FAVOR']);
  const reason = 'DECISION_BASED_ON_AVAILABLE_INFORMATION';
  return (tx, world, open) => {
    if (outcome === 'BUYER_FAVOR') {
      return resolveForBuyer(tx, world, open, { type: 'RECOVER_FROM_SELLER', reason });
    }
    const verdict = { type: 'DENY_BUYER', reason } as const;
    return resolveForSeller(tx, world, open, { outcome_code: 'RESOLVED_SELLER_FAVOUR', verdict });
  };
}

function requireEvidence(input: ActionInput): Act {
  const action = chosen(input, 'action', ['BUYER_EVIDENCE', 'SELLER_EVIDENCE']);
  const who = action === 'BUYER_EVIDENCE' ? 'BUYER' : 'SELLER';
  return (tx, world, { dispute }) => {
    const asked: Evidence = {
      evidence_type: 'OTHER',
      source: `REQUESTED_FROM_${who}`,
      date: nowOf(world),
      dispute_life_cycle_stage: dispute.stage,
    };
    return saveDispute(tx, world, dispute, {
      evidences: [...dispute.evidences, asked],
      // Evidence belongs to a claim.
      stage: dispute.stage === 'INQUIRY' ? 'CHARGEBACK' : dispute.stage,
      ...waitFor(world, dispute, who),
    });
  };
}

function submitted(world: World, dispute: Dispute, given: ReturnType<typeof readEvidences>): Evidence[] {
  return given.map((evidence) => ({
    ...evidence,
    source: 'SUBMITTED_BY_SELLER',
    date: nowOf(world),
    dispute_life_cycle_stage: dispute.stage,
  }));
}

function nowOf(world: World): string {
  return timestamp(world.clock.now());
}
