import type { Ctx } from '../../context.ts';
import { heldWork } from '../../db/due.ts';
import { isUnavailable } from '../../db/tx.ts';
import { DAY_SECONDS, later, SECOND_MS } from '../../lib/time.ts';
import { newWorkPool, type WorkPool } from '../../lib/work-pool.ts';
import type { Dealt } from '../accounts/index.ts';
import { type FindByNews, newsFinder } from '../payments/index.ts';
import { actOn } from './act-on.ts';
import {
  claimDueNotices,
  type DueNotice,
  finishNotices,
  giveNoticesBack,
  type HeldNotice,
  holdNotices,
  postponeNotice,
} from './queries.ts';

// Each waits for the provider most of its time.
const PLACES = 128;
/** When a notice that could not be acted on yet is tried again; then daily for a month, since nothing but its notice
 *  tells of a refund made on the provider's side. */
const RETRY_SECONDS = [1, 2, 5, 15, 60, 300, 1_800, 7_200, 43_200];
const DAILY_RETRIES_MAX = 30;

/** A sweep: acts on notices that are due, many at once. */
export function sweepOfNotices(ctx: Ctx): WorkPool {
  const now = () => ctx.clock.now();
  const find = newsFinder(ctx.db);
  // Written down together: one that is lost with its process is acted on again, which changes nothing.
  const done = new Set<string>();
  const work = heldWork<DueNotice>(ctx.clock, {
    claim: (claim) => claimDueNotices(ctx.db, claim),
    act: async (notice, { cut }) => {
      if ((await act(ctx, notice, { find, cut }).catch(failed(ctx, notice))) === 'done') done.add(notice.id);
    },
    flush: async () => {
      if (done.size === 0) return;
      const ids = [...done];
      await finishNotices(ctx.db, ids, { state: 'done', now: now() });
      for (const id of ids) done.delete(id);
    },
    hold: (held, until) => holdNotices(ctx.db, held, until),
    // Also not counted as tried.
    letGo: (held, dueAt) => giveNoticesBack(ctx.db, held, dueAt),
  });
  return newWorkPool(work, { places: PLACES });
}

async function act(
  ctx: Ctx,
  stored: HeldNotice,
  { find, cut }: { find: FindByNews; cut: AbortSignal },
): Promise<Dealt> {
  const rail = ctx.rails.get(stored.rail);
  const notice = rail?.notices.read(stored.body) ?? null;
  const { rail: provider, rail_account_id, claimed_at: heardAt } = stored;
  const isOld = stored.attempts > RETRY_SECONDS.length;
  const heard = { from: { provider, rail_account_id }, heardAt, find, isOld };
  const dealt =
    notice === null
      ? 'done'
      : await actOn(ctx, heard, notice).catch((error: unknown) => {
          if (isUnavailable(error)) throw error;
          return failed(ctx, stored)(error);
        });
  const now = ctx.clock.now();
  if (dealt === 'done' || cut.aborted) return dealt;
  const seconds = RETRY_SECONDS[stored.attempts - 1] ?? DAY_SECONDS;
  if (stored.attempts <= RETRY_SECONDS.length + DAILY_RETRIES_MAX) {
    const due_at = later(now, seconds * SECOND_MS);
    await postponeNotice(ctx.db, stored.id, { due_at, problem: 'not ready' });
    return dealt;
  }
  ctx.log.error(
    { event: 'notice.abandoned', notice_id: stored.id, notice_type: stored.notice_type },
    'notice abandoned',
  );
  await finishNotices(ctx.db, [stored.id], { state: 'abandoned', now });
  return dealt;
}

// One notice that cannot be acted on must not hold up the others of its batch. What the database fails is no attempt.
function failed(ctx: Ctx, stored: DueNotice): (error: unknown) => Dealt {
  return (error) => {
    ctx.log.error(
      { event: 'notice.failed', notice_id: stored.id, notice_type: stored.notice_type, err: error },
      'notice failed',
    );
    if (isUnavailable(error)) throw error;
    return 'later';
  };
}
