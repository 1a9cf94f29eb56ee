import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import type { Dealt } from '../accounts/index.ts';
import { lockTransaction } from '../payments/index.ts';
import { appendReturn, identifyReversals, type ReversalIdentity, reversalsOf } from '../returns/index.ts';
import type { CountedReversal } from './tell-apart.ts';

type Row = Awaited<ReturnType<typeof reversalsOf>>[number];

interface KnownReversals {
  /** To be changed, and added to. */
  known: CountedReversal[];
  /** Writes down what has become known, and records what was added. */
  keep(): Promise<Dealt>;
}

/** What is known of the reversals of a transaction that the caller has locked. */
export async function readKnown(tx: Tx, ctx: Ctx, transactionId: string): Promise<KnownReversals> {
  const rows = await reversalsOf(tx, transactionId);
  const known = rows.map(knownOf);
  const before = new Map(known.map((one) => [one.id, identityOf(one)]));
  const keep = async () => {
    const changes = known.flatMap((one) => {
      const identity = identityOf(one);
      if (one.id === null || isDeepStrictEqual(identity, before.get(one.id))) return [];
      return [{ id: one.id, identity }];
    });
    await identifyReversals(tx, changes, ctx.clock.now());
    let dealt: Dealt = 'done';
    for (const one of known.filter(({ id }) => id === null)) {
      if ((await append(tx, ctx, transactionId, one)) === 'later') dealt = 'later';
    }
    return dealt;
  };
  return { known, keep };
}

// What one side alone knows was counted as that side told of it, also where the release that wrote it kept no time.
function knownOf(row: Row): CountedReversal {
  const { id, amount_cents: amount, provider_refund_id: name, completed_at: at, is_found } = row;
  const shown_id = row.shown_id ?? (is_found ? name : null);
  const told_at = row.told_at ?? (shown_id === null ? at : null);
  const shown_at = row.shown_at ?? (is_found ? at : null);
  return {
    ...{ id, amount, at },
    told: is_found || name === null ? null : { name, at: told_at },
    shown: shown_id === null ? null : { name: shown_id, at: shown_at },
  };
}

function identityOf({ told, shown }: CountedReversal): ReversalIdentity {
  return {
    provider_refund_id: (told ?? shown)!.name,
    is_found: told === null,
    told_at: told?.at ?? null,
    shown_id: shown?.name ?? null,
    shown_at: shown?.at ?? null,
  };
}

// Each adds to what went back, so that the transaction is read anew for the next.
async function append(tx: Tx, ctx: Ctx, transactionId: string, one: CountedReversal): Promise<Dealt> {
  const transaction = await lockTransaction(tx, transactionId);
  const at = one.shown?.at ?? one.told?.at;
  return appendReturn(tx, ctx, transaction, {
    ...{ origin: 'reversal', identity: identityOf(one), amount: one.amount, returned_at: at?.toISOString() },
  });
}
