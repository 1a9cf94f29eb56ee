/** An object of a provider's answer, before anything about it is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

const LIST_MAX = 500;
const ID = /^[\x21-\x7e]{1,255}$/;
const WEB_PROTOCOLS = new Set(['http:', 'https:']);

// The provider adds members and values at any time, so these readers ask for what they need and answer null
// otherwise.

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function objectAt(from: JsonObject | null, key: string): JsonObject | null {
  return asObject(from?.[key]);
}

/** The member as a text, or null when it is absent, empty, something else, or a text that no database can keep. */
export function textAt(from: JsonObject | null, key: string): string | null {
  const value = from?.[key];
  return typeof value === 'string' && value !== '' && isKeepable(value) ? value : null;
}

/** The member as an id of the provider's, or null where it is none that could be asked for again: ids are short and of ASCII, and what
 *  a broken answer holds in their place names nothing. */
export function plainIdAt(from: JsonObject | null, key: string): string | null {
  const value = from?.[key];
  return typeof value === 'string' && ID.test(value) ? value : null;
}

/** Whether a text can be stored: JSON may spell a NUL or half of a character, the database takes neither. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Whether the member is a list, or not there at all. */
export function isListOrAbsent(from: JsonObject | null, key: string): boolean {
  const value = from?.[key];
  return value === undefined || value === null || Array.isArray(value);
}

/** The objects of a list, at most the first 500; other elements are passed over. */
export function objectsAt(from: JsonObject | null, key: string): JsonObject[] {
  const value = from?.[key];
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, LIST_MAX)
    .map(asObject)
    .filter((element) => element !== null);
}

/** The texts of a list, at most the first 500; other elements are passed over. */
export function textsAt(from: JsonObject | null, key: string): string[] {
  const value = from?.[key];
  if (!Array.isArray(value)) return [];
  return value.slice(0, LIST_MAX).filter(isKeepableText);
}

/** Only the members that are texts, or null when there is none. */
export function textMembers(from: JsonObject | null): Record<string, string> | null {
  if (!from) return null;
  const texts = Object.entries(from).filter((entry): entry is [string, string] =>
    entry.every(isKeepableText),
  );
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

function isKeepableText(value: unknown): value is string {
  return typeof value === 'string' && isKeepable(value);
}

/** Parses a body that must be an object; null when it is anything else. */
export function parseObject(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The web address of the link with one of these relations, the first relation that is there winning. */
export function linkTo(from: JsonObject | null, ...relations: string[]): string | null {
  const links = objectsAt(from, 'links');
  for (const relation of relations) {
    const href = textAt(links.find((link) => link['rel'] === relation) ?? null, 'href');
    if (href && WEB_PROTOCOLS.has(URL.parse(href)?.protocol ?? '')) return href;
  }
  return null;
}

/** The id in a link such as `…/v2/payments/captures/<id>`, when it leads to that collection. */
export function idInLink(href: string | null, collection: string): string | null {
  const match = /\/([a-z-]+)\/([A-Za-z0-9-]{1,64})$/.exec(href ?? '');
  return match?.[1] === collection ? match[2]! : null;
}
