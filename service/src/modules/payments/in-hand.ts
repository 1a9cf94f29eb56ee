import type { Ctx } from '../../context.ts';
import { replaceSealed, type SealedKind } from '../../db/sealed.ts';
import type { Db, Tx } from '../../db/tx.ts';
import { openWith, sealWith } from '../../lib/keyring.ts';
import type { TransactionRow } from './transaction-row.ts';

function boundTo(transactionId: string): string {
  return `tokens_in_hand:${transactionId}`;
}

/** Keeps what the buyer's browser was given for a payment, sealed, for the call that takes the money. */
export async function keepInHand(
  tx: Tx,
  { clock, config }: Pick<Ctx, 'clock' | 'config'>,
  of: { transaction_id: string; in_hand: string },
): Promise<void> {
  const { transaction_id, in_hand } = of;
  const { sealed, key_id } = sealWith(config.secrets_keys, in_hand, boundTo(transaction_id));
  await tx
    .insertInto('tokens_in_hand')
    .values({ transaction_id, sealed, key_id, created_at: clock.now() })
    .execute();
}

/** What was kept of a payment; null where nothing was, or no longer is. */
export async function readInHand(
  db: Db,
  { config, rails }: Pick<Ctx, 'config' | 'rails'>,
  { id, provider }: Pick<TransactionRow, 'id' | 'provider'>,
): Promise<string | null> {
  if (!isHandedOver(rails, provider)) return null;
  const kept = await db
    .selectFrom('tokens_in_hand')
    .select(['sealed', 'key_id'])
    .where('transaction_id', '=', id)
    .executeTakeFirst();
  return kept ? openWith(config.secrets_keys, kept, boundTo(id)) : null;
}

/** The payment was taken, so it is of no more use. */
export async function dropInHand(
  tx: Tx,
  { rails }: Pick<Ctx, 'rails'>,
  { id, provider }: Pick<TransactionRow, 'id' | 'provider'>,
): Promise<void> {
  if (!isHandedOver(rails, provider)) return;
  await tx.deleteFrom('tokens_in_hand').where('transaction_id', '=', id).execute();
}

// Where a buyer approves on the provider's own page, the browser has nothing to give: no statement is spent on looking for it.
function isHandedOver(rails: Ctx['rails'], provider: string): boolean {
  return rails.kind(provider).traits.approval === 'fields';
}

/** Those that are kept, for a change of the key that they are sealed with. */
export const TOKENS_IN_HAND: SealedKind = {
  name: 'tokens_in_hand',
  async hold(tx, { after, limit }) {
    const rows = await tx
      .selectFrom('tokens_in_hand')
      .select(['transaction_id', 'sealed', 'key_id'])
      .where('transaction_id', '>', after)
      .orderBy('transaction_id')
      .limit(limit)
      .forUpdate()
      .execute();
    return rows.map(({ transaction_id: id, ...kept }) => ({ id, ...kept, bound: boundTo(id) }));
  },
  replace: (tx, anew) =>
    replaceSealed(
      tx,
      { table: 'tokens_in_hand', columns: { id: 'transaction_id', secret: 'sealed', key_id: 'key_id' } },
      anew,
    ),
};
