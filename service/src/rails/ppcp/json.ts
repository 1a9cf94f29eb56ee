/** An object of a provider's answer, before anything about it is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

const LIST_MAX = 500;

// The provider adds members and values at any time, so these readers ask for what they need and answer null
// otherwise.

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function objectAt(from: JsonObject | null, key: string): JsonObject | null {
  return asObject(from?.[key]);
}

/** The member as a text, or null when it is absent, empty or something else. */
export function textAt(from: JsonObject | null, key: string): string | null {
  const value = from?.[key];
  return typeof value === 'string' && value !== '' ? value : null;
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
  return value.slice(0, LIST_MAX).filter((element) => typeof element === 'string');
}

/** Only the members that are texts, or null when there is none. */
export function textMembers(from: JsonObject | null): Record<string, string> | null {
  if (!from) return null;
  const texts = Object.entries(from).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

/** Parses a body that must be an object; null when it is anything else. */
export function parseObject(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The target of the link with one of these relations, the first relation that is there winning. */
export function linkTo(from: JsonObject | null, ...relations: string[]): string | null {
  const links = objectsAt(from, 'links');
  for (const relation of relations) {
    const href = textAt(links.find((link) => link['rel'] === relation) ?? null, 'href');
    if (href) return href;
  }
  return null;
}

/** The id in a link such as `…/v2/payments/captures/<id>`, when it leads to that collection. */
export function idInLink(href: string | null, collection: string): string | null {
  const match = /\/([a-z-]+)\/([A-Za-z0-9-]{1,64})$/.exec(href ?? '');
  return match?.[1] === collection ? match[2]! : null;
}
