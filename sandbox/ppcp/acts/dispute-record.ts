import { lockRecord, putRecord, readRecord, removeRecords } from '../../machine/store/records.ts';
import type { Dispute } from '../shapes/dispute-shapes.ts';
import type { Capture } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { raiseDisputeNotice } from '../notices/dispute-notices.ts';
import { later, timestamp, type World } from '../shapes/world.ts';

const HOUR_SECONDS = 3_600;
const INQUIRY_HOURS = 20 * 24;
const REVIEW_HOURS = 10 * 24;

/** A dispute and its capture, both held until the transaction ends. */
export interface Case {
  dispute: Dispute;
  capture: Capture;
}

/** Holds a dispute and its capture, or answers null. The capture comes first, as in a refund. */
export async function lockCase(tx: Tx, id: string): Promise<Case | null> {
  const known = await readRecord(tx, 'dispute', id);
  if (known === null) return null;
  const capture = await lockRecord(tx, 'capture', known.capture_id);
  const dispute = await lockRecord(tx, 'dispute', id);
  return capture === null || dispute === null ? null : { capture, dispute };
}

/** Writes a changed dispute, sets when it goes on by itself, and tells it. */
export async function saveDispute(
  tx: Tx,
  world: World,
  dispute: Dispute,
  change: Partial<Dispute>,
): Promise<Dispute> {
  const now = timestamp(world.clock.now());
  const merged = { ...dispute, ...change, update_time: now };
  const saved = { ...merged, lapses_at: lapseOf(world, merged) };
  await putRecord(tx, 'dispute', saved.dispute_id, saved);
  await setTimer(tx, saved);
  const isOver = saved.status === 'RESOLVED' && dispute.status !== 'RESOLVED';
  await raiseDisputeNotice(tx, world, saved, isOver ? 'RESOLVED' : 'UPDATED');
  return saved;
}

/** Writes a new dispute and tells it. */
export async function insertDispute(tx: Tx, world: World, dispute: Dispute): Promise<Dispute> {
  const made = { ...dispute, lapses_at: lapseOf(world, dispute) };
  await putRecord(tx, 'dispute', made.dispute_id, made);
  await setTimer(tx, made);
  await raiseDisputeNotice(tx, world, made, 'CREATED');
  return made;
}

/** Whose answer is awaited, and until when. */
export function waitFor(
  world: World,
  dispute: Dispute,
  who: 'SELLER' | 'BUYER',
): Pick<Dispute, 'status' | 'seller_due' | 'buyer_due'> {
  const due = timestamp(later(world, dispute.response_hours * HOUR_SECONDS));
  return who === 'SELLER'
    ? { status: 'WAITING_FOR_SELLER_RESPONSE', seller_due: due, buyer_due: null }
    : { status: 'WAITING_FOR_BUYER_RESPONSE', seller_due: null, buyer_due: due };
}

/** Nobody's answer is awaited: the provider judges. */
export function underReview(): Pick<Dispute, 'status' | 'seller_due' | 'buyer_due'> {
  return { status: 'UNDER_REVIEW', seller_due: null, buyer_due: null };
}

// An inquiry is closed when its twenty days are over and nobody has escalated it; a claim is decided
// against whoever lets the time for an answer pass.
function lapseOf(world: World, dispute: Dispute): string | null {
  if (dispute.status === 'RESOLVED') return null;
  if (dispute.status === 'UNDER_REVIEW') return later(world, REVIEW_HOURS * HOUR_SECONDS).toISOString();
  const due = Date.parse(dispute.seller_due ?? dispute.buyer_due ?? dispute.update_time);
  const inquiryEnd = Date.parse(dispute.create_time) + INQUIRY_HOURS * HOUR_SECONDS * 1_000;
  return new Date(dispute.stage === 'INQUIRY' ? Math.max(due, inquiryEnd) : due).toISOString();
}

async function setTimer(tx: Tx, dispute: Dispute): Promise<void> {
  const { dispute_id, lapses_at } = dispute;
  if (lapses_at === null) {
    await removeRecords(tx, 'timer', dispute_id);
    return;
  }
  await putRecord(tx, 'timer', dispute_id, {
    id: dispute_id,
    due_at: lapses_at,
    action: 'lapse_dispute',
    target_id: dispute_id,
  });
}
