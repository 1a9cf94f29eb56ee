import { html, type Html } from '../pages/html.ts';
import { countsOf, type Counts } from './reads.ts';
import type { Visit } from './visit.ts';

interface Entry {
  name: string;
  title: string;
  count?: (counts: Counts) => number;
  /** A count that wants to be noticed. */
  alert?: (counts: Counts) => string | null;
}

const kind =
  (name: string) =>
  ({ records }: Counts): number =>
    records.get(name) ?? 0;

const GROUPS: readonly [title: string, entries: readonly Entry[]][] = [
  [
    'Traffic',
    [
      { name: 'requests', title: 'Requests', count: ({ calls }) => calls },
      {
        name: 'notices',
        title: 'Notices',
        count: kind('delivery'),
        alert: ({ held }) => (held > 0 ? `${held} held` : null),
      },
      { name: 'receivers', title: 'Receivers', count: kind('received') },
      { name: 'messages', title: 'Text messages', count: kind('message') },
    ],
  ],
  [
    'People',
    [
      { name: 'accounts', title: 'Accounts', count: kind('account') },
      { name: 'sign-ups', title: 'Sign-ups', count: kind('referral') },
    ],
  ],
  [
    'Money',
    [
      { name: 'orders', title: 'Orders', count: kind('order') },
      { name: 'captures', title: 'Captures', count: kind('capture') },
      { name: 'disputes', title: 'Disputes', count: kind('dispute') },
      { name: 'invoices', title: 'Invoices', count: kind('payable_invoice') },
    ],
  ],
  [
    'Sandbox',
    [
      {
        name: 'faults',
        title: 'Faults',
        alert: (counts) => (kind('fault')(counts) > 0 ? `${kind('fault')(counts)} armed` : null),
      },
      { name: 'records', title: 'All records' },
      { name: 'state', title: 'State and clock' },
    ],
  ],
];

/** The way to every place of the inspector, with how much is there. */
export async function navigation(visit: Visit, current: string): Promise<Html> {
  const counts = await countsOf(visit);
  return html`<nav aria-label="Inspector">
    <ul>
      <li>${link({ name: 'overview', title: 'Overview' }, { counts, current })}</li>
    </ul>
    ${GROUPS.map(
      ([title, entries]) =>
        html`<h2>${title}</h2>
          <ul>
            ${entries.map((entry) => html`<li>${link(entry, { counts, current })}</li>`)}
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
