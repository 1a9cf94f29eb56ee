import pino, { type DestinationStream, type Logger } from 'pino';

/** What the database adds to an error: the row that broke a rule, word for word, with whatever personal or secret is in it.
 *  Which rule it was stands beside them. */
const ROWS: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery', 'parameters']);

/** The log of a process: what `about` tells stands in each line. An error in it is told without the row that it is about. */
export function openLog(level: string, to?: DestinationStream, about: () => object = () => ({})): Logger {
  const err = (error: Error) => withoutRows(pino.stdSerializers.err(error));
  return pino({ level, mixin: about, serializers: { err } }, to);
}

// One error may hold others: as what it is made of, or as a member.
function withoutRows(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(withoutRows);
  if (typeof shown !== 'object' || shown === null || !('stack' in shown)) return shown;
  const told = Object.entries(shown).filter(([name]) => !ROWS.has(name));
  return Object.fromEntries(told.map(([name, value]) => [name, withoutRows(value)]));
}
