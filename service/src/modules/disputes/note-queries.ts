import type { Db, RowOf, Tx } from '../../db/tx.ts';

/** How many notes of a dispute are shown: those that were written last. */
const NOTES_MAX = 100;

export type NoteRow = RowOf<'dispute_notes', 'id' | 'text' | 'created_at'>;

export async function insertNote(tx: Tx, note: NoteRow & { dispute_id: string }): Promise<void> {
  await tx.insertInto('dispute_notes').values(note).execute();
}

/** What the operator noted beside a dispute, in the order it was written. Index: dispute_notes_by_dispute. */
export async function notesOf(db: Db, disputeId: string): Promise<NoteRow[]> {
  const rows = await db
    .selectFrom('dispute_notes')
    .select(['id', 'text', 'created_at'])
    .where('dispute_id', '=', disputeId)
    .orderBy('id', 'desc')
    .limit(NOTES_MAX)
    .execute();
  return rows.toReversed();
}
