import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import type { Dealt, NoticeSource } from '../accounts/index.ts';
import { askAndRecord, type DoubtKind, heldUntil, type Standing } from '../doubt/index.ts';
import { knownAtProvider } from './queries.ts';
import { savingCall, vaultOf } from './save-instrument.ts';
import { openSetupsOf, readSetup, type SetupRow } from './setup-queries.ts';

/** Savings whose outcome is not known are asked for again, which cannot save twice. */
export const savingDoubt: DoubtKind = {
  name: 'saving',
  table: 'vault_setups',
  key: 'id',
  // A saving takes no money and has no transaction.
  about: sql`
    select null::uuid as transaction_id, open.merchant_id, channel_id, amount_cents, currency from checkout_sessions
    where id = open.checkout_session_id limit 1`,
  asking: 'saving',
  isReadOnly: false,
  settle: settleSetup,
  // It is asked for again at any time.
  endByHand: null,
};

/** The provider tells that a customer's instrument was saved: savings of theirs in doubt are asked for at once. Later
 *  while one of them is not settled. */
export async function hearOfSavedInstrument(
  ctx: Ctx,
  customer: NoticeSource & { provider_customer_id: string },
): Promise<Dealt> {
  let dealt: Dealt = 'done';
  for (const { id } of await openSetupsOf(ctx.db, customer)) {
    const setup = await readSetup(ctx.db, id);
    // The call under way hears of it by itself.
    if (setup?.state !== 'unknown') continue;
    const standing = await settleSetup(ctx, id, heldUntil(ctx.clock.now()));
    if (standing !== 'settled') dealt = 'later';
  }
  return dealt;
}

async function settleSetup(ctx: Ctx, id: string, held_until: Date): Promise<Standing> {
  const setup = await readSetup(ctx.db, id);
  if (!setup || !isOpen(setup)) return 'settled';
  const vault = vaultOf(ctx, setup);
  if (!vault) return { isAnswered: false };
  const intent = { setup, vault, known: await knownAtProvider(ctx.db, setup), held_until };
  await askAndRecord(ctx, intent, savingCall(ctx));
  const after = await readSetup(ctx.db, id);
  return !after || !isOpen(after) ? 'settled' : { isAnswered: false };
}

function isOpen({ state }: SetupRow): boolean {
  return state === 'saving' || state === 'unknown';
}
