import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { linkAccount } from '../accounts/index.ts';
import { raise } from '../events/index.ts';
import { onboardingUpdated, paymentsDisabled, type DisabledReason } from './events.ts';
import { type Facts, isReady, judge } from './judge.ts';
import { type Connection, saveConnection } from './queries.ts';
import { statusView } from './view.ts';

/** A change of facts and why payments stop if they do. */
export interface Change {
  facts: Partial<
    Facts &
      Pick<
        Connection,
        | 'wallet_merchant_id'
        | 'primary_currency'
        | 'disconnected_at'
        | 'refreshed_at'
        | 'refresh_failures'
        | 'retry_refresh_at'
        | 'refresh_asked_at'
      >
  >;
  if_disabled: DisabledReason;
  /** Raised even when no state moves: a capture was refused, which is news whatever was known before. */
  always_disabled?: boolean;
}

/** Applies a change to a connection that the caller has locked: judges the states anew, stores them and raises what
 *  moved, all in the caller's transaction. */
export async function moveConnection(
  tx: Tx,
  ctx: Ctx,
  before: Connection,
  change: Change,
): Promise<Connection> {
  const facts = { ...before, ...change.facts };
  const verdict = judge(facts);
  const after: Connection = {
    ...facts,
    ...verdict,
    was_connected: facts.was_connected || verdict.wallet_connection_status === 'connected',
    // A connection that holds again ends the restart that led to it.
    restarted: facts.restarted && verdict.onboarding_status !== 'completed',
  };
  await saveConnection(tx, after, ctx.clock.now());
  if (after.wallet_merchant_id !== before.wallet_merchant_id) {
    const { merchant_id, wallet_merchant_id: provider_account } = after;
    await linkAccount(tx, ctx, { merchant_id, rail: ctx.rails.onboarding().code, provider_account });
  }
  const owner = { channel_id: after.channel_id, merchant_id: after.merchant_id };
  if (moved(before, after)) {
    await raise(tx, ctx, {
      type: 'merchant.onboarding_updated',
      ...owner,
      object: onboardingUpdated(after),
    });
  }
  // A hold is the service's own, and told of as one. What is lost behind it is lost at that moment.
  const disabled = isReady(before) && !isReady(after);
  if (disabled || change.always_disabled) {
    const object = paymentsDisabled(after, change.if_disabled, before.wallet_merchant_id);
    await raise(tx, ctx, { type: 'merchant.payments_disabled', ...owner, object });
  }
  return after;
}

// Anything that the status reports, also what the event itself does not repeat: the receiver reads it then.
function moved(before: Connection, after: Connection): boolean {
  return !isDeepStrictEqual(statusView(before, true), statusView(after, true));
}
