const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
// Digits that whole milliseconds do not hold.
const FINER = /\.\d{3}\d*[1-9]/;
const ZONE = /(Z|[+-]\d{2}:?\d{2})$/;

/** The first moment in whole milliseconds that is not before what a filter's text names: a date alone begins at midnight UTC, a
 *  time without zone is UTC. */
export function startOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const cut = Date.parse(inUtc(text));
  return new Date(FINER.test(text) ? cut + 1 : cut);
}

/** The last one that is not behind it: a date alone includes its whole day. */
export function endOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  return new Date(DATE_ONLY.test(text) ? `${text}T23:59:59.999Z` : inUtc(text));
}

function inUtc(text: string): string {
  if (DATE_ONLY.test(text)) return `${text}T00:00:00.000Z`;
  const joined = text.replace(' ', 'T');
  return ZONE.test(joined) ? joined : `${joined}Z`;
}
