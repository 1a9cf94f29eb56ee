import { html, type Html } from '../../../markup/html.ts';
import type { Visit } from './visit.ts';

/** Something a form of the inspector does: one call of the control interface. */
interface Act {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/_control`; `{id}` is the form's own. */
  path: string;
  body?: (form: URLSearchParams, visit: Visit) => object | Promise<object>;
  /** What is said when it was done. */
  done: string;
}

/** The body of an act that needs nothing but its id. */
export const NOTHING = (): object => ({});

/** What forms do, by name. */
export type Acts = Readonly<Record<string, Act>>;

/** A form that does an act and comes back to the page it stands on. */
export function actForm(
  visit: Visit,
  name: string,
  form: { id?: string; class?: string; label?: string; body: Html },
): Html {
  return html`<form
    method="post"
    action="/inspector/do/${name}"
    class="${form.class ?? 'act'}"
    ${form.label !== undefined && html`aria-label="${form.label}"`}
  >
    <input type="hidden" name="back" value="${visit.here}" />
    ${form.id !== undefined && html`<input type="hidden" name="id" value="${form.id}" />`} ${form.body}
  </form>`;
}

/** A field with its text, left out when it is blank. */
export function text(form: URLSearchParams, name: string): Record<string, string> {
  const value = form.get(name)?.trim() ?? '';
  return value === '' ? {} : { [name]: value };
}

/** A field with its number, left out when it is blank; what is no number is left to the call to refuse. */
export function whole(form: URLSearchParams, name: string): Record<string, number | string> {
  const value = form.get(name)?.trim() ?? '';
  if (value === '') return {};
  return { [name]: /^-?\d{1,10}$/.test(value) ? Number(value) : value };
}
