import type { Machine } from '../machine.ts';
import { notFound } from '../refusal.ts';
import { html, type Html } from '../../../markup/html.ts';

const PAGE_SIZE = 50;
const OFFSET = /^\d{1,9}$/;

/** A call of the control interface and what it answered. */
export type Control = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: unknown }>;

/** What a page of the inspector is made from. */
export interface Visit {
  machine: Machine;
  /** The address of the page itself; forms come back to it. */
  here: string;
  query: URLSearchParams;
  now: Date;
  control: Control;
}

/** How much there is of everything. */
export interface Counts {
  records: ReadonlyMap<string, number>;
  calls: number;
  held: number;
}

/** The groups of the navigation, in their order. */
export const GROUPS = ['Traffic', 'People', 'Money', 'Sandbox'] as const;

/** One place of the inspector: a list, and what is known of each of its entries. */
export interface View {
  name: string;
  title: string;
  group: (typeof GROUPS)[number];
  /** How many entries its list has. */
  count?: (counts: Counts, visit: Visit) => number | Promise<number>;
  /** A count that wants to be noticed. */
  alert?: (counts: Counts) => string | null;
  list: (visit: Visit) => Promise<Html>;
  detail?: (visit: Visit, id: string) => Promise<{ title: string; body: Html }>;
}

/** The part of a list that the address asks for. */
export function placeOf({ query }: Visit): { limit: number; offset: number } {
  const text = query.get('offset') ?? '';
  return { limit: PAGE_SIZE, offset: OFFSET.test(text) ? Number(text) : 0 };
}

/** Links to the newer and the older part of a list; the other choices of the address stay. */
export function pager(visit: Visit, total: number): Html | null {
  const { offset } = placeOf(visit);
  if (total <= PAGE_SIZE && offset === 0) return null;
  const link = (to: number, words: string): Html => {
    const query = new URLSearchParams(visit.query);
    query.set('offset', String(to));
    return html`<a href="?${query.toString()}">${words}</a>`;
  };
  return html`<nav class="pager" aria-label="Pages">
    ${offset > 0 && link(Math.max(0, offset - PAGE_SIZE), 'Newer')}
    <span class="soft">${offset + 1}–${Math.min(offset + PAGE_SIZE, total)} of ${total}</span>
    ${offset + PAGE_SIZE < total && link(offset + PAGE_SIZE, 'Older')}
  </nav>`;
}

/** A table that becomes a list of cards where it has no room. A cell that names its row comes first. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html {
  return html`<table>
    <caption class="away">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell, index) => html`<td data-label="${columns[index] ?? ''}"><div>${cell}</div></td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A record, or the refusal that there is none. */
export function found<T>(record: T | null, what: string): T {
  return record ?? notFound(what);
}

/** How many records of a kind there are. */
export function countOf(kind: string): (counts: Counts) => number {
  return ({ records }) => records.get(kind) ?? 0;
}
