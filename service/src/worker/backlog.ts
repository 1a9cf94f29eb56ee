import { Gauge, type Registry } from 'prom-client';
import type { Ctx } from '../context.ts';
import { countUnsettled } from '../db/due.ts';
import { readDeliveryBacklog } from '../modules/webhooks/index.ts';

/** What waits, asked of the database whenever the figures are read: deliveries by state with the age of the oldest
 *  that is due, and money whose outcome is not known yet. A database that does not answer leaves its last figures. */
export function measureBacklog(ctx: Ctx, registry: Registry): void {
  const registers = [registry];
  const unsettled = new Gauge({
    name: 'fairway_unsettled',
    help: 'Captures, charges and refunds whose outcome is not settled.',
    labelNames: ['kind'],
    registers,
  });
  const oldest = new Gauge({
    name: 'fairway_deliveries_oldest_due_seconds',
    help: 'How long the oldest delivery that is due has been due.',
    registers,
  });
  const deliveries = new Gauge({
    name: 'fairway_deliveries',
    help: 'Deliveries not finished, by state; counted up to 100,000 each.',
    labelNames: ['state'],
    registers,
    collect: async () => {
      try {
        const backlog = await readDeliveryBacklog(ctx.db, ctx.clock);
        for (const state of ['due', 'leased', 'waiting'] as const) deliveries.set({ state }, backlog[state]);
        oldest.set(backlog.oldest_due_seconds);
        unsettled.set({ kind: 'capture' }, await countUnsettled(ctx.db, 'capture_attempts'));
        unsettled.set({ kind: 'charge' }, await countUnsettled(ctx.db, 'vault_charges'));
        unsettled.set({ kind: 'refund' }, await countUnsettled(ctx.db, 'refunds'));
      } catch (error) {
        ctx.log.warn({ event: 'metrics.unread', err: error }, 'the backlog could not be counted');
      }
    },
  });
}
