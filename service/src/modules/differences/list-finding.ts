import type { Ctx } from '../../context.ts';
import type { ComparedDay, Finding } from './finding.ts';
import { upsertFinding } from './queries.ts';

/** Lists what does not agree, and tells the log of what is new. */
export async function listFinding(
  ctx: Ctx,
  day: ComparedDay,
  finding: Finding,
  state: 'open' | 'mended',
): Promise<void> {
  const isNews = await upsertFinding(ctx.db, day, { ...finding, state, now: ctx.clock.now() });
  if (!isNews) return;
  const { cause, kind, payment } = finding;
  const of = { provider: day.provider, day: day.day, cause, kind, transaction_id: payment?.id ?? null };
  if (state === 'mended') {
    ctx.log.warn({ event: 'reconciliation.mended', ...of }, 'what was never told of was read back');
  } else {
    ctx.log.error({ event: 'reconciliation.difference', ...of }, 'our books and the provider’s differ');
  }
}
