import { html, type Html } from '../../../markup/html.ts';
import { emptyState } from '../pages/parts.ts';
import { listRecords } from '../store/records.ts';
import type { Kind, RecordTypes } from '../store/shapes.ts';
import { pager, placeOf, type Visit } from './visit.ts';

/** What a list of records says and shows. */
interface RecordList<K extends Kind> {
  heading: string;
  /** What stands there while there is none, and what to do about it. */
  none: readonly [title: string, hint: Html];
  shown: (records: readonly RecordTypes[K][]) => Html | Promise<Html>;
}

/** The records of a kind, newest first, as far as the address asks for them. */
export async function recordList<K extends Kind>(
  visit: Visit,
  kind: K,
  { heading, none, shown }: RecordList<K>,
): Promise<Html> {
  const { items, total } = await listRecords(visit.machine.world.db, kind, placeOf(visit));
  return html`<h1>${heading}</h1>
    ${items.length === 0 ? emptyState(...none) : await shown(items)} ${pager(visit, total)}`;
}
