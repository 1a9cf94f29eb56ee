import { type RawBuilder, sql } from 'kysely';

/** The states of a capture attempt that is not settled: what it came to is still to be asked for. */
export const OPEN_CAPTURE = ['sending', 'unknown', 'pending'] as const;

/** Whether an attempt is open, by the column of its state. Written out, so that the index one_open_capture_per_transaction can be
 *  used: a plan made for any states could not. Where the id is known, it should not be. */
export function isOpenCapture(stateColumn = 'state'): RawBuilder<boolean> {
  const open = sql.join(OPEN_CAPTURE.map((state) => sql.lit(state)));
  return sql<boolean>`${sql.ref(stateColumn)} in (${open})`;
}
