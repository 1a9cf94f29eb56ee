import type { Static } from 'typebox';
import type { Appeal } from '../../../../wire/disputes/schemas.ts';
import type { Ctx } from '../../context.ts';
import { decimalOf, withAmountAt } from '../../http/amounts.ts';
import { created, ok, type Reply, type Route, route } from '../../http/route.ts';
import type { DisputeAnswer } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import type { MerchantScope } from '../../scope.ts';
import { actOnDispute } from './act-on-dispute.ts';
import { settleByHand } from './settle-by-hand.ts';
import { offerOf } from './offer.ts';
import { notesOf } from './note-queries.ts';
import { findDispute, listDisputes } from './queries.ts';
import { disputeDetailView, disputeView, noteView } from './view.ts';
import { writeNote } from './write-note.ts';

const PAGE = { limit: 20, offset: 0 };
const EVIDENCE_TYPE = 'PROOF_OF_FULFILLMENT';

export function disputeRoutes(ctx: Ctx): Route[] {
  return [...readingRoutes(ctx), ...answeringRoutes(ctx)];
}

function readingRoutes(ctx: Ctx): Route[] {
  return [
    route('disputes.list', async ({ scope, query }) => {
      const { merchant_id } = scope;
      const disputes = await listDisputes(ctx.db, { ...PAGE, ...query, merchant_id });
      return ok(disputes.map(disputeView));
    }),
    route('disputes.read', ({ scope, params }) => detail(ctx, scope, params.dispute_id)),
    route('operator.disputes.settle', async ({ params, body }) => {
      await settleByHand(ctx, { ...params, ...body });
      return ok({ dispute_id: params.dispute_id, settled: true });
    }),
    route('operator.disputes.note', async ({ params, body }) =>
      created(noteView(await writeNote(ctx, { ...params, ...body }))),
    ),
  ];
}

function answeringRoutes(ctx: Ctx): Route[] {
  const give = async (
    scope: MerchantScope,
    { dispute_id }: { dispute_id: string },
    answer: DisputeAnswer,
  ) => {
    const { merchant_id } = scope;
    await actOnDispute(ctx, { merchant_id, dispute_id, actor: actorOf(scope), answer });
    return detail(ctx, scope, dispute_id);
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
      const offered = asked === null ? null : decimalOf(asked);
      const at = { merchant_id: scope.merchant_id, dispute_id: params.dispute_id };
      const offer_amount = await withAmountAt(['body', 'offer_amount'], asked, () =>
        offerOf(ctx, at, offered),
      );
      return give(scope, params, { action: 'make-offer', note, offer_type, offer_amount });
    }),
    route('disputes.provide_evidence', ({ scope, params, body }) => {
      const { tracking_info = null } = body;
      return give(scope, params, { action: 'provide-evidence', ...proofOf(body), tracking_info });
    }),
    route('disputes.provide_supporting_info', ({ scope, params, body }) => {
      const { notes, document_text = null } = body;
      return give(scope, params, { action: 'provide-supporting-info', notes, document_text });
    }),
    route('disputes.send_message', ({ scope, params, body }) =>
      give(scope, params, { action: 'send-message', ...body }),
    ),
  ];
}

async function detail(ctx: Ctx, { merchant_id }: MerchantScope, dispute_id: string): Promise<Reply> {
  const dispute = await findDispute(ctx.db, { merchant_id, dispute_id });
  if (!dispute) throw new Refusal('dispute_not_found');
  return ok(disputeDetailView(dispute, await notesOf(ctx.db, dispute.id)));
}

function proofOf({
  evidence_type = EVIDENCE_TYPE,
  notes = null,
  document_text = null,
}: Static<typeof Appeal>) {
  return { evidence_type, notes, document_text };
}

function actorOf({ via, credential_id }: MerchantScope): string {
  return via === 'dashboard' ? `user:${credential_id}` : `key:${credential_id}`;
}
