import { sql } from 'kysely';
import type { Page } from './records.ts';
import { type Db, onBehalfOfNobody } from './sql.ts';

const CALLS_KEPT = 2_000;
const TRIM_EVERY = 200;
const TEXT_KEPT = 16_384;
const HIDDEN_HEADERS = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization']);
const HIDDEN_KEYS = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'client_token',
  'client_secret',
  'number',
  'security_code',
  'security_key',
  'ccnumber',
  'cvv',
]);

/** One call the sandbox received, as it is shown. */
export interface LoggedCall {
  at: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
  /** Null when the socket was held or destroyed instead of answered. */
  status: number | null;
  answer: unknown;
  /** The mode of the armed fault that struck it. */
  fault: string | null;
}

/** A bounded log of calls; writes never delay an answer, reads wait for the writes under way. */
export interface CallLog {
  add(call: LoggedCall): void;
  list(page: { limit: number; offset: number }): Promise<Page<LoggedCall>>;
  settle(): Promise<void>;
}

/** Opens the log over the `calls` table. One write at a time, each of all that came meanwhile, so that
 *  the log stands in the order in which the calls were answered. */
export function openCallLog(db: Db): CallLog {
  let pending: LoggedCall[] = [];
  let writing: Promise<void> | null = null;
  let sinceTrim = 0;
  const write = async (): Promise<void> => {
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      sinceTrim += batch.length;
      const isTrimDue = sinceTrim >= TRIM_EVERY;
      if (isTrimDue) sinceTrim = 0;
      // A log line that cannot be written must not take the sandbox down with it.
      await insertCalls(db, batch, isTrimDue).catch(() => undefined);
    }
  };
  const settle = async (): Promise<void> => {
    while (writing !== null) await writing;
  };
  return {
    settle,
    add(call) {
      pending.push(call);
      if (pending.length > CALLS_KEPT) pending.shift();
      writing ??= onBehalfOfNobody(write).finally(() => {
        writing = null;
      });
    },
    async list(page) {
      await settle();
      const { rows } = await sql<{ body: LoggedCall }>`
        select body from (select seq, body from calls order by seq desc limit ${CALLS_KEPT}) as kept
        order by seq desc limit ${page.limit} offset ${page.offset}`.execute(db);
      const { rows: counts } = await sql<{ total: number }>`
        select count(*)::int as total from calls`.execute(db);
      const total = Math.min(counts[0]?.total ?? 0, CALLS_KEPT);
      return { items: rows.map((row) => row.body), total, ...page };
    },
  };
}

async function insertCalls(db: Db, calls: LoggedCall[], trims: boolean): Promise<void> {
  await sql`
    insert into calls (body)
    select entry
    from jsonb_array_elements(${JSON.stringify(calls)}::jsonb) with ordinality as t (entry, n)
    order by n`.execute(db);
  if (trims) {
    await sql`
      delete from calls
      where seq <= (select seq from calls order by seq desc offset ${CALLS_KEPT} limit 1)`.execute(db);
  }
}

/** Headers as text, without those that carry a secret. */
export function shownHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (HIDDEN_HEADERS.has(name) || value === undefined) continue;
    shown[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return shown;
}

/** An address without the values of its query that are secret. */
export function shownPath(path: string): string {
  const [route = '', query] = path.split('?', 2);
  if (query === undefined) return path;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1);
    return HIDDEN_KEYS.has(name) ? `${name}=(hidden)` : part;
  });
  return `${route}?${parts.join('&')}`;
}

/** A body or an answer without tokens and card data; a long text is cut. */
export function shownBody(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').slice(0, TEXT_KEPT).toWellFormed();
  if (value === null || typeof value !== 'object') return value ?? null;
  if (depth > 12) return '…';
  if (Array.isArray(value)) return value.map((entry) => shownBody(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      HIDDEN_KEYS.has(key) ? '(hidden)' : shownBody(entry, depth + 1),
    ]),
  );
}
