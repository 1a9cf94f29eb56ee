const REPLACEMENT = '%EF%BF%BD';

/** An address or a form as it may be read: a NUL, which no database text holds, is the replacement character, which no id
 *  holds. Nothing is left out, so that what stood around it makes no other one. */
export function withoutNul(encoded: string): string {
  return encoded.replaceAll('%00', REPLACEMENT).replaceAll('\u0000', REPLACEMENT);
}
