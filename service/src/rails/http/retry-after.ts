const SECONDS_MAX = 86_400;

/** The header in whole seconds from `now`, whether it was written as seconds or as a date; null when it is
 *  neither. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), SECONDS_MAX);
  // Only the date form of HTTP: Date.parse alone would accept nearly anything.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  const seconds = Math.ceil((at - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 0), SECONDS_MAX);
}
