import type { TransactionRow } from './transaction-row.ts';

type Times = Pick<TransactionRow, 'created_at' | 'approved_at' | 'captured_at' | 'refunded_at'>;

const IN_ORDER = [
  'created_at',
  'approved_at',
  'captured_at',
  'refunded_at',
] as const satisfies (keyof Times)[];

/** A change of a transaction in which none of its times lies before an earlier one. A provider writes whole seconds and
 *  has a clock of its own, so that its capture may seem older than the approval, or younger than the refund. */
export function inOrder<Change extends Partial<Times>>(before: Times, change: Change): Change {
  const ordered = { ...change };
  const times: Times = { ...before, ...change };
  let earliest = times.created_at;
  for (const name of IN_ORDER) {
    const time = times[name];
    if (time === null) continue;
    if (time >= earliest) earliest = time;
    else if (change[name]) Object.assign(ordered, { [name]: earliest });
  }
  return ordered;
}

/** When a provider says that something was: now where it does not say, or has a clock that is ahead. */
export function pastOf(told: string | null, now: Date): Date {
  const at = told === null ? now : new Date(told);
  return at < now ? at : now;
}
