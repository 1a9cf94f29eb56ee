import { type JsonObject, textAt } from './json.ts';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** A moment as RFC 3339 writes it, in milliseconds; NaN when it is none. */
export function parseMoment(text: string): number {
  return RFC_3339.test(text) ? Date.parse(text) : NaN;
}

/** A moment that the provider writes, or null when it says none that can be read. */
export function momentAt(from: JsonObject, key: string): string | null {
  const text = textAt(from, key);
  return text !== null && !Number.isNaN(parseMoment(text)) ? text : null;
}
