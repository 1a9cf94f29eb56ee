import { firstPage, OperatorPageQuery } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { orThrow } from '../../refused.ts';
import { noticeJudge } from './judge-notice.ts';
import { type AbandonedNotice, listAbandoned } from './queries.ts';
import { hearOfMessage } from '../text-to-pay/index.ts';
import { receiveNotice } from './receive-notice.ts';
import { noticeStore } from './store-notice.ts';
import { retryNotice } from './retry-notice.ts';
const NOTHING = Buffer.alloc(0);

export function noticeRoutes(ctx: Ctx): Route[] {
  const [judge, store] = [noticeJudge(ctx), noticeStore(ctx.db)];
  return [
    route('notices.receive', async ({ params, address, headers, raw_body }) => {
      const notice = { rail: params.rail, source_address: address, headers };
      await receiveNotice(ctx, { judge, store }, { ...notice, raw_body: raw_body ?? NOTHING });
      return ok({ received: true });
    }),
    route('notices.sms', async ({ query, headers, raw_body }) => {
      const told = { request_id: query.request, headers, raw_body: raw_body ?? NOTHING };
      orThrow(await hearOfMessage(ctx, told));
      return ok({ received: true });
    }),
    ...operatorNoticeRoutes(ctx),
  ];
}

function operatorNoticeRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.notices.list', async ({ query }) => {
      const { limit, offset } = { ...firstPage(OperatorPageQuery), ...query };
      const { items, total } = await listAbandoned(ctx.db, { limit, offset });
      return ok({ items: items.map(viewOf), total, limit, offset });
    }),
    route('operator.notices.retry', async ({ params }) => {
      await retryNotice(ctx, params.notice_id);
      return ok({ id: params.notice_id, retried: true });
    }),
  ];
}

function viewOf({ acted_at, received_at, ...notice }: AbandonedNotice) {
  return {
    ...notice,
    received_at: received_at.toISOString(),
    abandoned_at: acted_at?.toISOString() ?? null,
  };
}
