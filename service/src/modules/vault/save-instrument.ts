import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import type { SaveOutcome, VaultFacet } from '../../rails/rail.ts';
import { keptRefusal } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import { sellerOf } from '../accounts/index.ts';
import { type Begun, carryOut, heldUntil, type Intent, waitForOther } from '../doubt/index.ts';
import { lockSession, moveSession, type SessionRow } from '../sessions/index.ts';
import { knownAtProvider } from './queries.ts';
import { recordSaving } from './record-saving.ts';
import { findSetup, lockSetup, moveSetup, readSetup, type SetupRow } from './setup-queries.ts';

/** What came of an instrument that was to be saved. */
type SaveResult = { readonly kind: 'saved' } | Refused;

const SAVED: SaveResult = { kind: 'saved' };

/** Saves the instrument that the buyer approved and completes the session. One saved before answers the same; calls in
 *  parallel wait for the one under way. Refused: rail_not_configured, order_not_found, order_not_approved, order_not_capturable,
 *  session_capturing, session_completed, payment_declined, seller_refused, payment_refused, provider_unavailable,
 *  outcome_unknown. Spec: Saved instruments; gap G41. */
export async function saveInstrument(
  ctx: Ctx,
  of: { session: SessionRow; order_id: string },
): Promise<SaveResult> {
  const setup = await findSetup(ctx.db, {
    checkout_session_id: of.session.id,
    provider_setup_id: of.order_id,
  });
  if (!setup) return refused('order_not_found');
  return carryOut(ctx, {
    ...savingCall(ctx),
    begin: (tx) => begin(tx, ctx, setup),
    answerOfOther: (id) => resultOfOther(ctx, id),
  });
}

/** A saving that is committed, what it is asked for by, and what its customer has saved before. */
interface SavingIntent extends Intent {
  setup: SetupRow;
  vault: VaultFacet;
  known: { provider_token_id: string }[];
}

/** How a saving whose intent is committed is asked for, and recorded. A setup becomes one token, whatever is asked
 *  again. */
export function savingCall(ctx: Ctx) {
  return {
    ask: (intent: SavingIntent) => ask(ctx, intent),
    record: async ({ setup }: SavingIntent, outcome: SaveOutcome): Promise<SaveResult> => {
      const refusal = await recordSaving(ctx, setup, outcome);
      return refusal === null ? SAVED : refused(refusal);
    },
  };
}

async function ask(ctx: Ctx, { setup, vault, known }: SavingIntent): Promise<SaveOutcome> {
  return vault.save({
    request_id: setup.id,
    provider_setup_id: setup.provider_setup_id!,
    provider_customer_id: setup.provider_customer_id,
    seller: await sellerOf(ctx, setup),
    known_token_ids: known.map(({ provider_token_id }) => provider_token_id),
  });
}

/** What a saving is asked for by; undefined where this deployment has no such provider any more. */
export function vaultOf(ctx: Ctx, { provider }: SetupRow): VaultFacet | undefined {
  return ctx.rails.get(provider)?.vault;
}

// The first transaction: under the locks of session and setup, the intent is committed before the provider hears of it.
async function begin(tx: Tx, ctx: Ctx, found: SetupRow): Promise<Begun<SavingIntent, SaveResult>> {
  const session = await lockSession(tx, found.checkout_session_id);
  const setup = await lockSetup(tx, found.id);
  const updated_at = ctx.clock.now();
  const next_check_at = heldUntil(updated_at);
  const vault = vaultOf(ctx, setup);
  switch (setup.state) {
    case 'saved':
      return { kind: 'done', answer: SAVED };
    case 'failed':
      return { kind: 'done', answer: refused('order_not_capturable') };
    case 'saving':
      return { kind: 'wait', id: setup.id };
    case 'unknown': {
      if (!vault) return { kind: 'done', answer: refused('rail_not_configured') };
      // The check is counted, so that a provider that cannot be reached now does not undo what may have been saved.
      const checks = setup.checks + 1;
      await moveSetup(tx, setup.id, { trigger: 'asked_again', checks, next_check_at, updated_at });
      return {
        kind: 'ask',
        intent: await intentOf(tx, { ...setup, checks, updated_at }, { vault, next_check_at }),
      };
    }
    case 'created':
      if (session?.status === 'completed') return { kind: 'done', answer: refused('session_completed') };
      if (session?.status === 'capturing') return { kind: 'done', answer: refused('session_capturing') };
      if (!vault) return { kind: 'done', answer: refused('rail_not_configured') };
      await moveSetup(tx, setup.id, {
        ...{ trigger: 'asked', checks: 0, failure_code: null, refusal: null },
        ...{ next_check_at, updated_at },
      });
      await moveSession(tx, setup.checkout_session_id, 'capture_begun');
      return {
        kind: 'ask',
        intent: await intentOf(tx, { ...setup, checks: 0, updated_at }, { vault, next_check_at }),
      };
  }
}

async function intentOf(
  tx: Tx,
  setup: SetupRow,
  { vault, next_check_at }: { vault: VaultFacet; next_check_at: Date },
): Promise<SavingIntent> {
  return { setup, vault, known: await knownAtProvider(tx, setup), held_until: next_check_at };
}

async function resultOfOther(ctx: Ctx, id: string): Promise<SaveResult> {
  const setup = await waitForOther(ctx, {
    ...{ id, look: () => readSetup(ctx.db, id) },
    isOpen: ({ state }) => state === 'saving',
  });
  if (setup?.state === 'saved') return SAVED;
  const isOver = setup?.state === 'created' || setup?.state === 'failed';
  return refused(isOver ? keptRefusal(setup.refusal) : 'outcome_unknown');
}
