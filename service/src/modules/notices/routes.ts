import { Type } from 'typebox';
import { AbandonedNoticePage, NoticeRetried } from '../../../../wire/operator.ts';
import { closed, page, Uuid } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { ok, operatorRoute, publicRoute, type Route } from '../../http/route.ts';
import { type AbandonedNotice, listAbandoned } from './queries.ts';
import { receiveNotice } from './receive-notice.ts';
import { noticeStore } from './store-notice.ts';
import { retryNotice } from './retry-notice.ts';

const RailPath = Type.Object({ rail: Type.String({ pattern: '^[a-z]{1,20}$' }) }, closed);
const Received = Type.Object({ received: Type.Boolean() }, closed);
const NoticePath = Type.Object({ notice_id: Uuid }, closed);
const PageQuery = Type.Object(page({ default: 50, max: 200 }), closed);
const NOTHING = Buffer.alloc(0);

export function noticeRoutes(ctx: Ctx): Route[] {
  const store = noticeStore(ctx.db);
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
        await receiveNotice(ctx, store, { ...notice, raw_body: raw_body ?? NOTHING });
        return ok({ received: true });
      },
    ),
    ...operatorNoticeRoutes(ctx),
  ];
}

function operatorNoticeRoutes(ctx: Ctx): Route[] {
  return [
    operatorRoute(
      'operator.notices.list',
      {
        summary: 'List notices that were given up',
        query: PageQuery,
        responses: { 200: AbandonedNoticePage },
      },
      async ({ query }) => {
        const { limit, offset } = { limit: 50, offset: 0, ...query };
        const { items, total } = await listAbandoned(ctx.db, { limit, offset });
        return ok({ items: items.map(viewOf), total, limit, offset });
      },
    ),
    operatorRoute(
      'operator.notices.retry',
      {
        summary: 'Act on one of them again',
        refusals: ['notice_not_found'],
        params: NoticePath,
        responses: { 200: NoticeRetried },
      },
      async ({ params }) => {
        await retryNotice(ctx, params.notice_id);
        return ok({ id: params.notice_id, retried: true });
      },
    ),
  ];
}

function viewOf({ acted_at, received_at, ...notice }: AbandonedNotice) {
  return {
    ...notice,
    received_at: received_at.toISOString(),
    abandoned_at: acted_at?.toISOString() ?? null,
  };
}
