// What a database cannot hold in JSON: NUL, and halves of surrogate pairs.
const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** Reads a genuine notice. The text to store is the provider's own, so that numbers keep all of their digits; only what
 *  the database could not hold is taken out. Null when it is no JSON. */
export function readNoticeBody(raw: Buffer): { value: unknown; text: string } | null {
  const text = raw.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return { value, text: MAY_BE_UNSTORABLE.test(text) ? JSON.stringify(value, storable) : text };
  } catch {
    return null;
  }
}

function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [storableText(key), member]));
}

function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
