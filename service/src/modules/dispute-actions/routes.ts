import type { Static } from 'typebox';
import { type Appeal, EVIDENCE_TYPE } from '../../../../wire/disputes/schemas.ts';
import type { Ctx } from '../../context.ts';
import { decimalOf, withAmountAt } from '../../http/amounts.ts';
import { ok, type Route, route } from '../../http/route.ts';
import type { DisputeAction } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { actorOf, type MerchantScope } from '../../scope.ts';
import { readDisputeDetail } from '../disputes/index.ts';
import { actOnDispute, tellTaken } from './act-on-dispute.ts';
import { offerOf } from './offer.ts';
import { settleByHand } from './settle-by-hand.ts';

/** What every call that takes an action has. */
interface Asked {
  scope: MerchantScope;
  params: { dispute_id: string };
  isHeard(): boolean;
}

export function disputeActionRoutes(ctx: Ctx): Route[] {
  const take = async ({ scope, params, isHeard }: Asked, action: DisputeAction) => {
    const { merchant_id } = scope;
    const { dispute_id } = params;
    const taken = orThrow(
      await actOnDispute(ctx, { merchant_id, dispute_id, actor: actorOf(scope), action }),
    );
    const detail = await readDisputeDetail(ctx, { merchant_id, dispute_id });
    if (isHeard()) await tellTaken(ctx, taken.action_id);
    return ok(detail);
  };
  return [
    route('disputes.accept_claim', (call) => take(call, { action: 'accept-claim', ...call.body })),
    route('disputes.acknowledge_return_item', (call) => {
      const { acknowledgement_type, note = null } = call.body;
      return take(call, { action: 'acknowledge-return-item', acknowledgement_type, note });
    }),
    route('disputes.appeal', (call) => take(call, { action: 'appeal', ...proofOf(call.body) })),
    route('disputes.escalate', (call) => take(call, { action: 'escalate', ...call.body })),
    route('disputes.make_offer', async (call) => {
      const { scope, params } = call;
      const { note, offer_type, offer_amount: asked = null } = call.body;
      const at = { merchant_id: scope.merchant_id, dispute_id: params.dispute_id };
      // Left out it is left to the provider.
      const offer_amount = asked === null ? null : await readOffer(ctx, at, asked);
      return take(call, { action: 'make-offer', note, offer_type, offer_amount });
    }),
    route('disputes.provide_evidence', (call) => {
      const { body } = call;
      const tracking_info = body.tracking_info ? textsOf(body.tracking_info) : null;
      return take(call, { action: 'provide-evidence', ...proofOf(body), tracking_info });
    }),
    route('disputes.provide_supporting_info', (call) => {
      const { notes, document_text = null } = call.body;
      return take(call, { action: 'provide-supporting-info', notes, document_text });
    }),
    route('disputes.send_message', (call) => take(call, { action: 'send-message', ...call.body })),
    route('operator.disputes.settle', async ({ params, body }) => {
      orThrow(await settleByHand(ctx, { ...params, ...body }));
      return ok({ dispute_id: params.dispute_id, settled: true });
    }),
  ];
}

async function readOffer(ctx: Ctx, of: { merchant_id: string; dispute_id: string }, asked: string | number) {
  const offer = async () => orThrow(await offerOf(ctx, of, decimalOf(asked)));
  const { amount, currency } = await withAmountAt(['body', 'offer_amount'], asked, offer);
  return { amount, currency };
}

function proofOf({ evidence_type, notes = null, document_text = null }: Static<typeof Appeal>) {
  return { evidence_type: evidence_type || EVIDENCE_TYPE, notes, document_text };
}

// Null is nothing to tell.
function textsOf(members: Readonly<Record<string, unknown>>): Record<string, string> {
  const told = Object.entries(members).filter(([, value]) => value !== null);
  return Object.fromEntries(
    told.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
