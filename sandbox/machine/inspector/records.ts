import { sql } from 'kysely';
import { html, type Html } from '../../../markup/html.ts';
import { emptyState, jsonBlock, moment } from '../pages/parts.ts';
import { countsOf } from './reads.ts';
import { found, pager, placeOf, table, type View, type Visit } from './visit.ts';

const SECRET_KINDS: ReadonlySet<string> = new Set(['key', 'token']);

/** Whatever is stored, of every kind, as it is. */
export const records: View = { name: 'records', title: 'All records', group: 'Sandbox', list, detail };

async function list(visit: Visit): Promise<Html> {
  const counts = await countsOf(visit);
  const rows = [...counts.records]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, count]) => [html`<a href="/inspector/records/${kind}">${kind}</a>`, String(count)]);
  return html`<h1>All records</h1>
    <p class="soft">The state of the sandbox is these documents, and a snapshot is all of them.</p>
    ${table('Kinds of record', ['Kind', 'How many'], rows)}`;
}

async function detail(visit: Visit, kind: string): Promise<{ title: string; body: Html }> {
  const counts = await countsOf(visit);
  const total = found(
    SECRET_KINDS.has(kind) ? null : (counts.records.get(kind) ?? null),
    'This kind of record',
  );
  const { limit, offset } = placeOf(visit);
  const { rows } = await sql<{ id: string; body: object; updated_at: Date }>`
    select id, body, updated_at from records where kind = ${kind}
    order by seq desc limit ${limit} offset ${offset}`.execute(visit.machine.world.db);
  const body = html`<p class="crumb"><a href="/inspector/records">All records</a></p>
    <h1>${kind}</h1>
    ${rows.length === 0 && emptyState('No more.', html`<a href="/inspector/records/${kind}">To the newest</a>`)}
    <ol class="feed" aria-label="Records, newest first">
      ${rows.map(
        (row) =>
          html`<li>
            <details>
              <summary>
                <span class="when">${moment(row.updated_at.toISOString(), new Date())}</span>
                <span class="what"><code>${row.id}</code></span>
              </summary>
              ${jsonBlock(row.body, row.id)}
            </details>
          </li>`,
      )}
    </ol>
    ${pager(visit, total)}`;
  return { title: kind, body };
}
