import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import type { ProviderDispute, ReadDisputeOutcome } from '../../rails/rail.ts';
import { type Address, addressOf, sellerAt } from './address.ts';
import { type AtProvider, beginRead } from './queries.ts';
import { recordKnownDispute, recordNewDispute } from './record-dispute.ts';

// Another process may hear of a dispute for the first time in the same moment, once.
const READS_MAX = 3;

type ReadBack =
  { kind: 'recorded'; dispute: ProviderDispute } | Exclude<ReadDisputeOutcome, { kind: 'found' }>;

/** Reads a dispute from its provider and records what it finds there, with the events that follow. */
export async function readBackDispute(ctx: Ctx, of: Address & AtProvider): Promise<ReadBack> {
  const facet = ctx.rails.get(of.provider)?.disputes;
  if (!facet) return { kind: 'unknown', problem: 'this provider is not configured' };
  const { provider_dispute_id } = of;
  const seller = await sellerAt(ctx, addressOf(of));
  for (let nth = 0; nth < READS_MAX; nth += 1) {
    const known = await beginRead(ctx.db, of);
    const read = await facet.read({ provider_dispute_id, seller });
    if (read.kind !== 'found') return read;
    const { dispute } = read;
    const isRecorded = await inTransaction(ctx.db, async (tx) => {
      if (!known) return recordNewDispute(tx, ctx, { ...addressOf(of), dispute });
      await recordKnownDispute(tx, ctx, { ...known, dispute });
      return true;
    });
    if (isRecorded) return { kind: 'recorded', dispute };
  }
  return { kind: 'unknown', problem: 'others were recording it' };
}
