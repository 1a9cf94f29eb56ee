import type { Ctx } from '../../context.ts';
import { uuidAt } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import type { JudgeNotice } from './judge-notice.ts';
import { readNoticeBody } from './notice-body.ts';
import type { StoreNotice } from './store-notice.ts';

/** Takes in a provider's notice: verified over its very bytes, then stored, then acknowledged; it is acted on later.
 *  A repeated notice is acknowledged and stored once. Refuses: route_not_found, notice_forged, notice_unverifiable. */
export async function receiveNotice(
  ctx: Ctx,
  { judge, store }: { judge: JudgeNotice; store: StoreNotice },
  notice: {
    rail: string;
    source_address: string;
    headers: Readonly<Record<string, string | undefined>>;
    raw_body: Buffer;
  },
): Promise<void> {
  const rail = ctx.rails.get(notice.rail);
  if (!rail) throw new Refusal('route_not_found');
  const { source_address, headers, raw_body } = notice;
  const received = { source_address, headers, raw_body };
  const verified = await judge(rail, received);
  if (verified.kind === 'forged') {
    ctx.log.warn({ event: 'notice.forged', rail: notice.rail, problem: verified.problem }, 'notice refused');
    throw new Refusal('notice_forged');
  }
  if (verified.kind === 'unreachable') throw new Refusal('notice_unverifiable');
  // Of what a stranger sends no more is read than the name that it bears.
  const body = readNoticeBody(notice.raw_body);
  const identity = body && rail.notices.identify(body.value);
  if (!identity) throw new Refusal('notice_forged');
  const now = ctx.clock.now();
  await store({
    id: uuidAt(now),
    rail: notice.rail,
    ...identity,
    rail_account_id: verified.account_id,
    body: body.text,
    received_at: now,
    due_at: now,
  });
  ctx.wake('notices');
}
