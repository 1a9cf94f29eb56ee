/** The text of a member of a JSON object exactly as it stands in the source, or null. The source must
 *  be valid JSON. Parsing and printing would change the bytes that a signature covers. */
export function memberText(source: string, name: string): string | null {
  let at = skipSpace(source, 0);
  if (source[at] !== '{') return null;
  at = skipSpace(source, at + 1);
  while (at < source.length && source[at] === '"') {
    const keyEnd = endOfString(source, at);
    const key: unknown = JSON.parse(source.slice(at, keyEnd));
    const start = skipSpace(source, skipSpace(source, keyEnd) + 1);
    const end = endOfValue(source, start);
    if (key === name) return source.slice(start, end);
    at = skipSpace(source, skipSpace(source, end) + 1);
  }
  return null;
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(source[at] ?? '.')) at += 1;
  return at;
}

function endOfString(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== '"') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(source: string, from: number): number {
  const first = source[from];
  if (first === '"') return endOfString(source, from);
  let at = from;
  if (first !== '{' && first !== '[') {
    while (at < source.length && !',}] \t\r\n'.includes(source[at] ?? '')) at += 1;
    return at;
  }
  let depth = 0;
  while (at < source.length) {
    const character = source[at];
    if (character === '"') {
      at = endOfString(source, at);
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return at;
}
