import type { ProviderEntry, SearchedSpan, SearchFacet, SearchOutcome, WantedEntry } from '../rail.ts';
import type { Client, Fields } from './client.ts';
import { toEntries } from './translate-entry.ts';
import { stampOf } from './read/query-answer.ts';

// How soon the query shows what moved is not documented.
const LAG_SECONDS = 3_600;
const REACH_DAYS = 3 * 365;
const PAGE_SIZE = 250;

/** The gateway's query, by when something was done to a transaction last. A sale that was settled since stands among what was done
 *  since, so that nothing is asked for up to a moment. What a bank takes back is told by a notice alone. */
export function createSearch(client: Client): SearchFacet {
  return {
    lag_seconds: LAG_SECONDS,
    reach_days: REACH_DAYS,
    shows_reversals: false,
    page: (of) => readPage(client, of),
    one: (of) => readOne(client, of),
  };
}

async function readPage(
  client: Client,
  { page, ...span }: SearchedSpan & { page: number },
): Promise<SearchOutcome> {
  const { from, to } = span;
  const read = await search(client, span, {
    ...{ action_type: 'sale,refund', start_date: stampOf(from) },
    ...{ result_limit: String(PAGE_SIZE), page_number: String(page - 1) },
  });
  if (read.kind !== 'read') return read;
  const entries = read.entries.filter(
    ({ status, began_at }) => status === 'completed' && began_at >= from && began_at <= to,
  );
  return { kind: 'found', entries, is_last: read.shown < PAGE_SIZE, refreshed_at: null };
}

async function readOne(
  client: Client,
  { provider_id: transaction_id, ...span }: SearchedSpan & WantedEntry,
): Promise<SearchOutcome> {
  const read = await search(client, span, { transaction_id });
  if (read.kind !== 'read') return read;
  return { kind: 'found', entries: read.entries, is_last: true, refreshed_at: null };
}

type Read =
  { kind: 'read'; entries: ProviderEntry[]; shown: number } | Exclude<SearchOutcome, { kind: 'found' }>;

// A page on which something cannot be read is not understood: nothing may look as if it had not moved.
async function search(
  client: Client,
  { seller }: Pick<SearchedSpan, 'seller'>,
  fields: Fields,
): Promise<Read> {
  const read = await client.query({ operation: 'query.search', seller, fields });
  if (read.kind !== 'found') return read;
  const entries = read.transactions.map(toEntries);
  if (entries.some((one) => one === null)) return { kind: 'unknown', problem: 'a page that cannot be read' };
  return { kind: 'read', entries: entries.flatMap((one) => one ?? []), shown: entries.length };
}
