import { DisputesQuery } from '../../../../wire/disputes/schemas.ts';
import { firstPage } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { listDisputes } from './queries.ts';
import { readDisputeDetail } from './read-detail.ts';
import { disputeView, noteView } from './view.ts';
import { writeNote } from './write-note.ts';

const PAGE = firstPage(DisputesQuery);

export function disputeRoutes(ctx: Ctx): Route[] {
  return [
    route('disputes.list', async ({ scope, query }) => {
      const { merchant_id } = scope;
      const disputes = await listDisputes(ctx.db, { ...PAGE, ...query, merchant_id });
      return ok(disputes.map(disputeView));
    }),
    route('disputes.read', async ({ scope, params }) => {
      const { merchant_id } = scope;
      return ok(await readDisputeDetail(ctx, { ...params, merchant_id }));
    }),
    route('operator.disputes.note', async ({ params, body }) =>
      created(noteView(await writeNote(ctx, { ...params, ...body }))),
    ),
  ];
}
