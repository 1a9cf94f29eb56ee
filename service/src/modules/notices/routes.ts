import { Type } from 'typebox';
import { closed } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { ok, publicRoute, type Route } from '../../http/route.ts';
import { receiveNotice } from './receive-notice.ts';

const RailPath = Type.Object({ rail: Type.String({ pattern: '^[a-z]{1,20}$' }) }, closed);
const Received = Type.Object({ received: Type.Boolean() }, closed);
const NOTHING = Buffer.alloc(0);

export function noticeRoutes(ctx: Ctx): Route[] {
  return [
    publicRoute(
      'notices.receive',
      {
        summary: 'Where providers send their notices',
        refusals: ['route_not_found', 'notice_forged', 'notice_unverifiable'],
        params: RailPath,
        raw: true,
        responses: { 200: Received },
      },
      async ({ params, address, headers, raw_body }) => {
        const notice = { rail: params.rail, source_address: address, headers };
        await receiveNotice(ctx, { ...notice, raw_body: raw_body ?? NOTHING });
        return ok({ received: true });
      },
    ),
  ];
}
