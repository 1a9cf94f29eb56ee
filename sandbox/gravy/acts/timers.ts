import type { TimerActions } from '../../machine/notices/timers.ts';
import { removeRecords } from '../../machine/store/records.ts';
import type { GravyWorld } from '../shapes/world.ts';
import { endRefund } from './money-back.ts';
import { settleTransaction } from './settlement.ts';
import { endPendingCapture } from './transactions.ts';

/** What the gateway and its processor do by themselves later. */
export function timerActions(world: GravyWorld): TimerActions {
  return {
    gravy_capture: async (tx, timer) => {
      await endPendingCapture(tx, world, timer.target_id);
      await removeRecords(tx, 'timer', timer.id);
    },
    gravy_refund: async (tx, timer) => {
      await endRefund(tx, world, timer.target_id, timer.outcome === 'failed' ? 'failed' : 'succeeded');
      await removeRecords(tx, 'timer', timer.id);
    },
    gravy_settle: async (tx, timer) => {
      await settleTransaction(tx, world, timer.target_id);
      await removeRecords(tx, 'timer', timer.id);
    },
  };
}
