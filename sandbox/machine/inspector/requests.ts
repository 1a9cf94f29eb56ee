import { sql } from 'kysely';
import type { LoggedCall } from '../store/call-log.ts';
import { html, type Html } from '../../../markup/html.ts';
import { emptyState, facts, jsonBlock, moment, select, statusBadge, textField } from '../pages/parts.ts';
import { containing, type NumberedCall } from './reads.ts';
import { found, pager, placeOf, type View, type Visit } from './visit.ts';

const METHODS = ['', 'GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
const STATUSES: Readonly<Record<string, string>> = {
  '': 'any',
  '2': '2xx',
  '4': '4xx',
  '5': '5xx',
  none: 'no answer',
};
// What a call needs to be repeated, whoever it went to.
const COMMON_HEADERS = ['prefer', 'content-type'];
const NEW_ROWS_MAX = 50;
const SEQ = /^\d{1,15}$/;

/** The calls that the parties' interfaces received. */
export function requestsView(repeatedHeaders: readonly string[]): View {
  return {
    name: 'requests',
    title: 'Requests',
    group: 'Traffic',
    count: ({ calls }) => calls,
    list,
    detail: (visit, id) => detail(visit, id, [...repeatedHeaders, ...COMMON_HEADERS]),
  };
}

async function list(visit: Visit): Promise<Html> {
  const filter = filterOf(visit);
  const { rows, total } = await readCalls(visit, placeOf(visit));
  const isLive = placeOf(visit).offset === 0;
  const newest = rows[0]?.seq ?? (await newestSeq(visit));
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return html`<div class="heading">
      <h1>Requests</h1>
      ${
        isLive &&
        html`<p class="live" hidden>
          <span role="status" data-live-words>Live</span>
          <button type="button" class="small quiet" data-live-pause aria-pressed="false">Pause</button>
        </p>`
      }
    </div>
    ${filterForm(filter)}
    <ol
      class="feed"
      ${isLive && html`data-live="${newest}"`}
      data-live-query="${new URLSearchParams(filter).toString()}"
      aria-label="Requests, newest first"
    >
      ${rows.map((call) => callRow(call, visit.now))}
    </ol>
    ${
      rows.length === 0 &&
      html`<div data-live-empty>
        ${
          isFiltered
            ? emptyState('No call matches.', html`<a href="/inspector/requests">Show every call</a>`)
            : emptyState(
                'No call was received yet.',
                html`Take a payment on a checkout link, and the provider's side of it shows up here at once.`,
              )
        }
      </div>`
    }
    ${pager(visit, total)}`;
}

function filterForm(filter: Filter): Html {
  return html`<form method="get" class="bar" aria-label="Filter">
    ${select('method', 'Method', { values: METHODS, chosen: filter.method, words: (value) => value || 'any' })}
    ${textField('path', 'Path contains', { value: filter.path, maxlength: 200 })}
    ${select('status', 'Status', {
      values: Object.keys(STATUSES),
      chosen: filter.status,
      words: (value) => STATUSES[value] ?? value,
    })}
    <button class="small">Filter</button>
  </form>`;
}

/** One call: what was asked, and folded away the body and the answer. */
export function callRow(call: NumberedCall, now: Date): Html {
  return html`<li>
    <details>
      <summary>
        <span class="when">${moment(call.at, now)}</span>
        <span class="what"><b>${call.method}</b> <code>${call.path}</code></span>
        ${statusBadge(call.status)}
      </summary>
      ${bodies(call)}
      <p class="more"><a href="/inspector/requests/${call.seq}">Headers and a command to repeat it</a></p>
    </details>
  </li>`;
}

function bodies(call: LoggedCall): Html {
  return html`<div class="pair">
    <section>
      <p class="label">Body</p>
      ${call.body === null ? html`<p class="soft">Empty</p>` : jsonBlock(call.body, 'Body')}
    </section>
    <section>
      <p class="label">Answer</p>
      ${call.answer === null ? html`<p class="soft">Empty</p>` : jsonBlock(call.answer, 'Answer')}
    </section>
  </div>`;
}

/** The rows that came after the one the browser shows first, and the newest of them. */
export async function rowsAfter(visit: Visit): Promise<{ text: Html; newest: number }> {
  const given = visit.query.get('after') ?? '';
  const after = SEQ.test(given) ? Number(given) : 0;
  const { rows } = await readCalls(visit, { limit: NEW_ROWS_MAX, offset: 0 }, after);
  return { text: html`${rows.map((call) => callRow(call, visit.now))}`, newest: rows[0]?.seq ?? after };
}

async function detail(
  visit: Visit,
  id: string,
  repeated: readonly string[],
): Promise<{ title: string; body: Html }> {
  await visit.machine.calls.settle();
  const call = found(SEQ.test(id) ? await readCall(visit, id) : null, 'Request');
  const headers = Object.entries(call.headers).map(([name, value]) => [name, html`<code>${value}</code>`]);
  const body = html`<p class="crumb"><a href="/inspector/requests">Requests</a></p>
    <h1><span class="soft">${call.method}</span> <code class="big">${call.path}</code></h1>
    <p>${statusBadge(call.status)} <span class="soft">${call.at}</span></p>
    ${bodies(call)}
    <section class="panel">
      <h2>Headers</h2>
      ${facts(headers as [string, Html][])}
    </section>
    <section class="panel">
      <h2>Again</h2>
      <p class="soft">With a token of your own; the log keeps none.</p>
      ${jsonBlock(curlOf(visit, call, repeated), 'Command')}
    </section>`;
  return { title: `${call.method} ${call.path.split('?')[0] ?? ''}`, body };
}

function curlOf({ machine }: Visit, call: LoggedCall, repeated: readonly string[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [
    `curl -i -X ${call.method} ${quote(machine.world.address.url + call.path)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...repeated.flatMap((name) => {
      const value = call.headers[name];
      return value === undefined ? [] : [`-H ${quote(`${name}: ${value}`)}`];
    }),
    ...(call.body === null ? [] : [`-d ${quote(JSON.stringify(call.body))}`]),
  ];
  return lines.join(' \\\n  ');
}

interface Filter extends Record<string, string> {
  method: string;
  path: string;
  status: string;
}

function filterOf({ query }: Visit): Filter {
  const method = query.get('method') ?? '';
  const status = query.get('status') ?? '';
  return {
    method: METHODS.includes(method) ? method : '',
    path: (query.get('path') ?? '').replaceAll('\u0000', '').slice(0, 200),
    status: status in STATUSES ? status : '',
  };
}

async function readCalls(
  visit: Visit,
  place: { limit: number; offset: number },
  after = 0,
): Promise<{ rows: NumberedCall[]; total: number }> {
  const { db } = visit.machine.world;
  const { method, path, status } = filterOf(visit);
  await visit.machine.calls.settle();
  const matching = sql`
    from calls
    where seq > ${after}
      and (${method} = '' or body ->> 'method' = ${method})
      and (${path} = '' or body ->> 'path' ilike ${containing(path)})
      and (${status} = ''
        or (${status} = 'none' and body ->> 'status' is null)
        or left(body ->> 'status', 1) = ${status})`;
  const [{ rows }, counts] = await Promise.all([
    sql<{ seq: string; body: LoggedCall }>`
      select seq::text as seq, body ${matching}
      order by calls.seq desc limit ${place.limit} offset ${place.offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db),
  ]);
  return {
    rows: rows.map(({ seq, body }) => ({ ...body, seq: Number(seq) })),
    total: counts.rows[0]?.total ?? 0,
  };
}

async function readCall({ machine }: Visit, seq: string): Promise<LoggedCall | null> {
  const { rows } = await sql<{ body: LoggedCall }>`
    select body from calls where seq = ${seq}`.execute(machine.world.db);
  return rows[0]?.body ?? null;
}

async function newestSeq({ machine }: Visit): Promise<number> {
  const { rows } = await sql<{ newest: string | null }>`
    select max(seq)::text as newest from calls`.execute(machine.world.db);
  return Number(rows[0]?.newest ?? 0);
}
