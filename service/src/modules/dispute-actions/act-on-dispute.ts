import type { Ctx } from '../../context.ts';
import { recordLastingly } from '../../db/record-lastingly.ts';
import { isUnavailable, type Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import type { ActOnDisputeOutcome, DisputeAction } from '../../rails/rail.ts';
import { refused, type Refused } from '../../refused.ts';
import { fingerprintOf } from '../answers/index.ts';
import { type Begun, carryOut, heldUntil, type Intent, waitForOther } from '../doubt/index.ts';
import {
  type ActionRow,
  insertAction,
  lastTaken,
  markTold,
  openActionOf,
  readAction,
} from './action-queries.ts';
import {
  addressOf,
  type DisputeRow,
  findDispute,
  lockDispute,
  readBackDispute,
  sellerAt,
} from '../disputes/index.ts';
import { type ActionResult, recordActionOutcome, resultOf } from './record-action.ts';
import { shownOf } from './shown.ts';

// Whoever did not hear what came of a call has asked again by then; who has the same to say later says it anew.
const REPEATED_WITHIN_MS = 10 * MINUTE_MS;

interface ActionRequest {
  merchant_id: string;
  dispute_id: string;
  /** Who acts, for the audit trail. */
  actor: string;
  action: DisputeAction;
}

/** Takes a seller's action on a dispute, once: the same action asked for in parallel is one, and so is one asked for again within ten
 *  minutes that nobody was told of (`tellTaken`); what nobody knows of is looked for in the dispute, whose record is the provider's.
 *  Refused: dispute_not_found, dispute_action_unavailable, dispute_action_under_way, dispute_action_refused,
 *  dispute_access_denied, provider_unavailable, outcome_unknown, rail_not_configured. */
export async function actOnDispute(ctx: Ctx, request: ActionRequest): Promise<ActionResult> {
  const { merchant_id, dispute_id, action } = request;
  const begun_at = ctx.clock.now();
  const dispute = await findDispute(ctx.db, { merchant_id, dispute_id });
  if (!dispute) return refused('dispute_not_found');
  const facet = ctx.rails.get(dispute.provider)?.disputes;
  if (!facet) return refused('rail_not_configured');
  const refusal = await readFresh(ctx, dispute);
  if (refusal) return refusal;
  const result = await carryOut(ctx, {
    begin: (tx) => begin(tx, ctx, { ...request, begun_at }),
    ask: async () => {
      const { provider_dispute_id } = dispute;
      return facet.act({ provider_dispute_id, seller: await sellerAt(ctx, addressOf(dispute)), action });
    },
    record: ({ row }, outcome: ActOnDisputeOutcome) => recordActionOutcome(ctx, row, outcome),
    answerOfOther: (id) => resultOfOther(ctx, id),
  });
  if (result.kind === 'taken') await readAfter(ctx, dispute);
  return result;
}

// What it led to is told by the dispute; a notice brings what cannot be read now, and it was taken all the same.
async function readAfter(ctx: Ctx, dispute: DisputeRow): Promise<void> {
  await readBackDispute(ctx, dispute).catch((error: unknown) => {
    const told = { event: 'dispute.not_read', dispute_id: dispute.id, err: error };
    ctx.log.warn(told, 'a dispute could not be read after an action on it');
  });
}

// What actions it takes is the provider's to say, at this moment.
async function readFresh(ctx: Ctx, dispute: DisputeRow): Promise<Refused | null> {
  const back = await readBackDispute(ctx, dispute);
  switch (back.kind) {
    case 'recorded':
      return null;
    case 'denied':
      return refused('dispute_access_denied');
    case 'missing':
      return refused('dispute_action_unavailable', { available_actions: [] });
    case 'unreachable':
    case 'unknown':
      return refused('provider_unavailable');
  }
}

interface ActionIntent extends Intent {
  row: ActionRow;
}

// The first transaction: under the dispute's lock, so that its actions are taken one after the other.
async function begin(
  tx: Tx,
  ctx: Ctx,
  request: ActionRequest & { begun_at: Date },
): Promise<Begun<ActionIntent, ActionResult>> {
  const { action, begun_at } = request;
  const dispute = await lockDispute(tx, request.dispute_id);
  const fingerprint = fingerprintOf(action);
  const open = await openActionOf(tx, dispute.id);
  if (open) {
    const isSame = open.fingerprint.equals(fingerprint);
    if (isSame && open.state === 'sending') return { kind: 'wait', id: open.id };
    const refusal = isSame ? 'outcome_unknown' : 'dispute_action_under_way';
    return { kind: 'done', answer: refused(refusal) };
  }
  const last = await lastTaken(tx, { dispute_id: dispute.id, fingerprint });
  if (last && isRepeated(last, begun_at)) return { kind: 'done', answer: resultOf(last) };
  const { available_actions } = dispute;
  if (!available_actions.includes(action.action)) {
    return { kind: 'done', answer: refused('dispute_action_unavailable', { available_actions }) };
  }
  const created_at = ctx.clock.now();
  const held_until = heldUntil(created_at);
  const shown = shownOf(dispute.answered, action);
  const row = await insertAction(tx, {
    id: uuidAt(created_at),
    dispute_id: dispute.id,
    merchant_id: dispute.merchant_id,
    action: action.action,
    body: action,
    fingerprint,
    shown_before: shown.all,
    shown_alike_before: shown.alike,
    actor: request.actor,
    created_at,
    next_check_at: held_until,
  });
  return { kind: 'ask', intent: { row, held_until } };
}

// It was taken while this call was on its way here, or whoever took it did not hear so and asks again.
function isRepeated({ is_told, updated_at }: ActionRow, begun_at: Date): boolean {
  const age = begun_at.getTime() - updated_at.getTime();
  return age <= 0 || (!is_told && age <= REPEATED_WITHIN_MS);
}

/** Notes that whoever took an action is being told so: the same one is another from then on. A database that fails takes nothing back
 *  of what was taken, so it is tried again without the caller. */
export async function tellTaken(ctx: Ctx, actionId: string): Promise<void> {
  await recordLastingly(ctx.db, (tx) => markTold(tx, actionId)).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
}

async function resultOfOther(ctx: Ctx, id: string): Promise<ActionResult> {
  const action = await waitForOther(ctx, {
    ...{ id, look: () => readAction(ctx.db, id) },
    isOpen: ({ state }) => state === 'sending',
  });
  return resultOf(action);
}
