import type { Ctx } from '../../context.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { ProviderToken, SaveOutcome } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { refusalOfOpening } from '../../refusal-for.ts';
import { firstCheckAt, isAsIntended, UNREACHABLE } from '../doubt/index.ts';
import { refreshIfOfSeller } from '../onboarding/index.ts';
import { lockSession, moveSession } from '../sessions/index.ts';
import { isOpenSetup } from './lifecycle.ts';
import { insertToken } from './queries.ts';
import { lockSetup, moveSetup, type SetupRow } from './setup-queries.ts';

/** The second transaction of a saving: the setup, the token and the session, at once. Answers the refusal that a caller
 *  reads; null when it was saved. */
export async function recordSaving(
  ctx: Ctx,
  asked: SetupRow,
  outcome: SaveOutcome,
): Promise<RefusalName | null> {
  const refusal = await recordAwaited(ctx.db, [asked.id], (tx) => record(tx, ctx, asked, outcome));
  await refreshIfOfSeller(ctx, asked.merchant_id, refusal);
  return refusal;
}

async function record(tx: Tx, ctx: Ctx, asked: SetupRow, outcome: SaveOutcome): Promise<RefusalName | null> {
  await lockSession(tx, asked.checkout_session_id);
  const setup = await lockSetup(tx, asked.id);
  if (setup.state === 'saved') return null;
  // An answer so late that the setup was settled otherwise, or asked for again, meanwhile: only that it was saved is still
  // news, since the other call tells by itself.
  if (outcome.kind !== 'saved' && (!isOpenSetup(setup) || setup.checks !== asked.checks))
    return 'outcome_unknown';
  switch (outcome.kind) {
    case 'saved':
      await keep(tx, ctx, setup, outcome.token);
      return null;
    case 'refused':
      if (outcome.by === 'not_approved')
        return end(tx, ctx, setup, ['not_saved', 'order_not_approved', outcome.refusal.issue]);
      return end(tx, ctx, setup, ['refused', refusalOfOpening(outcome.by), outcome.refusal.issue]);
    case 'lapsed':
      return end(tx, ctx, setup, ['refused', 'order_not_capturable', outcome.refusal.issue]);
    case 'unreachable':
      if (!isAsIntended(setup, asked)) return 'outcome_unknown';
      // Certainly not carried out, unless this was a repeated question about an earlier, unclear call.
      if (setup.state === 'saving' && setup.checks === 0)
        return end(tx, ctx, setup, ['not_saved', 'provider_unavailable', UNREACHABLE]);
      return stayUnknown(tx, ctx, setup, outcome.problem);
    case 'unknown':
      return stayUnknown(tx, ctx, setup, outcome.problem);
  }
}

async function keep(tx: Tx, ctx: Ctx, setup: SetupRow, token: ProviderToken): Promise<void> {
  const now = ctx.clock.now();
  const saved = { next_check_at: null, updated_at: now, failure_code: null, refusal: null };
  await moveSetup(tx, setup.id, { trigger: 'saved', ...saved });
  await insertToken(tx, {
    ...token,
    provider_customer_id: token.provider_customer_id ?? setup.provider_customer_id,
    id: uuidAt(now),
    merchant_id: setup.merchant_id,
    vault_setup_id: setup.id,
    customer_ref: setup.customer_ref,
    provider: setup.provider,
    rail_account_id: setup.rail_account_id,
    wallet_merchant_id: setup.wallet_merchant_id,
    created_at: now,
  });
  await moveSession(tx, setup.checkout_session_id, 'instrument_saved');
}

// Nothing was saved: the buyer may go on with this setup where it is open still, or begin another. The refusal is kept for whoever
// waited for this call.
async function end(
  tx: Tx,
  ctx: Ctx,
  setup: SetupRow,
  [trigger, refusal, failure_code]: readonly ['not_saved' | 'refused', RefusalName, string],
): Promise<RefusalName> {
  const updated_at = ctx.clock.now();
  await moveSetup(tx, setup.id, { trigger, next_check_at: null, updated_at, failure_code, refusal });
  await moveSession(tx, setup.checkout_session_id, 'capture_ended');
  return refusal;
}

async function stayUnknown(tx: Tx, ctx: Ctx, setup: SetupRow, last_problem: string): Promise<RefusalName> {
  const updated_at = ctx.clock.now();
  const next_check_at = firstCheckAt(updated_at);
  await moveSetup(tx, setup.id, { trigger: 'no_answer', next_check_at, updated_at, last_problem });
  return 'outcome_unknown';
}
