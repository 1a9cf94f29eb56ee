import { sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import { type Db, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../lib/clock.ts';
import { uuidAt } from '../../lib/ids.ts';

export interface AuditEntry {
  /** `operator`, or `key:<id>`, `user:<id>` of a dashboard, `owner:<id>`. */
  actor: string;
  /** Noun and verb in the past: `channel.created`. */
  action: string;
  subject: string;
  /** Names of ours, ids and amounts; never a secret, nor anything of a buyer. */
  detail?: Record<string, unknown>;
}

/** Writes who did what, in the transaction that does it, with one statement. Gap G167. */
export async function recordAudit(tx: Tx, clock: Clock, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const now = clock.now();
  const rows = entries.map(({ actor, action, subject, detail = {} }) => ({
    ...{ id: uuidAt(now), actor, action, subject, created_at: now },
    detail: JSON.stringify(detail),
  }));
  await tx.insertInto('audit_entries').values(rows).execute();
}

/** The audit trail, newest first, and how long it is, up to a bound. Index: the primary key. */
export async function listAudit(db: Db, page: { limit: number; offset: number }) {
  const items = await db
    .selectFrom('audit_entries')
    .select(['id', 'actor', 'action', 'subject', 'detail', 'created_at'])
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items, total: await countUpToBound(db, sql`from audit_entries`), ...page };
}
