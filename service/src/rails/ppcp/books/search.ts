import type { SearchedSpan, SearchFacet, SearchOutcome } from '../../rail.ts';
import { objectsAt } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { momentAt } from '../../http/moments.ts';
import type { Client } from '../client/client.ts';
import { isDenied } from '../client/problem.ts';
import { toEntry } from './translate-entry.ts';

const LAG_SECONDS = 3 * 3_600;
const REACH_DAYS = 3 * 365;
const PAGE_SIZE = 500;

/** The wallet's transaction search, in the seller's name. */
export function createSearch(client: Client): SearchFacet {
  return {
    lag_seconds: LAG_SECONDS,
    reach_days: REACH_DAYS,
    shows_reversals: true,
    page: ({ page, seller, from, to }) =>
      search(
        client,
        { seller, from, to },
        {
          balance_affecting_records_only: 'Y',
          page_size: String(PAGE_SIZE),
          page: String(page),
        },
      ),
    one: ({ provider_id, seller, from, to }) =>
      search(
        client,
        { seller, from, to },
        { balance_affecting_records_only: 'N', transaction_id: provider_id },
      ),
  };
}

async function search(
  client: Client,
  { seller, from, to }: SearchedSpan,
  more: Record<string, string>,
): Promise<SearchOutcome> {
  const span = { start_date: wholeSecond(from), end_date: wholeSecond(to) };
  const query = new URLSearchParams({ ...span, fields: 'transaction_info', ...more });
  const answer = await client.call({
    operation: 'search.read',
    effect: 'read',
    method: 'GET',
    path: `/v1/reporting/transactions?${query.toString()}`,
    on_behalf_of: seller.provider_account,
  });
  switch (answer.kind) {
    case 'success':
      return judge(answer.body, Number(more['page'] ?? 1));
    case 'refused':
      if (answer.refusal.issue === 'RESULTSET_TOO_LARGE') return { kind: 'too_many' };
      if (answer.status === 403 || isDenied(answer)) return { kind: 'denied', refusal: answer.refusal };
      return { kind: 'unknown', problem: `refused: ${answer.refusal.issue}` };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

// A page on which something has no id or no time is not understood: nothing may look as if it had not moved.
function judge(body: JsonObject, page: number): SearchOutcome {
  const shown = objectsAt(body, 'transaction_details');
  const entries = shown.map((detail) => toEntry(detail)).filter((entry) => entry !== null);
  const pages = body['total_pages'];
  if (entries.length < shown.length || typeof pages !== 'number') {
    return { kind: 'unknown', problem: 'a page that cannot be read' };
  }
  const refreshed = momentAt(body, 'last_refreshed_datetime');
  const refreshed_at = refreshed === null ? null : new Date(refreshed);
  return { kind: 'found', entries, is_last: page >= pages, refreshed_at };
}

function wholeSecond(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}
