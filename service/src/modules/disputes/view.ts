import type { DisputeRow } from './dispute-row.ts';
import { disputeObject } from './events.ts';
import type { NoteRow } from './note-queries.ts';

/** A dispute as a list shows it: what its last event said, and when. */
export function disputeView(dispute: DisputeRow) {
  return {
    ...disputeObject(dispute, dispute.last_event),
    created_at: dispute.opened_at.toISOString(),
    updated_at: dispute.updated_at.toISOString(),
  };
}

/** A dispute in full. */
export function disputeDetailView(dispute: DisputeRow, notes: readonly NoteRow[]) {
  return {
    ...disputeView(dispute),
    available_actions: dispute.available_actions,
    provider_payload: dispute.provider_payload,
    notes: notes.map(noteView),
  };
}

export function noteView({ id, text, created_at }: NoteRow) {
  return { id, text, created_at: created_at.toISOString() };
}
