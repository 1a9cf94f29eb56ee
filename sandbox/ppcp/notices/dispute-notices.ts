import { disputeView } from '../views/dispute-view.ts';
import type { Dispute } from '../shapes/dispute-shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { World } from '../shapes/world.ts';
import { raiseNotice } from './raise.ts';

const SUMMARIES = {
  CREATED: 'A new dispute opened',
  UPDATED: 'A dispute was updated',
  RESOLVED: 'A dispute was resolved',
} as const;

/** Tells what became of a dispute, with the whole of it. */
export async function raiseDisputeNotice(
  tx: Tx,
  world: World,
  dispute: Dispute,
  move: keyof typeof SUMMARIES,
): Promise<void> {
  await raiseNotice(tx, world, {
    event_type: `CUSTOMER.DISPUTE.${move}`,
    resource_type: 'dispute',
    summary: SUMMARIES[move],
    resource: await disputeView(tx, world, dispute),
  });
}
