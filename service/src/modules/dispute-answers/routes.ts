import type { Static } from 'typebox';
import type { Appeal } from '../../../../wire/disputes/schemas.ts';
import type { Ctx } from '../../context.ts';
import { decimalOf, withAmountAt } from '../../http/amounts.ts';
import { ok, type Route, route } from '../../http/route.ts';
import type { DisputeAnswer } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import type { MerchantScope } from '../../scope.ts';
import { readDetail } from '../disputes/index.ts';
import { actOnDispute } from './act-on-dispute.ts';
import { offerOf } from './offer.ts';
import { settleByHand } from './settle-by-hand.ts';

const EVIDENCE_TYPE = 'PROOF_OF_FULFILLMENT';

export function disputeAnswerRoutes(ctx: Ctx): Route[] {
  const give = async (
    scope: MerchantScope,
    { dispute_id }: { dispute_id: string },
    answer: DisputeAnswer,
  ) => {
    const { merchant_id } = scope;
    orThrow(await actOnDispute(ctx, { merchant_id, dispute_id, actor: actorOf(scope), answer }));
    return ok(await readDetail(ctx, { merchant_id, dispute_id }));
  };
  return [
    route('disputes.accept_claim', ({ scope, params, body }) =>
      give(scope, params, { action: 'accept-claim', ...body }),
    ),
    route('disputes.acknowledge_return_item', ({ scope, params, body }) => {
      const { acknowledgement_type, note = null } = body;
      return give(scope, params, { action: 'acknowledge-return-item', acknowledgement_type, note });
    }),
    route('disputes.appeal', ({ scope, params, body }) =>
      give(scope, params, { action: 'appeal', ...proofOf(body) }),
    ),
    route('disputes.escalate', ({ scope, params, body }) =>
      give(scope, params, { action: 'escalate', ...body }),
    ),
    route('disputes.make_offer', async ({ scope, params, body }) => {
      const { note, offer_type, offer_amount: asked = null } = body;
      const at = { merchant_id: scope.merchant_id, dispute_id: params.dispute_id };
      // Left out it is left to the provider.
      const offer_amount = asked === null ? null : await readOffer(ctx, at, asked);
      return give(scope, params, { action: 'make-offer', note, offer_type, offer_amount });
    }),
    route('disputes.provide_evidence', ({ scope, params, body }) => {
      const tracking_info = body.tracking_info ? textsOf(body.tracking_info) : null;
      return give(scope, params, { action: 'provide-evidence', ...proofOf(body), tracking_info });
    }),
    route('disputes.provide_supporting_info', ({ scope, params, body }) => {
      const { notes, document_text = null } = body;
      return give(scope, params, { action: 'provide-supporting-info', notes, document_text });
    }),
    route('disputes.send_message', ({ scope, params, body }) =>
      give(scope, params, { action: 'send-message', ...body }),
    ),
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

function actorOf({ via, credential_id }: MerchantScope): string {
  return via === 'dashboard' ? `user:${credential_id}` : `key:${credential_id}`;
}
