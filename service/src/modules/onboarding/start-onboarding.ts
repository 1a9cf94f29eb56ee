import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { later, SECOND_MS } from '../../lib/time.ts';
import type { OnboardingFacet, ReferralOutcome } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { findMerchant } from '../merchants/index.ts';
import { moveConnection } from './move.ts';
import {
  type Attempt,
  type Connection,
  insertAttempt,
  latestAttempt,
  lockConnection,
  postponeAttempt,
  setAttemptState,
} from './queries.ts';

/** Starts a seller's onboarding and returns the address to open. An attempt whose outcome was not heard is repeated
 *  under the same request id, and not before the time the provider named; after a success a new call is a new attempt.
 *  Refuses: rail_not_configured, onboarding_not_offered, onboarding_complete, onboarding_moved, onboarding_refused,
 *  onboarding_unreachable. Spec: Onboarding. Gap G45. */
export async function startOnboarding(
  ctx: Ctx,
  input: { merchant_id: string; actor: string; reconnect: boolean },
): Promise<{ action_url: string }> {
  const { code, facet } = ctx.rails.onboarding();
  if (!facet) throw new Refusal('rail_not_configured');
  const begun = await inTransaction(ctx.db, async (tx) => {
    const connection = (await lockConnection(tx, input.merchant_id))!;
    if (connection.payment_provider !== code) throw new Refusal('onboarding_not_offered');
    if (connection.onboarding_status === 'completed' && !input.reconnect)
      throw new Refusal('onboarding_complete');
    const open = await latestAttempt(tx, input.merchant_id);
    const now = ctx.clock.now();
    if (open?.state === 'requested') {
      const early = open.retry_at === null ? 0 : open.retry_at.getTime() - now.getTime();
      if (early > 0) throw comeBackAfter(Math.ceil(early / 1000));
      return { attempt: open, connection };
    }
    const id = uuidAt(now);
    const attempt: Attempt = { id, tracking_id: id, state: 'requested', retry_at: null };
    const { merchant_id, actor, reconnect } = input;
    await insertAttempt(tx, { ...attempt, merchant_id, reconnect, created_at: now });
    const entry = { actor, action: 'onboarding.started', subject: merchant_id, detail: { reconnect } };
    await recordAudit(tx, ctx.clock, entry);
    return { attempt, connection };
  });
  const outcome = await mint(ctx, facet, begun.attempt, input.merchant_id);
  return record(ctx, input, begun, outcome);
}

async function mint(
  ctx: Ctx,
  facet: OnboardingFacet,
  attempt: Attempt,
  merchantId: string,
): Promise<ReferralOutcome> {
  const merchant = (await findMerchant(ctx.db, merchantId))!;
  return facet.startReferral({
    request_id: attempt.id,
    tracking_id: attempt.tracking_id,
    return_url: `${ctx.config.base_url}/onboarding/return`,
    merchant_name: merchant.business_name,
    email: merchant.email,
    country_code: merchant.country_code,
  });
}

async function record(
  ctx: Ctx,
  input: { merchant_id: string },
  begun: { attempt: Attempt; connection: Connection },
  outcome: ReferralOutcome,
): Promise<{ action_url: string }> {
  if (outcome.kind === 'unreachable' && outcome.credentials_refused) {
    // A fault on our side, which no caller can mend: the operator reads it in the log and in the provider check.
    throw new Error(`the wallet provider refuses the credentials of this deployment: ${outcome.problem}`);
  }
  if (outcome.kind === 'unknown' || outcome.kind === 'unreachable') {
    const seconds = outcome.kind === 'unreachable' ? outcome.retry_after_seconds : null;
    if (seconds === null) throw new Refusal('onboarding_unreachable');
    const retryAt = later(ctx.clock.now(), seconds * SECOND_MS);
    await postponeAttempt(ctx.db, begun.attempt.id, retryAt);
    throw comeBackAfter(seconds);
  }
  if (outcome.kind === 'refused') {
    await inTransaction(ctx.db, (tx) => setAttemptState(tx, begun.attempt.id, 'refused'));
    throw new Refusal('onboarding_refused');
  }
  const moved = await inTransaction(ctx.db, async (tx) => {
    const connection = (await lockConnection(tx, input.merchant_id))!;
    const isMoved = linkMoved(begun.connection, connection);
    await setAttemptState(tx, begun.attempt.id, isMoved ? 'refused' : 'minted');
    if (isMoved) return true;
    const { onboarding_status, consent_withdrawn } = connection;
    const restarted = onboarding_status === 'revoked' || connection.restarted;
    // What was chosen before the account was lost says nothing of what is chosen by this link.
    const facts = { started: true, restarted, ...(consent_withdrawn && { account_conflict: false }) };
    await moveConnection(tx, ctx, connection, {
      facts,
      if_disabled: 'wallet_status_not_ready',
    });
    return false;
  });
  if (moved) throw new Refusal('onboarding_moved');
  return { action_url: outcome.action_url };
}

function comeBackAfter(seconds: number): Refusal {
  return new Refusal('onboarding_unreachable', { headers: { 'retry-after': String(seconds) } });
}

// Someone else linked, lost or held the account while the referral was minted: what the caller decided on is gone.
function linkMoved(before: Connection, after: Connection): boolean {
  return (
    before.wallet_merchant_id !== after.wallet_merchant_id ||
    before.consent_withdrawn !== after.consent_withdrawn ||
    before.account_conflict !== after.account_conflict ||
    before.payment_hold !== after.payment_hold
  );
}
