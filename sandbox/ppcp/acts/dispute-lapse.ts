import type { Dispute } from '../shapes/dispute-shapes.ts';
import { removeRecords } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { World } from '../shapes/world.ts';
import { resolveForBuyer, resolveForSeller, type Verdict } from './dispute-outcome.ts';
import { lockCase } from './dispute-record.ts';

const SELLER_WINS: Verdict = { type: 'DENY_BUYER', reason: 'VALID_PROOF_SUPPORTING_CLAIM' };
const BUYER_WINS: Verdict = {
  type: 'RECOVER_FROM_SELLER',
  reason: 'DECISION_BASED_ON_AVAILABLE_INFORMATION',
};

/** Does what the provider does when a time for an answer, or its own for a decision, is over. Nothing when
 *  the dispute has moved on since the timer was set. */
export async function lapseDispute(tx: Tx, world: World, id: string): Promise<void> {
  const open = await lockCase(tx, id);
  if (open === null) {
    await removeRecords(tx, 'timer', id);
    return;
  }
  const { dispute } = open;
  if (dispute.lapses_at === null || Date.parse(dispute.lapses_at) > world.clock.now().getTime()) return;
  if (dispute.stage === 'INQUIRY' && dispute.status !== 'UNDER_REVIEW') {
    await resolveForSeller(tx, world, open, { outcome_code: 'NONE' });
  } else if (dispute.status === 'WAITING_FOR_SELLER_RESPONSE') {
    const verdict: Verdict = { type: 'RECOVER_FROM_SELLER', reason: 'NO_SELLER_RESPONSE' };
    await resolveForBuyer(tx, world, open, verdict);
  } else if (dispute.status === 'WAITING_FOR_BUYER_RESPONSE') {
    const verdict: Verdict = { type: 'DENY_BUYER', reason: 'NO_RESPONSE_FROM_BUYER' };
    await resolveForSeller(tx, world, open, { outcome_code: 'RESOLVED_SELLER_FAVOUR', verdict });
  } else if (isProven(dispute)) {
    await resolveForSeller(tx, world, open, { outcome_code: 'RESOLVED_SELLER_FAVOUR', verdict: SELLER_WINS });
  } else {
    await resolveForBuyer(tx, world, open, BUYER_WINS);
  }
}

// What the provider can check counts: a tracking number or a refund. Words alone do not.
function isProven(dispute: Dispute): boolean {
  return dispute.evidences.some(({ evidence_info }) => evidence_info !== undefined);
}
