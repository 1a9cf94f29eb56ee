import { asObject, isKeepable } from './json.ts';
import type { JsonObject } from './json.ts';

const DEPTH_MAX = 10;
const LIST_MAX = 100;
const TEXT_MAX = 500;

/** What of a provider's answers may be shown, by the names of members. */
interface Showable {
  shown: ReadonlySet<string>;
  /** Kept for their money alone: what they hold besides is the buyer's. */
  amountAlone?: ReadonlySet<string>;
}

/** An answer of a provider as far as it may be shown. What is not named is left out: a provider may add what is personal, or a
 *  link, at any time. */
export function sanitiseBy(what: Showable, body: JsonObject): JsonObject {
  return (shown(what, body, 0) ?? {}) as JsonObject;
}

function shown(what: Showable, value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return isKeepable(value) ? value.slice(0, TEXT_MAX).toWellFormed() : undefined;
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (depth >= DEPTH_MAX) return undefined;
  if (Array.isArray(value))
    return value
      .slice(0, LIST_MAX)
      .map((element) => shown(what, element, depth + 1))
      .filter((element) => element !== undefined);
  const object = asObject(value);
  return object === null ? undefined : membersOf(what, object, depth);
}

function membersOf(what: Showable, object: JsonObject, depth: number): JsonObject {
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    if (!what.shown.has(name)) continue;
    if (what.amountAlone?.has(name) && asObject(value)?.['value'] === undefined) continue;
    const kept = shown(what, value, depth + 1);
    if (kept !== undefined) members.push([name, kept]);
  }
  return Object.fromEntries(members);
}
