import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { lockTransaction } from '../payments/index.ts';
import {
  appendReturn,
  changeReversal,
  reversalOf,
  type ShownReversal,
  standByAmount,
} from '../refunds/index.ts';

/** One that lost what stood for it, because that is another one. */
interface Displaced extends ShownReversal {
  /** Whether no notice named it yet. */
  is_found: boolean;
}

/** Has each reversal that is shown stand for one of ours that none other stands for: the one of its name, or else, since a notice may
 *  name it otherwise, the one of its amount that is nearest in time and not before it. A name outweighs an amount: what is displaced
 *  by it is another reversal than was thought, and finds one in the same way, or is recorded. Those of the others that find none are
 *  left for whoever compares. */
export async function pairShownReversals(ctx: Ctx, shown: readonly ShownReversal[]): Promise<void> {
  for (const [id, those] of Map.groupBy(shown, ({ transaction_id }) => transaction_id)) {
    await inTransaction(ctx.db, async (tx) => {
      await lockTransaction(tx, id);
      await pairLocked(tx, ctx, those);
    });
  }
}

async function pairLocked(tx: Tx, ctx: Ctx, those: readonly ShownReversal[]): Promise<void> {
  const now = ctx.clock.now();
  // By name first, so that none is taken by its amount for another. Each that is displaced leaves one more that stands for what
  // bears its name, so that it ends.
  const displaced: Displaced[] = [];
  for (const one of those) displaced.push(...(await standByName(tx, one, now)));
  for (const one of displaced) displaced.push(...(await standByName(tx, one, now)));
  for (const one of those) await standByAmount(tx, one, now);
  for (const one of displaced) if (!(await standByAmount(tx, one, now))) await record(tx, ctx, one);
}

async function standByName(tx: Tx, one: ShownReversal, now: Date): Promise<Displaced[]> {
  const { transaction_id, shown_id, began_at } = one;
  const named = await reversalOf(tx, { transaction_id, provider_refund_id: shown_id });
  if (!named || named.shown_id === shown_id) return [];
  const { id, amount_cents, shown_id: stood_for, shown_at } = named;
  if (stood_for !== null && named.told_at !== null) {
    // It was found in the search before the notice of the other gave it that name.
    await changeReversal(tx, id, { provider_refund_id: stood_for, told_at: null, updated_at: now });
    return [{ ...one, is_found: false }];
  }
  await changeReversal(tx, id, { shown_id, shown_at: began_at, updated_at: now });
  if (stood_for === null) return [];
  return [{ transaction_id, shown_id: stood_for, amount_cents, began_at: shown_at, is_found: true }];
}

async function record(tx: Tx, ctx: Ctx, one: Displaced): Promise<void> {
  const { transaction_id, shown_id, amount_cents: amount, began_at: shown_at, is_found } = one;
  const transaction = await lockTransaction(tx, transaction_id);
  await appendReturn(tx, ctx, transaction, {
    ...{ origin: 'reversal', is_found, provider_refund_id: shown_id, amount },
    told: shown_at?.toISOString(),
    shown: { shown_id, shown_at },
  });
  const of = { event: 'reconciliation.told_apart', transaction_id, provider_refund_id: shown_id };
  ctx.log.warn(of, 'two reversals of one amount had been taken for one');
}
