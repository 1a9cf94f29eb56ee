import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { insertNote, type NoteRow } from './note-queries.ts';
import { readDispute } from './queries.ts';

/** The operator notes something beside a dispute, for the merchant and its channel to read. Refuses: dispute_not_found. */
export async function writeNote(ctx: Ctx, of: { dispute_id: string; text: string }): Promise<NoteRow> {
  const created_at = ctx.clock.now();
  const note = { id: uuidAt(created_at), text: of.text, created_at };
  await inTransaction(ctx.db, async (tx) => {
    if (!(await readDispute(tx, of.dispute_id))) throw new Refusal('dispute_not_found');
    await insertNote(tx, { ...note, dispute_id: of.dispute_id });
    const entry = { actor: 'operator', action: 'dispute.noted', subject: of.dispute_id };
    await recordAudit(tx, ctx.clock, { ...entry, detail: { note_id: note.id } });
  });
  return note;
}
