// The service is asked when the time is surely over for it too.
const MARGIN_MS = 1_000;
const WARN_BEFORE_MS = 2 * 60_000;
// Longer waits than this overflow a browser's timer; sessions live a day at most.
const TIMER_MAX_MS = 2_147_483_647;

/** Warns two minutes before the session ends and tells when it has. Counts from what the service said was
 *  left, so a  wrong clock on the buyer's side does no harm. Returns how to stop it. */
export function watchExpiry(leftMs: number, on: { warning: () => void; end: () => void }): () => void {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const after = (ms: number, act: () => void) => {
    timers.push(setTimeout(act, Math.min(TIMER_MAX_MS, Math.max(0, ms))));
  };
  if (leftMs > 0) after(leftMs - WARN_BEFORE_MS, on.warning);
  after(leftMs + MARGIN_MS, on.end);
  return () => timers.forEach((timer) => clearTimeout(timer));
}

/** Writes times in the reader's own zone and manner. */
export function localizeTimes(root: ParentNode, locale: string | undefined): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local][datetime]')) {
    const at = new Date(time.dateTime);
    // A receipt is read on other days too.
    const isToday = time.closest('.facts') === null && at.toDateString() === new Date().toDateString();
    const format: Intl.DateTimeFormatOptions = isToday
      ? { timeStyle: 'short' }
      : { dateStyle: 'medium', timeStyle: 'short' };
    time.textContent = new Intl.DateTimeFormat(locale, format).format(at);
  }
}
