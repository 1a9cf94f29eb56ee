import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { lockTransaction } from '../payments/index.ts';
import {
  appendReturn,
  type Dealt,
  renameReversals,
  type ReversalNames,
  reversalsOf,
} from '../refunds/index.ts';
import type { Known } from './tell-apart.ts';

type Row = Awaited<ReturnType<typeof reversalsOf>>[number];

/** What is known of the reversals of a transaction that the caller has locked. */
export async function readKnown(tx: Tx, transactionId: string): Promise<Known[]> {
  return (await reversalsOf(tx, transactionId)).map(knownOf);
}

/** Writes down what has become known since, and records what was added. */
export async function keepKnown(
  tx: Tx,
  ctx: Ctx,
  transactionId: string,
  all: readonly Known[],
): Promise<Dealt> {
  const before = new Map((await reversalsOf(tx, transactionId)).map((row) => [row.id, row]));
  const changes = all.flatMap((one) => {
    if (one.id === null || isAsBefore(one, before.get(one.id)!)) return [];
    return [{ id: one.id, names: namesOf(one) }];
  });
  await renameReversals(tx, changes, ctx.clock.now());
  let dealt: Dealt = 'done';
  for (const one of all.filter(({ id }) => id === null)) {
    if ((await append(tx, ctx, transactionId, one)) === 'later') dealt = 'later';
  }
  return dealt;
}

function knownOf(row: Row): Known {
  const { id, amount_cents: amount, provider_refund_id: name, completed_at: at } = row;
  // What was found before it was kept what it stands for stands for itself.
  const shown_id = row.shown_id ?? (row.is_found ? name : null);
  return {
    ...{ id, amount, at },
    told: row.is_found || name === null ? null : { name, at: row.told_at },
    shown: shown_id === null ? null : { name: shown_id, at: row.shown_at },
  };
}

function namesOf({ told, shown }: Known): ReversalNames {
  return {
    provider_refund_id: (told ?? shown)!.name,
    is_found: told === null,
    told_at: told?.at ?? null,
    shown_id: shown?.name ?? null,
    shown_at: shown?.at ?? null,
  };
}

function isAsBefore(one: Known, row: Row): boolean {
  const names = namesOf(one);
  const isNamedSo = names.provider_refund_id === row.provider_refund_id && names.shown_id === row.shown_id;
  return isNamedSo && names.is_found === row.is_found;
}

// Each adds to what went back, so that the transaction is read anew for the next.
async function append(tx: Tx, ctx: Ctx, transactionId: string, one: Known): Promise<Dealt> {
  const transaction = await lockTransaction(tx, transactionId);
  const at = one.shown?.at ?? one.told?.at;
  return appendReturn(tx, ctx, transaction, {
    ...{ origin: 'reversal', names: namesOf(one), amount: one.amount, told: at?.toISOString() },
  });
}
