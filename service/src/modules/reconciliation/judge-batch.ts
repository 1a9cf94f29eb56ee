import type { Ctx } from '../../context.ts';
import { isUuid } from '../../lib/ids.ts';
import { listFinding } from '../differences/index.ts';
import { actOn } from '../notices/index.ts';
import { newsFinder } from '../payments/index.ts';
import { pairShownReversals } from '../reversals/index.ts';
import type { HeldDay } from './day-queries.ts';
import type { DayRow } from './day-row.ts';
import { entriesBehind, type EntryRow } from './entry-queries.ts';
import { judgeEntry, type Judgement, type Known } from './judge.ts';
import { paymentsByCapture, paymentsNamed, returnsOf } from './our-queries.ts';

/** Compares the next entries of a day with ours, has what can be mended read back, and lists what is left. Answers behind which
 *  entry the day goes on, and null when there is none left. */
export async function judgeBatch(
  ctx: Ctx,
  day: HeldDay,
  of: { limit: number; cut: AbortSignal },
): Promise<string | null> {
  const entries = await entriesBehind(ctx.db, { dayId: day.id, behind: day.behind, limit: of.limit });
  const known = await pairedOf(ctx, day, entries);
  let judged: string | null = null;
  for (const entry of entries) {
    if (of.cut.aborted) return judged ?? day.behind;
    const findings = judgeEntry(entry, known(entry));
    if (findings.length > 0) await deal(ctx, day, entry, findings);
    judged = entry.place;
  }
  return judged;
}

// By the verbs that notices move money by, and no other: what is read back there is believed, and the search of a reversal alone.
async function deal(ctx: Ctx, day: HeldDay, entry: EntryRow, findings: readonly Judgement[]): Promise<void> {
  const told = findings.find(({ untold }) => untold !== null);
  if (told?.untold) {
    const from = { provider: day.provider, rail_account_id: told.payment?.rail_account_id ?? null };
    const of = { from, heardAt: ctx.clock.now(), find: newsFinder(ctx.db), told_by: 'search' } as const;
    await actOn(ctx, of, told.untold);
  }
  const left = told ? judgeEntry(entry, (await knownOf(ctx, day, [entry]))(entry)) : findings;
  for (const finding of findings) {
    if (!left.some(({ cause }) => cause === finding.cause)) await listFinding(ctx, day, finding, 'mended');
  }
  for (const finding of left) await listFinding(ctx, day, finding, 'open');
}

// Reversals that are shown stand for ours one by one, before any is judged.
async function pairedOf(
  ctx: Ctx,
  day: DayRow,
  entries: readonly EntryRow[],
): Promise<(entry: EntryRow) => Known> {
  const known = await knownOf(ctx, day, entries);
  const unpaired = entries.flatMap((entry) => {
    const { payment, returns } = known(entry);
    const { kind, provider_id: name, amount_cents: amount, began_at: at } = entry;
    if (kind !== 'reversal' || !payment || returns.some((one) => one.shown_id === name)) return [];
    return [{ transaction_id: payment.id, name, amount, at }];
  });
  if (unpaired.length === 0) return known;
  await pairShownReversals(ctx, unpaired);
  return knownOf(ctx, day, entries);
}

async function knownOf(
  { db, rails }: Pick<Ctx, 'db' | 'rails'>,
  day: DayRow,
  entries: readonly EntryRow[],
): Promise<(entry: EntryRow) => Known> {
  const captures = [...new Set(entries.flatMap(({ capture_id }) => capture_id ?? []))];
  const names = entries.flatMap(({ kind, transaction_id: id }) =>
    kind === 'capture' && id !== null && isUuid(id) ? [id.toLowerCase()] : [],
  );
  const byCapture = new Map(
    (await paymentsByCapture(db, day, captures)).map((one) => [one.provider_capture_id, one]),
  );
  const byName = new Map((await paymentsNamed(db, day, names)).map((one) => [one.id, one]));
  const returns = Map.groupBy(
    await returnsOf(
      db,
      [...byCapture.values()].map(({ id }) => id),
    ),
    ({ transaction_id }) => transaction_id,
  );
  const told = rails.kind(day.provider).traits;
  return ({ kind, capture_id, transaction_id }) => {
    const payment = byCapture.get(capture_id) ?? null;
    const named = kind === 'capture' ? (byName.get(transaction_id?.toLowerCase() ?? '') ?? null) : null;
    return { payment, named, returns: (payment && returns.get(payment.id)) ?? [], told };
  };
}
