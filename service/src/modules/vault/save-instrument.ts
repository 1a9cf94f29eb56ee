import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import type { SaveOutcome } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { sellerOf } from '../accounts/index.ts';
import { type Begun, carryOut, heldUntil, type Intent, waitForOther } from '../doubt/index.ts';
import { lockSession, moveSession, type SessionRow } from '../sessions/index.ts';
import { knownAtProvider } from './queries.ts';
import { recordSaving } from './record-saving.ts';
import { findSetup, lockSetup, moveSetup, readSetup, type SetupRow } from './setup-queries.ts';

/** What saving an instrument answers: nothing was captured. */
export interface SavedInstrument {
  status: 'saved';
  provider_capture_id: null;
}

const SAVED: SavedInstrument = { status: 'saved', provider_capture_id: null };

/** Saves the instrument that the buyer approved and completes the session. One saved before answers the same; calls in
 *  parallel wait for the one under way. Refuses: order_not_found, order_not_approved, order_not_capturable,
 *  session_capturing, session_completed, payment_declined, seller_refused, payment_refused, provider_unavailable,
 *  outcome_unknown. Spec: Saved instrument; gap G41. */
export async function saveInstrument(
  ctx: Ctx,
  of: { session: SessionRow; order_id: string },
): Promise<SavedInstrument> {
  const setup = await findSetup(ctx.db, {
    checkout_session_id: of.session.id,
    provider_setup_id: of.order_id,
  });
  if (!setup) throw new Refusal('order_not_found');
  return carryOut(ctx, {
    ...savingCall(ctx),
    begin: (tx) => begin(tx, ctx, setup),
    answerOfOther: (id) => resultOfOther(ctx, id),
  });
}

/** A saving that is committed, and what its customer has saved before. */
interface SavingIntent extends Intent {
  setup: SetupRow;
  known: { provider_token_id: string }[];
}

/** How a saving whose intent is committed is asked for, and recorded. A setup becomes one token, whatever is asked
 *  again. */
export function savingCall(ctx: Ctx) {
  return {
    ask: (intent: SavingIntent) => ask(ctx, intent),
    record: async ({ setup }: SavingIntent, outcome: SaveOutcome) => {
      await recordSaving(ctx, setup, outcome);
      return SAVED;
    },
  };
}

async function ask(ctx: Ctx, { setup, known }: SavingIntent): Promise<SaveOutcome> {
  const vault = ctx.rails.get(setup.provider)?.vault;
  if (!vault) throw new Refusal('rail_not_configured');
  return vault.save({
    request_id: setup.id,
    provider_setup_id: setup.provider_setup_id!,
    provider_customer_id: setup.provider_customer_id,
    seller: await sellerOf(ctx, setup),
    known_token_ids: known.map(({ provider_token_id }) => provider_token_id),
  });
}

// The first transaction: under the locks of session and setup, the intent is committed before the provider hears of it.
async function begin(tx: Tx, ctx: Ctx, found: SetupRow): Promise<Begun<SavingIntent, SavedInstrument>> {
  const session = await lockSession(tx, found.checkout_session_id);
  const setup = await lockSetup(tx, found.id);
  const updated_at = ctx.clock.now();
  const next_check_at = heldUntil(updated_at);
  switch (setup.state) {
    case 'saved':
      return { kind: 'done', answer: SAVED };
    case 'failed':
      throw new Refusal('order_not_capturable');
    case 'saving':
      return { kind: 'wait', id: setup.id };
    case 'unknown': {
      // The check is counted, so that a provider that cannot be reached now does not undo what may have been saved.
      const checks = setup.checks + 1;
      await moveSetup(tx, setup.id, { trigger: 'asked_again', checks, next_check_at, updated_at });
      return { kind: 'ask', intent: await intentOf(tx, { ...setup, checks }, next_check_at) };
    }
    case 'created':
      if (session?.status === 'completed') throw new Refusal('session_completed');
      if (session?.status === 'capturing') throw new Refusal('session_capturing');
      await moveSetup(tx, setup.id, { trigger: 'asked', checks: 0, next_check_at, updated_at });
      await moveSession(tx, setup.checkout_session_id, 'capture_begun');
      return { kind: 'ask', intent: await intentOf(tx, { ...setup, checks: 0 }, next_check_at) };
  }
}

async function intentOf(tx: Tx, setup: SetupRow, held_until: Date): Promise<SavingIntent> {
  return { setup, known: await knownAtProvider(tx, setup), held_until };
}

async function resultOfOther(ctx: Ctx, id: string): Promise<SavedInstrument> {
  const setup = await waitForOther(ctx.cut, async () => {
    const found = await readSetup(ctx.db, id);
    return found?.state === 'saving' ? null : { state: found?.state };
  });
  if (setup?.state === 'saved') return SAVED;
  if (setup?.state === 'created') throw new Refusal('order_not_approved');
  throw new Refusal(setup?.state === 'failed' ? 'order_not_capturable' : 'outcome_unknown');
}
