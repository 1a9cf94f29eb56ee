import { UsageError } from '../command.ts';

/** Reads headers as they are kept: a JSON object, or lines of `Name: value`, as a dump of the request
 *  has them. Names come back in lower case. */
export function readHeaders(text: string): Record<string, string> {
  const trimmed = text.replace(/^\u{feff}/u, '').trim();
  return trimmed.startsWith('{') ? readObject(trimmed) : readLines(trimmed);
}

function readObject(text: string): Record<string, string> {
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UsageError('the headers look like JSON, but are none');
  }
  // Some servers keep a list for each name.
  const entries = Object.entries(parsed).map(([name, value]) => [
    name.toLowerCase(),
    String(Array.isArray(value) ? value.join(',') : value),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function readLines(text: string): Record<string, string> {
  const entries = text
    .split(/\r?\n/)
    .map((line) => /^[<>*\s]*([A-Za-z0-9-]+)\s*:\s*(.*?)\s*$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => [match[1]!.toLowerCase(), match[2]!] as const);
  return Object.fromEntries(entries);
}
