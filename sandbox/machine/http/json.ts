// NUL and lone surrogates are legal JSON that no database text can hold; printing shows them as escapes.
// A text that spells such an escape (a kept delivery) prints it behind a doubled backslash: it may stay.
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\(?:u0000|ud[89a-f][0-9a-f]{2})/;

/** Parses a JSON text, or answers undefined when it is malformed or holds what cannot be stored. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return UNSTORABLE.test(JSON.stringify(value)) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A text as it is shown: parsed where it is JSON, and as it stands where it is not. */
export function shownText(text: string): unknown {
  return parseJson(text) ?? text;
}
