import type { TimerActions } from '../../machine/notices/timers.ts';
import { removeRecords } from '../../machine/store/records.ts';
import type { World } from '../shapes/world.ts';
import { lapseDispute } from './dispute-lapse.ts';
import { settleInvoice } from './invoice-payment.ts';
import { settleCapture, settleRefund } from './settle.ts';

/** What the provider does by itself later. Locks are taken in the order that everyone else takes them: first what is
 *  settled, then its timer. */
export function timerActions(world: World): TimerActions {
  return {
    // A dispute sets its own timer anew, or removes it.
    lapse_dispute: (tx, timer) => lapseDispute(tx, world, timer.target_id),
    settle_invoice: (tx, timer) => settleInvoice(tx, world, timer.target_id),
    settle_capture: async (tx, timer) => {
      await settleCapture(
        tx,
        world,
        timer.target_id,
        timer.outcome === 'COMPLETED' ? 'COMPLETED' : 'DECLINED',
      );
      await removeRecords(tx, 'timer', timer.id);
    },
    settle_refund: async (tx, timer) => {
      await settleRefund(tx, world, timer.target_id, timer.outcome === 'COMPLETED' ? 'COMPLETED' : 'FAILED');
      await removeRecords(tx, 'timer', timer.id);
    },
  };
}
