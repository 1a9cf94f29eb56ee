import { html, type Html } from '../../../markup/html.ts';
import { countsOf } from './reads.ts';
import { GROUPS, type View, type Visit } from './visit.ts';

interface Entry extends Pick<View, 'name' | 'title'> {
  /** How many entries its list has. */
  listed: number;
  alarm: string | null;
}

/** The way to every place of the inspector, with how much is there. */
export async function navigation(visit: Visit, views: readonly View[], current: string): Promise<Html> {
  const counts = await countsOf(visit);
  const places = await Promise.all(
    views.map(async ({ name, title, group, count, alert }) => {
      const listed = (await count?.(counts, visit)) ?? 0;
      return { name, title, group, listed, alarm: alert?.(counts) ?? null };
    }),
  );
  return html`<nav aria-label="Inspector">
    <ul>
      <li>${link({ name: 'overview', title: 'Overview', listed: 0, alarm: null }, current)}</li>
    </ul>
    ${GROUPS.map(
      (group) =>
        html`<h2>${group}</h2>
          <ul>
            ${places
              .filter((place) => place.group === group)
              .map((place) => html`<li>${link(place, current)}</li>`)}
          </ul>`,
    )}
  </nav>`;
}

function link({ name, title, listed, alarm }: Entry, current: string): Html {
  const mark = name === current ? html` aria-current="page"` : null;
  const href = name === 'overview' ? '/' : `/inspector/${name}`;
  const told =
    alarm === null
      ? listed > 0 && html`<span class="count">${listed}</span>`
      : html`<span class="badge warn">${alarm}</span>`;
  return html`<a href="${href}" ${mark}><span>${title}</span> ${told}</a>`;
}
