import { asCaller } from '../../../postgres/caller.ts';
import type { Ctx } from '../context.ts';
import { ensurePartitions } from '../db/partitions.ts';
import { DOUBTS } from '../doubts.ts';
import { inBackground } from '../lib/background.ts';
import type { SweepRun } from '../lib/sweep-run.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/time.ts';
import { forgetOldWindows } from '../modules/admission/index.ts';
import { forgetOldAnswers } from '../modules/answers/index.ts';
import { forgetOldEntries } from '../modules/audit/index.ts';
import { forgetEndedDashboardTokens } from '../modules/dashboard/index.ts';
import { forgetOldDeliveries } from '../modules/deliveries/index.ts';
import {
  sweepDisputeAccounts,
  sweepOfDisputeListings,
  sweepDisputeMatches,
  sweepDisputeDeadlines,
} from '../modules/disputes/index.ts';
import { sweepOfDoubts } from '../modules/doubt/index.ts';
import { forgetNoticeBodies, sweepOfNotices } from '../modules/notices/index.ts';
import { forgetSealedKeys, forgetEndedSessions } from '../modules/owners/index.ts';
import { sweepOfUnpaidOrders, sweepAbandonedOrders } from '../modules/orders/index.ts';
import {
  sweepUncounted,
  FOLD_BATCH,
  sweepTallies,
  forgetTokensInHand,
  sweepUnpostedCaptures,
} from '../modules/payments/index.ts';
import {
  sweepReconciledAccounts,
  forgetComparedDays,
  sweepOfReconciliations,
} from '../modules/reconciliation/index.ts';
import { sweepUnpostedReturns } from '../modules/returns/index.ts';
import { forgetUnpaidSessions, forgetUserIdTokens } from '../modules/sessions/index.ts';
import { sweepOfSubscriptions } from '../modules/subscriptions/index.ts';
import { sweepStatements } from '../modules/statements/index.ts';
import { sweepOfInvoices } from '../modules/payment-requests/index.ts';
import { forgetAbandonedSetups } from '../modules/vault/index.ts';
import type { Sweep } from './loop.ts';

// No row is taken after half a minute, and one that takes long is carried over.
const ASKING = { everyMs: SECOND_MS, limitMs: 2 * MINUTE_MS };

/** What the lanes of sweeps are called: to whoever calls, all that nobody waits for is one. */
export const SWEEP_LANES = 'sweep ';

/** Everything that waits, polls, retries or expires, in one list. Deliveries have an engine of their own. */
export function sweepsOf(ctx: Ctx): Sweep[] {
  return listOf(ctx).map(({ run, end, ...sweep }) => ({
    ...sweep,
    run: (sweepRun: SweepRun) => inOwnLane(sweep.name, () => run(sweepRun)),
    ...(end && { end: (sweepRun: SweepRun) => inOwnLane(sweep.name, () => end(sweepRun)) }),
  }));
}

// One that is stuck leaves connections to the others, and to those who call.
function inOwnLane<T>(name: string, work: () => Promise<T>): Promise<T> {
  return inBackground(() => asCaller({ lane: `${SWEEP_LANES}${name}`, leftMs: Infinity }, work));
}

function listOf(ctx: Ctx): Sweep[] {
  return [
    { name: 'notices', ...ASKING, ...sweepOfNotices(ctx) },
    ...DOUBTS.map((kind) => ({
      name: `${kind.name}s`,
      ...ASKING,
      ...sweepOfDoubts(ctx, kind),
    })),
    { name: 'dispute_accounts', everyMs: MINUTE_MS, run: () => sweepDisputeAccounts(ctx) },
    { name: 'dispute_listings', ...ASKING, everyMs: 10 * SECOND_MS, ...sweepOfDisputeListings(ctx) },
    { name: 'dispute_matches', everyMs: 5 * SECOND_MS, run: () => sweepDisputeMatches(ctx) },
    { name: 'dispute_deadlines', everyMs: 5 * SECOND_MS, run: () => sweepDisputeDeadlines(ctx) },
    { name: 'subscriptions', ...ASKING, ...sweepOfSubscriptions(ctx) },
    { name: 'text_to_pay', ...ASKING, ...sweepOfInvoices(ctx) },
    { name: 'sealed_keys', everyMs: 15 * SECOND_MS, run: () => forgetSealedKeys(ctx) },
    { name: 'owner_sessions', everyMs: MINUTE_MS, run: () => forgetEndedSessions(ctx) },
    { name: 'dashboard_tokens', everyMs: MINUTE_MS, run: () => forgetEndedDashboardTokens(ctx) },
    { name: 'budgets', everyMs: 10 * MINUTE_MS, run: () => forgetOldWindows(ctx) },
    { name: 'abandoned_orders', everyMs: MINUTE_MS, run: () => sweepAbandonedOrders(ctx) },
    { name: 'tokens_in_hand', everyMs: 10 * MINUTE_MS, run: () => forgetTokensInHand(ctx) },
    { name: 'unpaid_orders', ...ASKING, everyMs: MINUTE_MS, ...sweepOfUnpaidOrders(ctx) },
    { name: 'unposted_captures', everyMs: 10 * SECOND_MS, run: () => sweepUnpostedCaptures(ctx) },
    { name: 'unposted_returns', everyMs: 10 * SECOND_MS, run: () => sweepUnpostedReturns(ctx) },
    // While anything is sold there is always a little.
    { name: 'tallies', everyMs: SECOND_MS, fullBatch: FOLD_BATCH, run: () => sweepTallies(ctx) },
    { name: 'uncounted', everyMs: SECOND_MS, run: () => sweepUncounted(ctx) },
    { name: 'statements', everyMs: 10 * MINUTE_MS, run: (sweepRun) => sweepStatements(ctx, sweepRun) },
    { name: 'reconciled_accounts', everyMs: 10 * MINUTE_MS, run: () => sweepReconciledAccounts(ctx) },
    { name: 'reconciliations', ...ASKING, everyMs: 10 * SECOND_MS, ...sweepOfReconciliations(ctx) },
    { name: 'compared_days', everyMs: HOUR_MS, run: () => forgetComparedDays(ctx) },
    { name: 'abandoned_setups', everyMs: MINUTE_MS, run: () => forgetAbandonedSetups(ctx) },
    { name: 'user_id_tokens', everyMs: 10 * MINUTE_MS, run: () => forgetUserIdTokens(ctx) },
    { name: 'idempotency_keys', everyMs: 10 * MINUTE_MS, run: () => forgetOldAnswers(ctx) },
    { name: 'old_deliveries', everyMs: HOUR_MS, run: () => forgetOldDeliveries(ctx) },
    { name: 'old_notices', everyMs: HOUR_MS, run: () => forgetNoticeBodies(ctx) },
    { name: 'old_audit', everyMs: HOUR_MS, run: () => forgetOldEntries(ctx) },
    { name: 'unpaid_sessions', everyMs: HOUR_MS, run: () => forgetUnpaidSessions(ctx) },
    { name: 'partitions', everyMs: HOUR_MS, run: () => ensurePartitions(ctx.db, ctx.clock.now()) },
  ];
}
