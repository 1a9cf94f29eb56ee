import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { askAndRecord, type DoubtKind, type Standing } from '../doubt/index.ts';
import { isOpenSetup } from './lifecycle.ts';
import { knownAtProvider } from './queries.ts';
import { savingCall, vaultOf } from './save-instrument.ts';
import { readSetup } from './setup-queries.ts';

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

/** Asks for a saving in doubt again, and tells how it stands then. */
export async function settleSetup(ctx: Ctx, id: string, held_until: Date): Promise<Standing> {
  const setup = await readSetup(ctx.db, id);
  if (!setup || !isOpenSetup(setup)) return 'settled';
  const vault = vaultOf(ctx, setup);
  if (!vault) return { isAnswered: false };
  const intent = { setup, vault, known: await knownAtProvider(ctx.db, setup), held_until };
  await askAndRecord(ctx, intent, savingCall(ctx));
  const after = await readSetup(ctx.db, id);
  return !after || !isOpenSetup(after) ? 'settled' : { isAnswered: false };
}
