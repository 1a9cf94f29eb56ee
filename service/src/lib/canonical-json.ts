export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One line of JSON with sorted keys, no blanks and only ASCII: the bytes that are signed and sent. Written by hand
 *  because `JSON.stringify` puts integer-like keys first. Refuses numbers that JSON cannot carry. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as { readonly [key: string]: Json };
  const members = Object.keys(object)
    .sort(byCodePoint)
    .map((key) => `${stringText(key)}:${canonicalJson(object[key]!)}`);
  return `{${members.join(',')}}`;
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('JSON has no such number');
  return JSON.stringify(value);
}

function stringText(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function byCodePoint(left: string, right: string): number {
  const a = Buffer.from(left, 'utf8');
  const b = Buffer.from(right, 'utf8');
  return Buffer.compare(a, b);
}
