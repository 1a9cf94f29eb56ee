import { html, type Html } from '../../../../markup/html.ts';
import type { Locale } from '../locales/choose.ts';

/** A time as its readers write it: in UTC, until the browser's script writes it in their own. One not known yet is empty. */
export function momentOf(at: string | null, { format }: Locale): Html {
  if (at === null) return html`<time data-local></time>`;
  const utc = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const text = new Intl.DateTimeFormat(format, utc).format(new Date(at));
  return html`<time datetime="${at}" data-local>${text} UTC</time>`;
}
