import type { Ctx } from '../../context.ts';
import { inTransactionIf, type Tx } from '../../db/tx.ts';
import type { Minor } from '../../lib/money.ts';
import type { Dealt, NoticeSource } from '../accounts/index.ts';
import { findByCapture, lockTransaction, type TransactionRow } from '../payments/index.ts';
import { settleOwnListed } from '../refunds/index.ts';
import { refundOfProvider } from '../returns/index.ts';
import { readKnown } from './known-reversals.ts';
import { hear, type Saying, showOrAdd } from './tell-apart.ts';

/** Where the provider told of it: in a notice, or in its search, to somebody who looked. */
export type TellingSide = 'notice' | 'search';

interface Heard {
  told_by: TellingSide;
  provider_capture_id: string;
  reversal_id: string;
  amount: Minor | null;
  reversed_at?: string;
}

/** Money taken back from the seller by the provider (chargeback), which is recorded whatever of ours is in doubt. Told
 *  without an amount it is everything that remains, and that waits for ours. One that was found in the provider's search before its
 *  notice came is the same, whatever the notice calls it. */
export async function hearOfReversal(ctx: Ctx, heard: NoticeSource & Heard): Promise<Dealt> {
  const { provider, rail_account_id, provider_capture_id } = heard;
  const within = { provider, rail_account_id };
  const transaction = await findByCapture(ctx.db, { provider_capture_id, within });
  if (!transaction) return 'later';
  if (await isNoNews(ctx.db, transaction, heard)) return 'done';
  await settleOwnListed(ctx, transaction);
  return inTransactionIf(
    ctx.db,
    (tx) => recordOnce(tx, ctx, transaction.id, heard),
    (dealt) => dealt === 'done',
  );
}

async function recordOnce(tx: Tx, ctx: Ctx, transactionId: string, heard: Heard): Promise<Dealt> {
  const transaction = await lockTransaction(tx, transactionId);
  if (await isNoNews(tx, transaction, heard)) return 'done';
  const { known, keep } = await readKnown(tx, ctx, transactionId);
  if (heard.told_by === 'search') showOrAdd(known, sayingOf(heard));
  else hear(known, sayingOf(heard), heard.provider_capture_id);
  return keep();
}

// A notice that shows the capture in place of the reversal tells the amount of the capture.
function sayingOf({ reversal_id: name, provider_capture_id, amount, reversed_at }: Heard): Saying {
  const at = reversed_at === undefined ? null : new Date(reversed_at);
  return { name, at, amount: name === provider_capture_id ? null : amount };
}

// What was found is told of once more, by its notice.
async function isNoNews(db: Ctx['db'] | Tx, { id }: TransactionRow, heard: Heard): Promise<boolean> {
  const known = await refundOfProvider(db, { transaction_id: id, provider_refund_id: heard.reversal_id });
  if (known === undefined) return false;
  return known.origin !== 'reversal' || (heard.told_by === 'notice' && !known.is_found);
}
