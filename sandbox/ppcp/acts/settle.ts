import { withFee } from './capture.ts';
import { withoutRefund } from './refund-money.ts';
import { lockRecord, putRecord, removeRecords } from '../../machine/store/records.ts';
import type { Capture, Refund } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { timestamp, type World } from '../shapes/world.ts';
import { raiseCaptureNotice, raiseRefundNotice } from '../notices/payment-notices.ts';

/** Ends a pending capture and tells it. Answers null when it is unknown or not pending. */
export async function settleCapture(
  tx: Tx,
  world: World,
  id: string,
  status: 'COMPLETED' | 'DECLINED',
): Promise<Capture | null> {
  const capture = await lockRecord(tx, 'capture', id);
  if (capture === null || capture.status !== 'PENDING') return null;
  await removeRecords(tx, 'timer', id);
  const update_time = timestamp(world.clock.now());
  const settled: Capture =
    status === 'COMPLETED'
      ? withFee({ ...capture, status, status_reason: null, update_time })
      : { ...capture, status, status_reason: 'DECLINED_BY_RISK_FRAUD_FILTERS', update_time };
  await putRecord(tx, 'capture', id, settled);
  await raiseCaptureNotice(tx, world, settled);
  return settled;
}

/** Ends a pending refund and tells it; a failed one gives its amount back to the capture. */
export async function settleRefund(
  tx: Tx,
  world: World,
  id: string,
  status: 'COMPLETED' | 'FAILED',
): Promise<Refund | null> {
  const refund = await lockRecord(tx, 'refund', id);
  if (refund === null || refund.status !== 'PENDING') return null;
  await removeRecords(tx, 'timer', id);
  const settled: Refund = {
    ...refund,
    status,
    status_reason: null,
    update_time: timestamp(world.clock.now()),
  };
  await putRecord(tx, 'refund', id, settled);
  if (status === 'FAILED') {
    const capture = await lockRecord(tx, 'capture', refund.capture_id);
    if (capture !== null) await putRecord(tx, 'capture', capture.id, withoutRefund(world, capture, refund));
  }
  await raiseRefundNotice(tx, world, settled);
  return settled;
}
