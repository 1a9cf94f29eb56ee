import { html, type Html } from '../../../markup/html.ts';
import { countsOf } from './reads.ts';
import { GROUPS, type Counts, type View, type Visit } from './visit.ts';

type Entry = Pick<View, 'name' | 'title' | 'count' | 'alert'>;

/** The way to every place of the inspector, with how much is there. */
export async function navigation(visit: Visit, views: readonly View[], current: string): Promise<Html> {
  const counts = await countsOf(visit);
  return html`<nav aria-label="Inspector">
    <ul>
      <li>${link({ name: 'overview', title: 'Overview' }, { counts, current })}</li>
    </ul>
    ${GROUPS.map(
      (group) =>
        html`<h2>${group}</h2>
          <ul>
            ${views
              .filter((view) => view.group === group)
              .map((view) => html`<li>${link(view, { counts, current })}</li>`)}
          </ul>`,
    )}
  </nav>`;
}

function link(entry: Entry, at: { counts: Counts; current: string }): Html {
  const mark = entry.name === at.current ? html` aria-current="page"` : null;
  const href = entry.name === 'overview' ? '/' : `/inspector/${entry.name}`;
  const count = entry.count?.(at.counts) ?? 0;
  const alert = entry.alert?.(at.counts) ?? null;
  const told =
    alert === null
      ? count > 0 && html`<span class="count">${count}</span>`
      : html`<span class="badge warn">${alert}</span>`;
  return html`<a href="${href}" ${mark}><span>${entry.title}</span> ${told}</a>`;
}
